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
 * The ids of the threads of events, from the chunk that JFR writes: its stream tells no virtual thread in JDK 21 to 23,
 * as the JVM writes who they are when the chunk ends, but their ids stand in the events. Not thread-safe: for the
 * stream's thread.
 */
final class ChunkThreads {
    private static final String SUFFIX = ".jfr";

    // The header, as JDK 21 to 23 write it (jfrChunkWriter.cpp): size so far, state, flags.
    private static final int HEADER = 68;
    private static final int SIZE = 8;
    private static final int STATE = 64;
    private static final int FLAGS = 67;
    private static final int BEING_WRITTEN = 255;
    private static final int COMPRESSED = 1;

    /** More is hopped over: who comes so late is not known then. */
    private static final long MOST_BYTES = 16L << 20;

    private static final int WINDOW = 1 << 16;

    /** What is read of an event: size, type, start, duration, thread. */
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
     * @param repository JFR's, of this JVM
     * @param types numbers of the events' types, whose first fields are start, duration and thread
     */
    ChunkThreads(Path repository, Collection<Long> types) {
        this.repository = repository;
        this.types = new HashSet<>(types);
    }

    /** The id of the thread of the event that began then, in the chunk's ticks; 0 where that is not known. */
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

    /** A batch of the stream is over: what has been read is not asked for again. */
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

    /** Their names are the times at which they began. */
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
     * Reads events of the window while all that is read of one surely lies in it.
     *
     * @param left how many bytes of events there are from the window's begin on
     * @return how far from there the next event begins, beyond the window where the last one continues
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
                JfrEncoding.integer(window); // how long it took
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
