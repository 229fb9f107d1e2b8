package io.vtmonitor.recording;

import io.vtmonitor.jfr.ChunkHeaders;
import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which of the files that are read together has a chunk: two dumps of one JVM hold the same chunks as far as their time
 * is the same, and so do a recording and one that it was joined into. Each chunk is read from one file only: from the
 * one that holds more of it, for it may have been copied while it was still being written, else from the first.
 *
 * <p>Of plain files the chunks' headers are looked at beforehand; what has to be unpacked, and a pipe, claims what is
 * left in the order of the files, and knows the chunks of those before it. So it does not show who was faster. A
 * hundred bytes or so are kept for each chunk.
 *
 * <p>Thread-safe.
 */
public final class SharedChunks {
    /** More than clocks are set by between two chunks of a JVM. */
    private static final long NEAR = 10_000_000_000L;

    private final int files;
    private final Map<Key, Owner> owners = new HashMap<>();
    private final NavigableMap<Long, List<Chunk>> byEnd = new TreeMap<>();
    private final BitSet passed = new BitSet();
    private final BitSet withCopies = new BitSet();
    private final BitSet continuing = new BitSet();
    private long copies;

    /** No JVM begins two chunks at one tick of its clock, and no two JVMs are as far at the same nanosecond. */
    private record Key(long startNanos, long startTicks) {
        static Key of(Chunk chunk) {
            return new Key(chunk.startNanos(), chunk.startTicks());
        }
    }

    /**
     * Who has it.
     *
     * @param file its number
     * @param length how many bytes of the chunk are there
     */
    private record Owner(int file, long length) {}

    private SharedChunks(int files) {
        this.files = files;
    }

    /** Of a file that is read by itself. */
    static SharedChunks none() {
        return new SharedChunks(1);
    }

    /**
     * Looks at the files that are going to be read, as far as that can be done without unpacking them. What can't be
     * read is passed over: who reads it says why.
     */
    public static SharedChunks of(List<Path> files) {
        SharedChunks chunks = new SharedChunks(files.size());
        for (int i = 0; i < files.size() && files.size() > 1; i++) {
            try {
                for (Path plain : RecordingFiles.plain(files.get(i))) {
                    chunks.add(i, ChunkHeaders.of(plain));
                }
            } catch (IOException ignored) {
                // The reader of this file reports why it cannot be read.
            }
        }
        return chunks;
    }

    /** Files in the order in which they are to be given to {@link #of}, and read. */
    public static List<Path> inOrder(List<Path> files) {
        return FirstChunk.inOrder(files);
    }

    private void add(int file, ChunkHeaders headers) {
        for (int i = 0; i < headers.chunks().size(); i++) {
            Chunk chunk = headers.chunks().get(i);
            if (chunk.plausible()) {
                known(chunk);
                owners.merge(
                        Key.of(chunk),
                        new Owner(file, headers.readable(i)),
                        (known, another) -> another.length() > known.length() ? another : known);
            }
        }
    }

    private void known(Chunk chunk) {
        byEnd.computeIfAbsent(end(chunk), fresh -> new ArrayList<>(1)).add(chunk);
    }

    private static long end(Chunk chunk) {
        return chunk.startNanos() + chunk.durationNanos();
    }

    /**
     * Since when the JVM of a chunk was recorded without a gap, as far as the headers of plain files tell, and those of
     * packed ones up to this file: what a pin had of the time before is in the figures of another file. Nanoseconds
     * since the epoch.
     */
    synchronized long recordedSince(Chunk chunk) {
        if (byEnd.isEmpty()) { // a file that is read by itself
            return chunk.startNanos();
        }
        Chunk first = chunk;
        Chunk before = before(first);
        while (before != null) {
            first = before;
            before = before(first);
        }
        return first.startNanos();
    }

    private @Nullable Chunk before(Chunk chunk) {
        long start = chunk.startNanos();
        for (List<Chunk> ended :
                byEnd.subMap(start - NEAR, true, start + NEAR, true).values()) {
            for (Chunk one : ended) {
                if (one.startNanos() < start && ChunkSlice.follows(chunk, one)) {
                    return one;
                }
            }
        }
        return null;
    }

    /**
     * Which chunks of a file are to be read from it.
     *
     * @param file its number
     * @param found all of its chunks
     * @return the places in that list of those that other files tell of
     */
    synchronized BitSet copies(int file, List<ChunkSlice> found) {
        BitSet elsewhere = new BitSet();
        if (files > 1) {
            for (int i = 0; i < found.size(); i++) {
                Key key = Key.of(found.get(i).chunk());
                if (!owners.containsKey(key)) {
                    awaitTurn(file);
                }
                Owner owner = owners.get(key);
                if (owner == null) {
                    owner = new Owner(file, 0);
                    owners.put(key, owner);
                    known(found.get(i).chunk());
                }
                elsewhere.set(i, owner.file() != file);
            }
            copies += elsewhere.cardinality();
            withCopies.set(file, !elsewhere.isEmpty());
        }
        pass(file);
        return elsewhere;
    }

    /** Files are begun in their order: see {@link #inOrder}. */
    private void awaitTurn(int file) {
        try {
            while (passed.nextClearBit(0) < file) {
                wait();
            }
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }

    /** Nothing more comes of a file, which may have failed: those after it may continue. */
    synchronized void pass(int file) {
        passed.set(file);
        notifyAll();
    }

    /** Two files are of one JVM: their figures are put together without their pins. */
    synchronized void continues(int file) {
        continuing.set(file);
    }

    /** What was left out, and which figures are not known for that. Asked when all files have been read. */
    public synchronized List<Limit> limits() {
        List<Limit> limits = new ArrayList<>(2);
        if (!withCopies.isEmpty()) {
            limits.add(Limit.of(LimitKind.SHARED_CHUNKS, copies, withCopies.cardinality()));
        }
        if (!continuing.isEmpty()) {
            limits.add(Limit.of(LimitKind.JVM_IN_SEVERAL_FILES, continuing.cardinality()));
        }
        return limits;
    }
}
