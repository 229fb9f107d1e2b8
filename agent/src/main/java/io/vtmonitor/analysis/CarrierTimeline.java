package io.vtmonitor.analysis;

import io.vtmonitor.analysis.Windows.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    private int[] sites = new int[256];
    private int size;
    private long forgottenBefore = Long.MIN_VALUE;
    private long forgottenStarved;
    private int forgottenMax;
    private List<Window> forgottenWindows = List.of();
    private final CarrierBins forgottenBins = new CarrierBins();
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

    /**
     * A pin.
     *
     * @param site number of its site, negative for a folded one
     */
    void add(long start, long end, int site) {
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
            sites = Arrays.copyOf(sites, size * 2);
        }
        sites[size] = site;
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

    /** The longest stretches in which all carriers were pinned, or as many as ever were. */
    List<Window> worst() {
        int level = Math.min(parallelism, total().max());
        return level == 0 ? List.of() : Windows.longest(windows(Long.MAX_VALUE, level));
    }

    /** What is kept up to a time, after what is forgotten; only the windows that may count are told with their sites. */
    private List<Window> windows(long upTo, int level) {
        int count = 0;
        long[] begins = new long[size];
        long[] stops = new long[size];
        for (int i = 0; i < size; i++) {
            if (starts[i] < upTo) {
                begins[count] = starts[i];
                stops[count++] = Math.min(ends[i], upTo);
            }
        }
        List<Window> found = Windows.find(Windows.sorted(begins, count), Windows.sorted(stops, count), level);
        List<Window> all = new ArrayList<>(forgottenWindows);
        // A level that was reached later makes the windows of a lower one meaningless.
        all.removeIf(window -> window.level() != level);
        List<Window> longest = Windows.longest(found);
        for (int i = 0; i < found.size(); i++) {
            Window window = found.get(i);
            boolean atTheEdge = i == 0 || i == found.size() - 1;
            if (atTheEdge || longest.contains(window)) {
                // A pin that lies across what was forgotten is counted on both sides: as many as carriers, at most.
                Windows.append(all, Windows.counted(window, starts, ends, sites, size));
            }
        }
        return all;
    }

    /** How many carriers were pinned over time. */
    CarrierBins bins() {
        CarrierBins all = forgottenBins.copy();
        sweep(Long.MIN_VALUE, Long.MAX_VALUE, all);
        return all;
    }

    /** Within a window, nanoseconds since the epoch; only what has not been forgotten. */
    Sweep sweep(long from, long to) {
        return sweep(from, to, null);
    }

    private Sweep sweep(long from, long to, @Nullable CarrierBins bins) {
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
            if (bins != null && open > 0 && now > before) {
                bins.add(before, now, open, open >= parallelism);
            }
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
        Sweep forgotten = sweep(Long.MIN_VALUE, cut, forgottenBins);
        int level = Math.min(parallelism, Math.max(forgotten.max(), forgottenMax));
        List<Window> windows = windows(cut, level);
        List<Window> longest = Windows.longest(windows);
        Window last = windows.isEmpty() ? null : windows.get(windows.size() - 1);
        forgottenWindows = windows.stream()
                .filter(window -> window.equals(last) || longest.contains(window))
                .toList();
        forgottenStarved += forgotten.starvedNanos();
        forgottenMax = Math.max(forgottenMax, forgotten.max());
        forgottenBefore = cut;
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (ends[i] > cut) {
                starts[kept] = Math.max(starts[i], cut);
                sites[kept] = sites[i];
                ends[kept++] = ends[i];
            }
        }
        size = kept;
    }
}
