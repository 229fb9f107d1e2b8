package io.vtmonitor.timeline;

import java.util.Arrays;

/**
 * Goes over pins in the order of their begins and keeps those that are open, which are no more than there are carriers:
 * how many were pinned at each instant. Pins come in that order; one that begins when another ends does not overlap it.
 */
public final class Sweep {
    private final int parallelism;
    private final CarrierBins bins;
    private final Windows windows;

    /** A heap, the earliest end on top. */
    private long[] ends = new long[8];

    private int[] sites = new int[8];
    private int open;
    private long now = Long.MIN_VALUE;
    private long pinnedNanos;
    private long lostNanos;
    private long starvedNanos;
    private int most;

    /**
     * @param parallelism how many pinned carriers starve the others
     */
    Sweep(int parallelism) {
        this(parallelism, new CarrierBins(), new Windows(parallelism));
    }

    private Sweep(int parallelism, CarrierBins bins, Windows windows) {
        this.parallelism = parallelism;
        this.bins = bins;
        this.windows = windows;
    }

    Sweep copy() {
        Sweep copy = new Sweep(parallelism, bins.copy(), windows.copy());
        copy.ends = ends.clone();
        copy.sites = sites.clone();
        copy.open = open;
        copy.now = now;
        copy.pinnedNanos = pinnedNanos;
        copy.lostNanos = lostNanos;
        copy.starvedNanos = starvedNanos;
        copy.most = most;
        return copy;
    }

    /** The next pin; see {@link SortedPins.Each#pin}. */
    void pin(long start, long end, int site) {
        advance(start);
        push(end, site);
        most = Math.max(most, open);
        windows.began(start, open, site, sites);
    }

    /** All pins that begin before this instant are known. */
    void advance(long to) {
        while (open > 0 && ends[0] <= to) {
            long end = ends[0];
            pass(end);
            pop();
            windows.ended(end, open);
        }
        pass(to);
    }

    private void pass(long to) {
        if (open > 0 && to > now) {
            long nanos = to - now;
            boolean starves = open >= parallelism;
            pinnedNanos += nanos * open;
            lostNanos += nanos * Math.min(open, parallelism);
            starvedNanos += starves ? nanos : 0;
            bins.add(now, to, open, starves);
        }
        now = to;
    }

    /** Lets the pins that are open end. */
    Sweep finished() {
        advance(Long.MAX_VALUE);
        return this;
    }

    private void push(long end, int site) {
        if (open == ends.length) {
            ends = Arrays.copyOf(ends, open * 2);
            sites = Arrays.copyOf(sites, open * 2);
        }
        int at = open++;
        while (at > 0 && ends[(at - 1) / 2] > end) {
            int above = (at - 1) / 2;
            ends[at] = ends[above];
            sites[at] = sites[above];
            at = above;
        }
        ends[at] = end;
        sites[at] = site;
    }

    private void pop() {
        long end = ends[--open];
        int site = sites[open];
        int at = 0;
        while (2 * at + 1 < open) {
            int below = 2 * at + 1;
            if (below + 1 < open && ends[below + 1] < ends[below]) {
                below++;
            }
            if (ends[below] >= end) {
                break;
            }
            ends[at] = ends[below];
            sites[at] = sites[below];
            at = below;
        }
        ends[at] = end;
        sites[at] = site;
    }

    /** Pins that are open, as far as they reach beyond an instant. */
    void openBeyond(long instant, SortedPins.Each each) {
        for (int i = 0; i < open; i++) {
            if (ends[i] > instant) {
                each.pin(instant, ends[i], sites[i]);
            }
        }
    }

    /** Carrier-nanoseconds. */
    public long pinnedNanos() {
        return pinnedNanos;
    }

    /** Likewise, without those of spare carriers: never more are lost at once than the scheduler aims at. */
    public long lostNanos() {
        return lostNanos;
    }

    /** Time in which as many were pinned as the scheduler aims at, or more. */
    public long starvedNanos() {
        return starvedNanos;
    }

    /** Most carriers pinned at one instant. */
    public int most() {
        return most;
    }

    public CarrierBins bins() {
        return bins;
    }

    Windows windows() {
        return windows;
    }
}
