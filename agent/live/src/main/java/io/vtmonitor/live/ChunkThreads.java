package io.vtmonitor.live;

import io.vtmonitor.jfr.JfrEncoding;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ids of the threads of events, read from the chunk that JFR is writing. On JDK 21 to 23, JFR's stream does not
 * have the virtual threads of events, because the JVM describes these threads only at the end of the chunk. The events
 * themselves have the ids. Not thread-safe: only the thread of the stream uses it.
 */
final class ChunkThreads {
    private static final String SUFFIX = ".jfr";

    // The header as JDK 21 to 23 write it (jfrChunkWriter.cpp): offsets of the size so far, the state, and the flags.
    private static final int HEADER = 68;
    private static final int SIZE = 8;
    private static final int STATE = 64;
    private static final int FLAGS = 67;
    private static final int BEING_WRITTEN = 255;
    private static final int COMPRESSED = 1;

    /** If there is more to read, it is skipped, and the threads of these events are not known. */
    private static final long MOST_BYTES = 16L << 20;

    private static final int WINDOW = 1 << 16;

    /** The bytes needed of an event at most: size, type, start, duration, and thread. */
    private static final int MOST_READ = 5 * 9;

    private static final int MOST_EVENTS = 1 << 16;
    private static final long AMBIGUOUS = 0;

    private final Path repository;
    private final Set<Long> types;
    private final Map<Long, Long> threads = new HashMap<>();
    private final ByteBuffer window = ByteBuffer.allocate(WINDOW);
    private @Nullable Path chunk;
    private long offset = HEADER;
    private boolean failed;

    /**
     * @param repository the repository of this JVM's JFR
     * @param types the ids of the types of events, which must start with the fields start, duration, and thread
     */
    ChunkThreads(Path repository, Collection<Long> types) {
        this.repository = repository;
        this.types = new HashSet<>(types);
    }

    /** The id of the thread of the event that began at that time, in ticks of the chunk; 0 if it is not known. */
    long at(long ticks) {
        Long known = threads.get(ticks);
        if (known == null && !failed) {
            try {
                refresh();
            } catch (IOException | RuntimeException ignored) {
                failed = true; // for the rest of this batch
            }
            known = threads.get(ticks);
        }
        return known == null ? AMBIGUOUS : known;
    }

    /** Called at the end of a batch of the stream: the threads of its events are not needed again. */
    void flushed() {
        failed = false;
        threads.clear();
    }

    private void refresh() throws IOException {
        Path newest = newest();
        Path before = chunk;
        if (before != null && !before.equals(newest) && Files.exists(before)) {
            read(before);
        }
        if (newest != null) {
            if (!newest.equals(before)) {
                chunk = newest;
                offset = HEADER;
            }
            read(newest);
        }
    }

    /** The newest chunk, by its name, which is the time when it began. */
    private @Nullable Path newest() throws IOException {
        Path newest = null;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(repository, "*" + SUFFIX)) {
            for (Path file : files) {
                if (newest == null || name(file).compareTo(name(newest)) > 0) {
                    newest = file;
                }
            }
        }
        return newest;
    }

    private static String name(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - SUFFIX.length());
    }

    private void read(Path file) throws IOException {
        try (FileChannel bytes = FileChannel.open(file, StandardOpenOption.READ)) {
            fill(bytes, 0, HEADER);
            long end = window.getLong(SIZE);
            if ((window.get(STATE) & 0xff) == BEING_WRITTEN || (window.get(FLAGS) & COMPRESSED) == 0) {
                return;
            }
            long from = end - offset > MOST_BYTES ? end : offset;
            offset = end; // events begin there, as a flush has ended there
            while (from < end) {
                fill(bytes, from, (int) Math.min(window.capacity(), end - from));
                from += events(end - from);
            }
        }
    }

    private void fill(FileChannel bytes, long from, int length) throws IOException {
        window.clear().limit(length);
        while (window.hasRemaining()) {
            if (bytes.read(window, from + window.position()) < 0) {
                throw new EOFException();
            }
        }
        window.flip();
    }

    /**
     * Reads events in the window, as long as it certainly has the bytes that are needed of the next one.
     *
     * @param left the number of bytes of events from the start of the window on
     * @return the offset of the next event from the start of the window; behind the window if the last event continues
     *     there
     */
    private long events(long left) throws IOException {
        long next = 0;
        while (next < window.limit() && (window.limit() == left || next <= window.limit() - MOST_READ)) {
            window.position((int) next);
            long size = JfrEncoding.integer(window);
            if (size <= 0 || size > left - next) {
                throw new IOException("an event of " + size + " bytes");
            }
            if (types.contains(JfrEncoding.integer(window))) {
                long ticks = JfrEncoding.integer(window);
                JfrEncoding.integer(window); // duration
                long thread = JfrEncoding.integer(window);
                if (threads.size() < MOST_EVENTS) {
                    threads.merge(ticks, thread, (one, other) -> one.equals(other) ? one : AMBIGUOUS);
                }
            }
            next += size;
        }
        return next;
    }
}
