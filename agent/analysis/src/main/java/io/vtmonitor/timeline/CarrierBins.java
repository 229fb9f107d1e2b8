package io.vtmonitor.timeline;

import io.vtmonitor.report.figures.Bin;
import io.vtmonitor.report.figures.Timeline;
import java.util.ArrayList;
import java.util.List;

/**
 * How many carriers were pinned in each bin of one JVM's time. Never more than {@link Grid#MOST} bins: it grows coarser
 * instead, which loses no time.
 *
 * <p>Not thread-safe.
 */
public final class CarrierBins {
    private int shift;
    private long firstBin;
    private int size;
    private long[] held = new long[16];
    private long[] starved = new long[16];
    private int[] most = new int[16];

    /** The bin that was added to last: most stretches are shorter, and lie in the same. */
    private int last;

    private long lastBegin;
    private long lastEnd = Long.MIN_VALUE;

    public static CarrierBins of(Timeline timeline) {
        CarrierBins bins = new CarrierBins();
        bins.shift = Grid.shift(timeline.binSeconds());
        bins.firstBin = timeline.firstBin();
        bins.size = timeline.bins().size();
        bins.held = new long[bins.size];
        bins.starved = new long[bins.size];
        bins.most = new int[bins.size];
        for (int i = 0; i < bins.size; i++) {
            Bin bin = timeline.bins().get(i);
            bins.held[i] = bin.heldNanos();
            bins.starved[i] = bin.starvedNanos();
            bins.most[i] = bin.mostCarriers();
        }
        return bins;
    }

    /**
     * A stretch in which the number of pinned carriers did not change.
     *
     * @param from begin, nanoseconds since the epoch
     * @param to end, likewise, after the begin
     * @param carriers how many were pinned, at least one
     * @param starves true if that is all of them
     */
    void add(long from, long to, int carriers, boolean starves) {
        if (from >= lastBegin && to <= lastEnd) {
            add(last, to - from, carriers, starves);
            return;
        }
        cover(Grid.bin(from, shift), Grid.bin(to - 1, shift));
        long lastBin = Grid.bin(to - 1, shift);
        for (long bin = Grid.bin(from, shift); bin <= lastBin; bin++) {
            last = (int) (bin - firstBin);
            lastBegin = Grid.begin(bin, shift);
            lastEnd = Grid.begin(bin + 1, shift);
            add(last, Math.min(to, lastEnd) - Math.max(from, lastBegin), carriers, starves);
        }
    }

    private void add(int at, long nanos, int carriers, boolean starves) {
        held[at] += nanos * carriers;
        starved[at] += starves ? nanos : 0;
        most[at] = Math.max(most[at], carriers);
    }

    public CarrierBins copy() {
        CarrierBins copy = new CarrierBins();
        copy.shift = shift;
        copy.firstBin = firstBin;
        copy.size = size;
        copy.held = held.clone();
        copy.starved = starved.clone();
        copy.most = most.clone();
        return copy;
    }

    /** Goes over to a coarser grid, or stays in its own. */
    public void coarsen(int coarser) {
        int by = coarser - shift;
        if (by <= 0) {
            return;
        }
        long first = firstBin >> by;
        long[] heldThen = new long[held.length];
        long[] starvedThen = new long[held.length];
        int[] mostThen = new int[held.length];
        for (int i = 0; i < size; i++) {
            int at = (int) (((firstBin + i) >> by) - first);
            heldThen[at] += held[i];
            starvedThen[at] += starved[i];
            mostThen[at] = Math.max(mostThen[at], most[i]);
        }
        size = size == 0 ? 0 : (int) (((firstBin + size - 1) >> by) - first) + 1;
        firstBin = first;
        held = heldThen;
        starved = starvedThen;
        most = mostThen;
        shift = coarser;
    }

    public int size() {
        return size;
    }

    /** Carrier-nanoseconds of the bin at that place. */
    public long held(int at) {
        return held[at];
    }

    /** Whether so many carriers were pinned all the time of the bin, or none. */
    public boolean isFull(int at) {
        return held[at] % Grid.begin(1, shift) == 0;
    }

    public long firstBin() {
        return firstBin;
    }

    public int shift() {
        return shift;
    }

    /** Makes room for bins, in a coarser grid if need be. */
    private void cover(long from, long to) {
        long first = size == 0 ? from : Math.min(from, firstBin);
        long last = size == 0 ? to : Math.max(to, firstBin + size - 1);
        int fitting = Grid.fitting(first, last, shift, Grid.MOST);
        int by = fitting - shift;
        coarsen(fitting);
        first >>= by;
        int wanted = (int) ((last >> by) - first) + 1;
        int before = size == 0 ? 0 : (int) (firstBin - first);
        if (wanted > held.length || before > 0) {
            int length = Math.max(held.length, Math.min(Grid.MOST, Integer.highestOneBit(wanted) * 2));
            held = moved(held, new long[length], before);
            starved = moved(starved, new long[length], before);
            int[] mostThen = new int[length];
            System.arraycopy(most, 0, mostThen, before, size);
            most = mostThen;
        }
        firstBin = first;
        size = wanted;
        lastEnd = Long.MIN_VALUE;
    }

    private long[] moved(long[] from, long[] to, int by) {
        System.arraycopy(from, 0, to, by, size);
        return to;
    }

    /** The timeline in this grid or a coarser one. */
    public Timeline timeline(int coarser) {
        CarrierBins shown = copy();
        shown.coarsen(coarser);
        List<Bin> bins = new ArrayList<>(shown.size);
        for (int i = 0; i < shown.size; i++) {
            bins.add(new Bin(shown.held[i], shown.most[i], shown.starved[i]));
        }
        return new Timeline(Grid.seconds(shown.shift), shown.size == 0 ? 0 : shown.firstBin, bins);
    }
}
