package io.vtmonitor.waits;

import java.util.Arrays;

/**
 * Which threads a group has, in bounded room: the ids whose mixed bits are smallest. Two sketches tell how much their
 * sets have in common; exactly while both hold all of their sets.
 */
public final class ThreadIdSketch {
    public static final int SIZE = 64;

    /** Mixed ids, ascending. */
    private long[] mixed = new long[4];

    private int kept;
    private int all;

    /** Takes an id in, once. */
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
            kept++; // mix is one to one, so the same id came twice
            return;
        }
        System.arraycopy(mixed, at, mixed, at + 1, kept - at);
        mixed[at] = value;
        kept++;
    }

    /** Whether each id is kept. */
    public boolean isWhole() {
        return all == kept;
    }

    /** The part of this set that is in the other one, too: 0 to 1; 1 if this is empty. */
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

    /** All ids up to here are known. */
    private long bound() {
        return isWhole() ? Long.MAX_VALUE : mixed[kept - 1];
    }

    /** One to one, so that no two ids meet. */
    private static long mix(long id) {
        long z = (id ^ (id >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
