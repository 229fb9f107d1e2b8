package io.vtmonitor.timeline;

/**
 * Bins of time, aligned to the epoch, so that those of several JVMs fall together and coarser ones are sums of finer
 * ones. A grid is given by its shift: how often the length of its bins was doubled.
 */
public final class Grid {
    /** 16 to a second. */
    private static final long FINEST_NANOS = 62_500_000;

    /** Bins of a timeline. */
    public static final int MOST = 512;

    /** One bin could not hold an instant on either side of a bound. */
    public static final int FEWEST = 2;

    private Grid() {}

    /**
     * Number of the bin that an instant lies in.
     *
     * @param nanos since the epoch
     */
    public static long bin(long nanos, int shift) {
        return Math.floorDiv(nanos, FINEST_NANOS) >> shift;
    }

    /** Begin of a bin, nanoseconds since the epoch. */
    static long begin(long bin, int shift) {
        return (bin << shift) * FINEST_NANOS;
    }

    /** Length of its bins. */
    static double seconds(int shift) {
        return FINEST_NANOS / 1e9 * (1L << shift);
    }

    /** The grid whose bins are that long. */
    public static int shift(double seconds) {
        return Math.max(0, Math.getExponent(seconds * 1e9 / FINEST_NANOS));
    }

    /**
     * The finest grid from a given one on in which a span takes no more than some bins.
     *
     * @param firstBin of the span, in the given grid
     * @param lastBin likewise
     * @param shift the given grid
     * @param most bins, at least {@link #FEWEST}
     */
    public static int fitting(long firstBin, long lastBin, int shift, int most) {
        int coarser = 0;
        while ((lastBin >> coarser) - (firstBin >> coarser) >= most) {
            coarser++;
        }
        return shift + coarser;
    }
}
