package io.vtmonitor.live;

import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.Pin;
import java.util.function.LongUnaryOperator;

/**
 * Remembers which pins (and file I/O; or what else is counted) the stream has delivered, so that the recording read at
 * exit adds only those it has not. JFR writes every thread's buffer at a flush, and the stream delivers a flush whole:
 * what ended well before the latest pin of a complete flush was delivered with it. Only younger pins are remembered one
 * by one, as hashes in two generations, each of two seconds at least. They grow with what comes; beyond {@value #MOST}
 * in a generation the older one is given up, and what ended before its last pin counts as delivered.
 *
 * <p>Not thread-safe: the stream's thread writes, the shutdown hook reads after that thread has ended.
 */
final class DeliveredPins {
    /** Longer than a thread can take between the end of a pin and the commit of its event, unless it is starved. */
    private static final long SLACK_NANOS = 2_000_000_000L;

    /** Three seconds of 175 000 a second: three times what the budget allows of all kinds of events together. */
    static final int MOST = 1 << 19;

    private static final int LEAST_CAPACITY = 1 << 12;

    /** Ticks become nanoseconds by a division, from two begins. */
    private static final int ROUNDING = 2;

    private long[] young = new long[LEAST_CAPACITY];
    private long[] old = new long[LEAST_CAPACITY];
    private int youngSize;
    private long youngSince = Long.MIN_VALUE;
    private long latestEnd = Long.MIN_VALUE;
    private long flushedUpTo = Long.MIN_VALUE;
    private long givenUpTo = Long.MIN_VALUE;
    private long latestEndOfOld = Long.MIN_VALUE;

    void add(Pin pin) {
        add(hash(pin, pin.startNanos()), pin.endNanos());
    }

    void add(FileIo busy) {
        add(hash(busy, busy.startNanos()), busy.endNanos());
    }

    /**
     * An event that has no length.
     *
     * @param detail that tells it from another of that kind at the same time
     */
    void add(String kind, long start, long detail) {
        add(hash(start, detail, kind), start);
    }

    private void add(long hash, long end) {
        if (youngSize >= MOST) {
            givenUpTo = latestEndOfOld;
            turn();
        } else if (youngSize > young.length / 2) {
            young = grown(young);
        }
        if (insert(young, hash)) {
            youngSize++;
        }
        latestEnd = Math.max(latestEnd, end);
    }

    /** All pins of a flush have been added. */
    void flushed() {
        flushedUpTo = latestEnd;
        if (latestEnd != Long.MIN_VALUE && latestEnd - SLACK_NANOS > youngSince) {
            turn();
        }
    }

    /** What ended before has been delivered; nanoseconds since the epoch, by the stream's clock. */
    long until() {
        long whole = flushedUpTo == Long.MIN_VALUE ? Long.MIN_VALUE : flushedUpTo - SLACK_NANOS;
        return Math.max(whole, givenUpTo);
    }

    /**
     * Whether the stream has delivered it.
     *
     * @param ahead by how much the stream's clock is ahead of the one that the pin's times are by, in nanoseconds
     */
    boolean contains(Pin pin, long ahead) {
        return pin.endNanos() + ahead < until() || anyNear(pin.startNanos() + ahead, ahead, start -> hash(pin, start));
    }

    /** Whether the stream has delivered this file I/O; {@code ahead} as for a pin. */
    boolean contains(FileIo busy, long ahead) {
        return busy.endNanos() + ahead < until()
                || anyNear(busy.startNanos() + ahead, ahead, start -> hash(busy, start));
    }

    /** Whether the stream has delivered this event; {@code ahead} as for a pin. */
    boolean contains(String kind, long start, long detail, long ahead) {
        return start + ahead < until() || anyNear(start + ahead, ahead, at -> hash(at, detail, kind));
    }

    private boolean anyNear(long start, long ahead, LongUnaryOperator hashFor) {
        int rounding = ahead == 0 ? 0 : ROUNDING;
        for (int rounded = -rounding; rounded <= rounding; rounded++) {
            long hash = hashFor.applyAsLong(start + rounded);
            if (find(young, hash) || find(old, hash)) {
                return true;
            }
        }
        return false;
    }

    private void turn() {
        old = young;
        latestEndOfOld = latestEnd;
        young = new long[LEAST_CAPACITY];
        youngSize = 0;
        youngSince = latestEnd;
    }

    private static long[] grown(long[] table) {
        long[] grown = new long[table.length * 2];
        for (long hash : table) {
            if (hash != 0) {
                insert(grown, hash);
            }
        }
        return grown;
    }

    private static boolean insert(long[] table, long hash) {
        int index = (int) (hash & (table.length - 1));
        while (table[index] != 0 && table[index] != hash) {
            index = (index + 1) & (table.length - 1);
        }
        boolean added = table[index] == 0;
        table[index] = hash;
        return added;
    }

    private static boolean find(long[] table, long hash) {
        int index = (int) (hash & (table.length - 1));
        while (table[index] != 0 && table[index] != hash) {
            index = (index + 1) & (table.length - 1);
        }
        return table[index] == hash;
    }

    /**
     * Never 0, which marks a free place. The thread has no part in it: the stream of JDK 21 often does not know a
     * virtual thread that the finished file does. Start and length to the nanosecond tell pins apart.
     */
    private static long hash(Pin pin, long start) {
        return hash(start, pin.durationNanos(), pin.blocking().event().eventName());
    }

    private static long hash(FileIo busy, long start) {
        return hash(start, busy.durationNanos(), busy.operation());
    }

    private static long hash(long start, long duration, String kind) {
        long mixed = start * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 29) ^ duration) * 0x94D049BB133111EBL;
        mixed ^= (mixed >>> 32) ^ kind.hashCode();
        return mixed == 0 ? 1 : mixed;
    }
}
