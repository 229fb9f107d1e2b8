package io.vtmonitor.live;

import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.Pin;
import java.util.function.LongUnaryOperator;

/**
 * Remembers which pins, file I/O, or other events the stream has delivered, so that the recording, which is read at
 * exit, adds only the others. A flush of JFR writes the buffers of all threads, and the stream delivers a flush
 * completely. So all that ended well before the latest pin of a complete flush was delivered with it or earlier. Only
 * later pins are remembered individually: as hashes, in two generations of at least two seconds each. The generations
 * grow as needed. If the young one reaches {@value #MOST} hashes, the old one is dropped, and what ended before the
 * last pin of the old one counts as delivered.
 *
 * <p>Not thread-safe: the thread of the stream writes, and the shutdown hook reads after that thread has ended.
 */
final class DeliveredPins {
    /** Longer than the time between the end of a pin and the commit of its event, unless the thread is starved. */
    private static final long SLACK_NANOS = 2_000_000_000L;

    /**
     * Three seconds of 175,000 events a second, three times as many as the budget allows of all kinds of events
     * together.
     */
    static final int MOST = 1 << 19;

    private static final int LEAST_CAPACITY = 1 << 12;

    /** Nanoseconds by which a time may differ if it is computed from ticks of two different chunks. */
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
     * Adds another event.
     *
     * @param detail distinguishes it from other events of that kind that begin at the same time
     */
    void add(String kind, long start, long end, long detail) {
        add(hash(start, detail, kind), end);
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

    /** Called when all pins of a flush have been added. */
    void flushed() {
        flushedUpTo = latestEnd;
        if (latestEnd != Long.MIN_VALUE && latestEnd - SLACK_NANOS > youngSince) {
            turn();
        }
    }

    /** All that ended before this time has been delivered; nanoseconds since the epoch, by the stream's clock. */
    long until() {
        long whole = flushedUpTo == Long.MIN_VALUE ? Long.MIN_VALUE : flushedUpTo - SLACK_NANOS;
        return Math.max(whole, givenUpTo);
    }

    /**
     * Whether the stream has delivered this pin.
     *
     * @param ahead nanoseconds by which the stream's clock is ahead of the clock of the pin's times
     */
    boolean contains(Pin pin, long ahead) {
        return pin.endNanos() + ahead < until() || anyNear(pin.startNanos() + ahead, ahead, start -> hash(pin, start));
    }

    /** Whether the stream has delivered this file I/O; {@code ahead} is as for pins. */
    boolean contains(FileIo busy, long ahead) {
        return busy.endNanos() + ahead < until()
                || anyNear(busy.startNanos() + ahead, ahead, start -> hash(busy, start));
    }

    /** Whether the stream has delivered this event; {@code ahead} is as for pins. */
    boolean contains(String kind, long start, long end, long detail, long ahead) {
        return end + ahead < until() || anyNear(start + ahead, ahead, at -> hash(at, detail, kind));
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
     * A hash of the start, the length, and the kind, which identify a pin, as times are in nanoseconds. Never 0, which
     * marks a free place. The thread is not used: on JDK 21, the stream often does not know a virtual thread that the
     * complete file has.
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
