package io.vtmonitor.source;

import io.vtmonitor.model.Busy;
import io.vtmonitor.model.Pin;
import java.util.Arrays;

/**
 * Remembers which pins (and file I/O) the stream has delivered, so that the recording read at exit adds only those it has not. JFR
 * writes every thread's buffer at a flush, and the stream delivers a flush whole: what ended well before the latest pin
 * of a complete flush was delivered with it. Only younger pins are remembered one by one, as hashes in two generations
 * of bounded size.
 *
 * <p>Not thread-safe: the stream's thread writes, the shutdown hook reads after that thread has ended.
 */
final class DeliveredPins {
    /** Longer than a thread can take between the end of a pin and the commit of its event, unless it is starved. */
    private static final long SLACK_NANOS = 2_000_000_000L;

    private static final int CAPACITY = 1 << 16;

    private long[] young = new long[CAPACITY];
    private long[] old = new long[CAPACITY];
    private int youngSize;
    private long youngSince = Long.MIN_VALUE;
    private long latestEnd = Long.MIN_VALUE;
    private long flushedUpTo = Long.MIN_VALUE;

    void add(Pin pin) {
        add(hash(pin), pin.endNanos());
    }

    void add(Busy busy) {
        add(hash(busy), busy.endNanos());
    }

    private void add(long hash, long end) {
        if (end - SLACK_NANOS > youngSince || youngSize > CAPACITY / 2) {
            turn(end);
        }
        if (insert(young, hash)) {
            youngSize++;
        }
        latestEnd = Math.max(latestEnd, end);
    }

    /** All pins of a flush have been added. */
    void flushed() {
        flushedUpTo = latestEnd;
    }

    boolean contains(Pin pin) {
        return contains(hash(pin), pin.endNanos());
    }

    boolean contains(Busy busy) {
        return contains(hash(busy), busy.endNanos());
    }

    private boolean contains(long hash, long end) {
        boolean longAgo = flushedUpTo != Long.MIN_VALUE && end < flushedUpTo - SLACK_NANOS;
        return longAgo || find(young, hash) || find(old, hash);
    }

    private void turn(long now) {
        long[] emptied = old;
        old = young;
        Arrays.fill(emptied, 0);
        young = emptied;
        youngSize = 0;
        youngSince = now;
    }

    private static boolean insert(long[] table, long hash) {
        int index = (int) (hash & (CAPACITY - 1));
        while (table[index] != 0 && table[index] != hash) {
            index = (index + 1) & (CAPACITY - 1);
        }
        boolean added = table[index] == 0;
        table[index] = hash;
        return added;
    }

    private static boolean find(long[] table, long hash) {
        int index = (int) (hash & (CAPACITY - 1));
        while (table[index] != 0 && table[index] != hash) {
            index = (index + 1) & (CAPACITY - 1);
        }
        return table[index] == hash;
    }

    /**
     * Never 0, which marks a free place. The thread has no part in it: the stream of JDK 21 often does not know a virtual
     * thread that the finished file does. Start and length to the nanosecond tell pins apart.
     */
    private static long hash(Pin pin) {
        return hash(
                pin.startNanos(), pin.durationNanos(), pin.blocking().event().eventName());
    }

    private static long hash(Busy busy) {
        return hash(busy.startNanos(), busy.durationNanos(), busy.operation());
    }

    private static long hash(long start, long duration, String kind) {
        long mixed = start * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 29) ^ duration) * 0x94D049BB133111EBL;
        mixed ^= (mixed >>> 32) ^ kind.hashCode();
        return mixed == 0 ? 1 : mixed;
    }
}
