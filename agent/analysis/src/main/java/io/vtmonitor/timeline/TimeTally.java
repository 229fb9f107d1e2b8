package io.vtmonitor.timeline;

import java.util.Arrays;

/**
 * When the pins of one stack began in one JVM, by bin. Never more than {@link Grid#MOST} bins: it grows coarser
 * instead, and never coarser than the JVM's timeline, which spans at least as much.
 *
 * <p>Not thread-safe.
 */
public final class TimeTally {
    private int shift;
    private int size;
    private long[] bins = new long[1];
    private long[] pins = new long[1];
    private long[] nanos = new long[1];

    /** @param shift the grid to begin with */
    public TimeTally(int shift) {
        this.shift = shift;
    }

    /**
     * A pin.
     *
     * @param start its begin, nanoseconds since the epoch
     * @param duration its length in nanoseconds
     */
    public void add(long start, long duration) {
        add(Grid.bin(start, shift), 1, duration);
    }

    private void add(long bin, long count, long duration) {
        // Pins come about in the order of time.
        int at = size - 1;
        if (at > 0 && bins[at] > bin) {
            at = bins[at - 1] <= bin ? at - 1 : Arrays.binarySearch(bins, 0, size, bin);
        } else if (at < 0 || bins[at] > bin) {
            at = -1;
        }
        if (at < 0 || bins[at] != bin) {
            if (size == Grid.MOST) {
                coarsen(shift + 1);
                add(bin >> 1, count, duration);
                return;
            }
            at = insert(at < 0 ? -at - 1 : at + 1, bin);
        }
        pins[at] += count;
        nanos[at] += duration;
    }

    private int insert(int at, long bin) {
        if (size == bins.length) {
            bins = Arrays.copyOf(bins, size * 2);
            pins = Arrays.copyOf(pins, size * 2);
            nanos = Arrays.copyOf(nanos, size * 2);
        }
        System.arraycopy(bins, at, bins, at + 1, size - at);
        System.arraycopy(pins, at, pins, at + 1, size - at);
        System.arraycopy(nanos, at, nanos, at + 1, size - at);
        bins[at] = bin;
        pins[at] = 0;
        nanos[at] = 0;
        size++;
        return at;
    }

    /** Goes over to a coarser grid, or stays in its own. */
    public void coarsen(int coarser) {
        int by = coarser - shift;
        if (by <= 0) {
            return;
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            long bin = bins[i] >> by;
            if (kept > 0 && bins[kept - 1] == bin) {
                pins[kept - 1] += pins[i];
                nanos[kept - 1] += nanos[i];
            } else {
                bins[kept] = bin;
                pins[kept] = pins[i];
                nanos[kept++] = nanos[i];
            }
        }
        size = kept;
        shift = coarser;
    }

    public int size() {
        return size;
    }

    public long bin(int i) {
        return bins[i];
    }

    public long pins(int i) {
        return pins[i];
    }

    public long nanos(int i) {
        return nanos[i];
    }
}
