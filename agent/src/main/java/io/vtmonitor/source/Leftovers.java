package io.vtmonitor.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a JVM that is killed leaves in the temporary folder: our recording, and JFR's repository, which was made for it. Each
 * watch has a note there of what is its own, locked for as long as its process lives. At the next start the notes
 * that nobody holds are worked off. A process number would not do: containers that share a folder have the same ones.
 *
 * <p>Dangerous here: others may write to the temporary folder, too. So nothing is removed but what has the name that we or
 * JFR give, belongs to the owner of the note, and is no link; of a folder the recordings alone.
 */
final class Leftovers implements AutoCloseable {
    private static final String NOTES = "vt-monitor-*.lock";
    private static final Pattern RECORDING = Pattern.compile("vt-monitor-\\d+-\\d+\\.jfr");
    private static final Pattern REPOSITORY = Pattern.compile("\\d{4}(_\\d\\d){5}_\\d+");
    private static final int LONGEST_NOTE = 1 << 14;
    private static final int MOST_NOTES = 1_000;
    private static final int MOST_ATTEMPTS = 3;

    private final Path note;
    private final FileChannel held;

    private Leftovers(Path note, FileChannel held) {
        this.note = note;
        this.held = held;
    }

    /**
     * Notes down what is this process's own, until closed.
     *
     * @return null where no file can be locked: then nothing is cleared away either
     */
    static @Nullable Leftovers note(Path folder, List<Path> own) {
        try {
            String text = String.join(
                    "\n",
                    own.stream().map(path -> path.toAbsolutePath().toString()).toList());
            // Between make and lock another start may take the note for a dead process's.
            for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
                Leftovers noted = note(folder, text);
                if (Files.exists(noted.note)) {
                    return noted;
                }
                noted.close();
            }
            return null;
        } catch (IOException | RuntimeException notHere) {
            return null;
        }
    }

    private static Leftovers note(Path folder, String text) throws IOException {
        Path note = Files.createTempFile(
                folder, "vt-monitor-" + ProcessHandle.current().pid() + "-", ".lock");
        FileChannel channel = FileChannel.open(note, StandardOpenOption.WRITE);
        channel.lock();
        channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        return new Leftovers(note, channel);
    }

    /** Removes what dead processes noted down. */
    static void clear(Path folder) {
        try (DirectoryStream<Path> notes = Files.newDirectoryStream(folder, NOTES)) {
            int seen = 0;
            for (Path note : notes) {
                if (++seen > MOST_NOTES) {
                    return;
                }
                clearOne(note);
            }
        } catch (IOException | RuntimeException unreadable) {
            // They stay.
        }
    }

    private static void clearOne(Path note) {
        try (FileChannel channel = FileChannel.open(
                        note, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            if (lock == null || channel.size() > LONGEST_NOTE) {
                return;
            }
            for (String path : Files.readAllLines(note)) {
                remove(Path.of(path), note);
            }
            Files.deleteIfExists(note);
        } catch (IOException | RuntimeException heldOrForeign) {
            // OverlappingFileLockException: it is held by this process.
        }
    }

    private static void remove(Path left, Path note) throws IOException {
        Path name = left.getFileName();
        if (name == null
                || !Files.exists(left, LinkOption.NOFOLLOW_LINKS)
                || !owner(left).equals(owner(note))) {
            return;
        }
        if (RECORDING.matcher(name.toString()).matches() && Files.isRegularFile(left, LinkOption.NOFOLLOW_LINKS)) {
            Files.delete(left);
        } else if (REPOSITORY.matcher(name.toString()).matches()
                && Files.isDirectory(left, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> chunks = Files.newDirectoryStream(left, "*.{jfr,part}")) {
                for (Path chunk : chunks) {
                    Files.delete(chunk);
                }
            }
            Files.delete(left); // fails where something else is in it
        }
    }

    private static Object owner(Path path) throws IOException {
        return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** The process goes on or ends by itself, and leaves nothing. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(note);
            held.close();
        } catch (IOException left) {
            // The next start removes it.
        }
    }
}
