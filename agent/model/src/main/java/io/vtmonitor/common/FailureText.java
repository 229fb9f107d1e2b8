package io.vtmonitor.common;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Why something failed, in words for a user. The exceptions of the file system say it by their class alone: their
 * message is the file's name.
 */
public final class FailureText {
    private static final Map<Class<? extends IOException>, String> WORDS = Map.of(
            NoSuchFileException.class, "no such file or folder",
            AccessDeniedException.class, "permission denied",
            FileAlreadyExistsException.class, "a file of that name is in the way",
            DirectoryNotEmptyException.class, "it is a folder that is not empty",
            NotDirectoryException.class, "it is not a folder",
            FileSystemLoopException.class, "its symbolic links lead in a circle",
            CharacterCodingException.class, "it is not text in UTF-8",
            UnknownHostException.class, "no such host",
            ZipException.class, "it is not a zip or gzip file, or it is damaged");

    private FailureText() {}

    /** The file first, if the exception names one; an error in vt-monitor keeps the name of its class. */
    public static String of(Throwable failed) {
        boolean wrapped = failed instanceof UncheckedIOException && failed.getCause() != null;
        Throwable cause = wrapped ? Objects.requireNonNull(failed.getCause()) : failed;
        String message = cause.getMessage();
        String explanation = explanation(cause);
        if (explanation != null) {
            return message == null || message.isBlank() || cause instanceof CharacterCodingException
                    ? explanation
                    : message + ": " + explanation;
        }
        return cause instanceof IOException && message != null && !message.isBlank() ? message : cause.toString();
    }

    /** The same of what happened to that file, whichever file the exception names. */
    public static String of(Path named, Throwable failed) {
        String file = named.toString();
        String explanation = explanation(failed);
        String reason = failed instanceof FileSystemException system ? system.getReason() : null;
        String text = explanation != null ? explanation : reason != null ? reason : of(failed);
        return text.startsWith(file + ": ") ? text : file + ": " + text;
    }

    /** The same where the message names the file already. */
    public static String reason(String named, Throwable failed) {
        String text = of(failed);
        String file = named + ": ";
        return text.startsWith(file) ? text.substring(file.length()) : text;
    }

    /** What a parser says of JSON, without where it began to wonder: it can't tell that without the text. */
    public static String ofJson(String said) {
        return said.replaceFirst(" \\(start marker at .*", "");
    }

    private static @Nullable String explanation(Throwable failed) {
        for (Map.Entry<Class<? extends IOException>, String> known : WORDS.entrySet()) {
            if (known.getKey().isInstance(failed)) {
                return known.getValue();
            }
        }
        return null;
    }
}
