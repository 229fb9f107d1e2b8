package io.vtmonitor.analysis;

import java.util.Arrays;

/**
 * How many carriers of one JVM were pinned at each instant: a sweep over the begins and ends of its uncompensated pins.
 * Exact while all pins fit; beyond the bound the oldest part is summed up and forgotten, and a pin that reaches back
 * into it counts from there on only, which {@link #folded} tells.
 *
 * <p>Not thread-safe.
 */
final class CarrierTimeline {
    private final int capacity;
    private final int parallelism;
    private long[] starts = new long[256];
    private long[] ends = new long[256];
    private int size;
    private long forgottenBefore = Long.MIN_VALUE;
    private long forgottenStarved;
    private int forgottenMax;
    private boolean folded;

    /**
     * What a sweep found.
     *
     * @param pinnedNanos carrier-nanoseconds
     * @param starvedNanos time in which every carrier was pinned
     * @param max most carriers pinned at one instant
     */
    record Sweep(long pinnedNanos, long starvedNanos, int max) {}

    /**
     * @param parallelism how many pinned carriers starve the others
     * @param capacity pins kept
     */
    CarrierTimeline(int parallelism, int capacity) {
        this.parallelism = Math.max(1, parallelism);
        this.capacity = capacity;
    }

    void add(long start, long end) {
        folded |= start < forgottenBefore;
        long from = Math.max(start, forgottenBefore);
        if (end <= from) {
            return;
        }
        if (size == capacity) {
            forgetOldest();
        }
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, size * 2);
            ends = Arrays.copyOf(ends, size * 2);
        }
        starts[size] = from;
        ends[size++] = end;
    }

    /** True where a pin began before what had been forgotten: starved time is a lower bound then. */
    boolean folded() {
        return folded;
    }

    /** From the first pin to the last. */
    Sweep total() {
        Sweep kept = sweep(Long.MIN_VALUE, Long.MAX_VALUE);
        return new Sweep(
                kept.pinnedNanos(), kept.starvedNanos() + forgottenStarved, Math.max(kept.max(), forgottenMax));
    }

    /** Within a window, nanoseconds since the epoch; only what has not been forgotten. */
    Sweep sweep(long from, long to) {
        long[] begins = new long[size];
        long[] stops = new long[size];
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (ends[i] > from && starts[i] < to) {
                begins[count] = Math.max(starts[i], from);
                stops[count++] = Math.min(ends[i], to);
            }
        }
        Arrays.sort(begins, 0, count);
        Arrays.sort(stops, 0, count);
        long pinned = 0;
        long starved = 0;
        int max = 0;
        int open = 0;
        long before = count == 0 ? 0 : begins[0];
        for (int begin = 0, stop = 0; stop < count; ) {
            boolean opens = begin < count && begins[begin] < stops[stop];
            long now = opens ? begins[begin++] : stops[stop++];
            pinned += (now - before) * open;
            starved += open >= parallelism ? now - before : 0;
            open += opens ? 1 : -1;
            max = Math.max(max, open);
            before = now;
        }
        return new Sweep(pinned, starved, max);
    }

    private void forgetOldest() {
        long[] sorted = Arrays.copyOf(ends, size);
        Arrays.sort(sorted);
        long cut = sorted[size / 2];
        Sweep forgotten = sweep(Long.MIN_VALUE, cut);
        forgottenStarved += forgotten.starvedNanos();
        forgottenMax = Math.max(forgottenMax, forgotten.max());
        forgottenBefore = cut;
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (ends[i] > cut) {
                starts[kept] = Math.max(starts[i], cut);
                ends[kept++] = ends[i];
            }
        }
        size = kept;
    }
}
