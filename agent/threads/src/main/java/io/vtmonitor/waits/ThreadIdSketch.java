package io.vtmonitor.waits;

import java.util.Arrays;

/**
 * Which threads a group has, in bounded memory: a bottom-k sketch, the {@value #SIZE} ids with the smallest hashes. Two
 * sketches estimate which part of their sets is common. The result is exact while both sets fit.
 */
public final class ThreadIdSketch {
    public static final int SIZE = 64;

    /** The hashes of the ids, ascending. */
    private long[] mixed = new long[4];

    private int kept;
    private int all;

    /** Adds an id. Call it once for each id. */
    public void add(long id) {
        all++;
        long value = mix(id);
        if (kept == SIZE) {
            if (value >= mixed[SIZE - 1]) {
                return;
            }
            kept--;
        } else if (kept == mixed.length) {
            mixed = Arrays.copyOf(mixed, Math.min(SIZE, 2 * kept));
        }
        int at = -(Arrays.binarySearch(mixed, 0, kept, value) + 1);
        if (at < 0) {
            kept++; // mix() is one to one, so the same id was added twice
            return;
        }
        System.arraycopy(mixed, at, mixed, at + 1, kept - at);
        mixed[at] = value;
        kept++;
    }

    /** Whether the sketch has all ids of the set. */
    public boolean isWhole() {
        return all == kept;
    }

    /** The part of this set that is also in the other one, 0 to 1; 1 if this set is empty. */
    public double partIn(ThreadIdSketch other) {
        long upTo = Math.min(bound(), other.bound());
        int mine = 0;
        int both = 0;
        for (int i = 0; i < kept && mixed[i] <= upTo; i++) {
            mine++;
            if (Arrays.binarySearch(other.mixed, 0, other.kept, mixed[i]) >= 0) {
                both++;
            }
        }
        return mine == 0 ? 1 : (double) both / mine;
    }

    /** The sketch has each id of the set whose hash is at most this. */
    private long bound() {
        return isWhole() ? Long.MAX_VALUE : mixed[kept - 1];
    }

    /** A hash that is one to one, so that no two ids collide. */
    private static long mix(long id) {
        long z = (id ^ (id >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
