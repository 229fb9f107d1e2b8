package io.vtmonitor.analysis;

import io.vtmonitor.model.Report.Bin;
import io.vtmonitor.model.Report.Timeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How many carriers were pinned in each bin of one JVM's time. Never more than {@link Grid#MOST} bins: it grows coarser
 * instead, which loses no time.
 *
 * <p>Not thread-safe.
 */
final class CarrierBins {
    private int shift;
    private long firstBin;
    private int size;
    private long[] held = new long[16];
    private long[] starved = new long[16];
    private int[] most = new int[16];

    /**
     * A stretch in which the number of pinned carriers did not change.
     *
     * @param from begin, nanoseconds since the epoch
     * @param to end, likewise, after the begin
     * @param carriers how many were pinned, at least one
     * @param starves true where that is all of them
     */
    void add(long from, long to, int carriers, boolean starves) {
        cover(Grid.bin(from, shift), Grid.bin(to - 1, shift));
        long last = Grid.bin(to - 1, shift);
        for (long bin = Grid.bin(from, shift); bin <= last; bin++) {
            long nanos = Math.min(to, Grid.begin(bin + 1, shift)) - Math.max(from, Grid.begin(bin, shift));
            int i = (int) (bin - firstBin);
            held[i] += nanos * carriers;
            starved[i] += starves ? nanos : 0;
            most[i] = Math.max(most[i], carriers);
        }
    }

    void add(CarrierBins other) {
        CarrierBins same = other;
        if (other.shift < shift) {
            same = other.copy();
            same.coarsen(shift);
        } else if (other.shift > shift) {
            coarsen(other.shift);
        }
        if (same.size == 0) {
            return;
        }
        if (cover(same.firstBin, same.firstBin + same.size - 1)) {
            add(same);
            return;
        }
        for (int i = 0; i < same.size; i++) {
            int at = (int) (same.firstBin - firstBin) + i;
            held[at] += same.held[i];
            starved[at] += same.starved[i];
            most[at] = Math.max(most[at], same.most[i]);
        }
    }

    CarrierBins copy() {
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
    void coarsen(int coarser) {
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

    /** Makes room for bins; true where that took a coarser grid. */
    private boolean cover(long from, long to) {
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
        return by > 0;
    }

    private long[] moved(long[] from, long[] to, int by) {
        System.arraycopy(from, 0, to, by, size);
        return to;
    }

    /** The timeline in this grid or a coarser one. */
    Timeline timeline(int coarser) {
        CarrierBins shown = copy();
        shown.coarsen(coarser);
        List<Bin> bins = new ArrayList<>(shown.size);
        for (int i = 0; i < shown.size; i++) {
            bins.add(new Bin(shown.held[i] / 1e9, shown.most[i], shown.starved[i] / 1e9));
        }
        return new Timeline(Grid.seconds(shown.shift), shown.firstBin, bins);
    }

    @Override
    public String toString() {
        return "from bin " + firstBin + " of grid " + shift + ": " + Arrays.toString(Arrays.copyOf(held, size));
    }
}
