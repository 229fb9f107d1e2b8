package io.vtmonitor.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files of a command in the folder for temporary files. They go with the process, however it ends: at its exit, or,
 * where it was killed, at the next start of a command or of the agent. To be closed by {@link #delete}.
 */
public final class TemporaryFiles {
    private static final Set<Path> OWN = new HashSet<>();
    private static @Nullable LeftoverCleaner note;
    private static boolean noted;

    private TemporaryFiles() {}

    /** Removes what processes left that were killed. */
    public static void clear() {
        Path folder = folder();
        String[] names = folder.toFile().list();
        for (String name : names == null ? new String[0] : names) {
            if (name.startsWith("vt-monitor-") && name.endsWith(".lock")) {
                LeftoverCleaner.clear(folder);
                return;
            }
        }
    }

    /** Makes one. */
    public static Path file(String prefix, String suffix) throws IOException {
        makeNote();
        return own(Files.createTempFile(prefix, suffix));
    }

    /** Makes a folder, in which only files are to be. */
    public static Path folder(String prefix) throws IOException {
        makeNote();
        return own(Files.createTempDirectory(prefix));
    }

    private static Path folder() {
        return Path.of(System.getProperty("java.io.tmpdir", "."));
    }

    private static synchronized void makeNote() throws IOException {
        if (noted) {
            return;
        }
        noted = true;
        note = LeftoverCleaner.note(folder());
        try {
            if (note != null) {
                note.deleteAtExit();
            }
        } catch (IllegalStateException e) {
            note.close();
            throw new IOException("the command is being ended", e);
        }
    }

    /** Ctrl-C comes before it is deleted by whoever made it. */
    private static synchronized Path own(Path made) throws IOException {
        try {
            OWN.add(made);
            if (note != null) {
                note.add(made);
            }
            made.toFile().deleteOnExit();
            return made;
        } catch (IllegalStateException e) {
            Files.delete(made);
            throw new IOException("the command is being ended", e);
        }
    }

    /** Deletes one, or a folder with the files in it. Its line stays in the note until no file is left. */
    public static synchronized void delete(@Nullable Path made) {
        if (made == null) {
            return;
        }
        try {
            String[] files = made.toFile().list();
            for (String file : files == null ? new String[0] : files) {
                Files.deleteIfExists(made.resolve(file));
            }
            Files.deleteIfExists(made);
            OWN.remove(made);
            if (note != null && OWN.isEmpty()) {
                note.own(List.of());
            }
        } catch (IOException ignored) {
            // The next start removes it.
        }
    }
}
