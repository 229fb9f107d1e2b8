package io.vtmonitor.jfr;

import io.vtmonitor.common.VarInt;
import java.util.Arrays;

/**
 * Where the threads of a chunk lie. A busy service starts millions of virtual threads, and each leaves a checkpoint of
 * its own: they are listed as they come, and gone through once, when it is known which ones are asked for. Not
 * thread-safe.
 */
public final class ChunkThreadIndex {
    private static final int FEW = 1_024;

    /** The type byte of a checkpoint that holds threads (JDK: {@code JfrCheckpointMode}). */
    static final int CHECKPOINT_OF_THREADS = 8;

    /** What is looked at of a thread's checkpoint: five numbers and the key, and three bytes between them. */
    private static final int LONGEST = 6 * VarInt.LONGEST + 3;

    private long[] keys = new long[FEW];
    private long[] offsets = new long[FEW];
    private int size;

    void clear() {
        size = 0;
        if (keys.length > 1 << 20) {
            keys = new long[FEW];
            offsets = new long[FEW];
        }
    }

    public int size() {
        return size;
    }

    public long key(int number) {
        return keys[number];
    }

    public long offset(int number) {
        return offsets[number];
    }

    void add(long key, long offset) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            offsets = Arrays.copyOf(offsets, 2 * size);
        }
        keys[size] = key;
        offsets[size++] = offset;
    }

    /**
     * Takes up a checkpoint of one thread: the loop over millions of them calls next to nothing.
     *
     * @param window of compressed numbers, stands behind the event's type
     * @param threadType number of the type of threads
     * @return false if it is another checkpoint, or not sure to be one; nothing has changed then
     */
    boolean addCheckpoint(ChunkWindow window, long threadType) {
        byte[] bytes = window.bytes();
        int p = window.position();
        if (p + LONGEST > window.limit()) {
            return false;
        }
        // Its start, its duration, the distance to the checkpoint before.
        for (int i = 0; i < 3; i++) {
            p = VarInt.after(bytes, p);
        }
        if (bytes[p++] != CHECKPOINT_OF_THREADS || bytes[p++] <= 0) {
            return false;
        }
        int after = VarInt.after(bytes, p);
        if (VarInt.value(bytes, p, after) != threadType || bytes[after++] != 1) {
            return false;
        }
        p = VarInt.after(bytes, after);
        add(VarInt.value(bytes, after, p), window.offset() - window.position() + p);
        return true;
    }
}
