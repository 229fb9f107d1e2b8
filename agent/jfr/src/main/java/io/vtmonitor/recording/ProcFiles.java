package io.vtmonitor.recording;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Small files in which Linux tells of a process: of proc(5) and cgroups(7). */
final class ProcFiles {
    private static final int MOST_BYTES = 1 << 16;

    private ProcFiles() {}

    /** Asks for all of it at once: where a second read begins, the files of sysctl(8) seem to end. */
    static String read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        }
    }

    /** The first word after this name at the begin of a line. */
    static String field(String text, String name) throws IOException {
        return found(Pattern.compile("(?m)^" + name + "\\s*(\\S+)"), text);
    }

    static String found(Pattern pattern, String text) throws IOException {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IOException("no " + pattern);
        }
        return matcher.group(1);
    }
}
