package io.vtmonitor.recording;

import io.vtmonitor.common.OwnProcess;
import java.io.BufferedReader;
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
 * What a JVM that is killed leaves: our recording, JFR's repository where it was made for it alone, the empty part of
 * {@code recording=}, and what a command unpacked. Each process has a note there of what is its own, locked for as long
 * as it lives. At the next start the notes that nobody holds are worked off. A process number would not do: containers
 * that share a folder have the same ones.
 *
 * <p>Dangerous here: others may write to the temporary folder, too. So nothing is removed but what has the name that we
 * or JFR give, belongs to the owner of the note, and is no link; of a repository the recordings alone; of the part of a
 * recording that the user asked for, one that is empty.
 */
public final class LeftoverCleaner implements AutoCloseable {
    private static final String NOTES = "vt-monitor-*.lock";
    private static final Pattern FILE = Pattern.compile("vt-monitor-(\\d+-)?\\d+\\.jfr|vt-monitor-watch\\d+\\.log");
    private static final Pattern FOLDER = Pattern.compile("vt-monitor-scan\\d+");
    private static final Pattern PART = Pattern.compile(".+\\.\\d+-[0-9a-z]+\\.part");
    private static final Pattern REPOSITORY = Pattern.compile("\\d{4}(_\\d\\d){5}_\\d+");

    /** Room for the 10,000 files of a zip. A longer one is none of ours, and is not read. */
    private static final int LONGEST_NOTE = 1 << 22;

    private static final int MOST_NOTES = 1_000;
    private static final int MOST_ATTEMPTS = 3;

    private final Path folder;
    private final Path note;
    private final FileChannel held;
    private @Nullable String noted = "";

    private LeftoverCleaner(Path folder, Path note, FileChannel held) {
        this.folder = folder;
        this.note = note;
        this.held = held;
    }

    /**
     * Has what is this process's {@link #own} noted down, until closed: nothing yet.
     *
     * @return null if no file can be locked: then nothing is cleared away either
     */
    public static @Nullable LeftoverCleaner note(Path folder) {
        try {
            // Between make and lock another start may take the note for a dead process's.
            for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
                LeftoverCleaner noted = lockedNote(folder);
                if (Files.exists(noted.note)) {
                    return noted;
                }
                noted.close();
            }
            return null;
        } catch (IOException | RuntimeException ignored) {
            return null;
        }
    }

    private static LeftoverCleaner lockedNote(Path folder) throws IOException {
        Path note = OwnProcess.temporaryFile(folder, "vt-monitor-" + OwnProcess.id() + "-", ".lock");
        FileChannel channel = FileChannel.open(note, StandardOpenOption.WRITE);
        channel.lock();
        return new LeftoverCleaner(folder, note, channel);
    }

    /**
     * This is now what may be removed were the process killed. Not for a thread of the application's: one that is
     * interrupted would close the file, and the lock with it.
     */
    public synchronized void own(List<Path> paths) {
        StringBuilder lines = new StringBuilder();
        for (Path path : paths) {
            lines.append(path.toAbsolutePath()).append('\n');
        }
        String text = lines.toString();
        if (text.equals(noted)) {
            return;
        }
        try {
            held.truncate(0); // rather nothing than what is not ours any more
            held.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
            noted = text;
        } catch (IOException ignored) {
            noted = null;
        }
    }

    /** This is ours as well. What does not fit is not noted, so that the next start can read the rest. */
    public synchronized void add(Path path) {
        byte[] line = (path.toAbsolutePath() + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            long end = held.size();
            if (end + line.length > LONGEST_NOTE) {
                return;
            }
            noted = null;
            try {
                held.write(ByteBuffer.wrap(line), end);
            } catch (IOException e) {
                held.truncate(end); // the next line is not to follow a part of this one
            }
        } catch (IOException ignored) {
            // The file goes with the process, unless that is killed.
        }
    }

    /** The note itself goes as the process exits. */
    void deleteAtExit() {
        note.toFile().deleteOnExit();
    }

    /** Removes these of our own, as the next start would. */
    public void remove(List<Path> own) {
        try {
            for (Path path : own) {
                remove(path, note);
            }
        } catch (IOException | RuntimeException ignored) {
            // A file that can't be deleted is removed by the next start.
        }
    }

    /**
     * Removes what dead processes noted down. Our own note is not touched: to close a file gives up all our locks on
     * it.
     */
    public void clearOthers() {
        clear(folder, note);
    }

    /** The same where this process has no note yet. */
    static void clear(Path folder) {
        clear(folder, null);
    }

    private static void clear(Path folder, @Nullable Path own) {
        try (DirectoryStream<Path> notes = Files.newDirectoryStream(folder, NOTES)) {
            int seen = 0;
            for (Path other : notes) {
                if (++seen > MOST_NOTES) {
                    return;
                }
                if (own == null || !other.getFileName().equals(own.getFileName())) {
                    clearOne(other);
                }
            }
        } catch (IOException | RuntimeException ignored) {
            // A folder that can't be read keeps its files until the next start.
        }
    }

    private static void clearOne(Path note) {
        try (FileChannel channel = FileChannel.open(
                        note, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            if (lock == null || channel.size() > LONGEST_NOTE) {
                return;
            }
            try (BufferedReader lines = Files.newBufferedReader(note)) {
                for (String path = lines.readLine(); path != null; path = lines.readLine()) {
                    remove(Path.of(path), note);
                }
            }
            Files.deleteIfExists(note);
        } catch (IOException | RuntimeException ignored) {
            // OverlappingFileLockException: this process holds the note, so its files are in use.
        }
    }

    private static void remove(Path left, Path note) throws IOException {
        Path name = left.getFileName();
        if (name == null
                || !Files.exists(left, LinkOption.NOFOLLOW_LINKS)
                || !owner(left).equals(owner(note))) {
            return;
        }
        if (FILE.matcher(name.toString()).matches() && Files.isRegularFile(left, LinkOption.NOFOLLOW_LINKS)) {
            Files.delete(left);
        } else if (PART.matcher(name.toString()).matches() && Files.isRegularFile(left, LinkOption.NOFOLLOW_LINKS)) {
            if (Files.size(left) == 0) { // what JFR has begun to write is the user's
                Files.delete(left);
            }
        } else if (Files.isDirectory(left, LinkOption.NOFOLLOW_LINKS)) {
            if (REPOSITORY.matcher(name.toString()).matches()) {
                removeFolder(left, "*.{jfr,part}");
            } else if (FOLDER.matcher(name.toString()).matches()) {
                removeFolder(left, "*");
            }
        }
    }

    private static void removeFolder(Path folder, String ours) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, ours)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(folder); // fails where something else is in it
    }

    private static Object owner(Path path) throws IOException {
        return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** The process continues or ends by itself, and leaves nothing. */
    @Override
    public synchronized void close() {
        try {
            Files.deleteIfExists(note);
            held.close();
        } catch (IOException ignored) {
            // A note that can't be deleted is removed by the next start.
        }
    }
}
