package io.vtmonitor.tally;

import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.timeline.CarrierBins;
import java.util.List;
import java.util.TreeSet;

/**
 * Whether two of the JVMs that were added up are one, watched over the same time: two recordings of it, a recording and
 * the report of its live watch, one report read twice. A report does not tell pins apart, but its timeline gives it
 * away: carrier-seconds of a bin are whole nanoseconds, and those of two JVMs are not the same in two bins of the same
 * time, nor in one if they began at the same nanosecond.
 *
 * <p>Not found where no pin, or all the time a pin, was in the time that they have in common, nor where only one of
 * them has another pin in each of those bins.
 */
final class CountedTwice {
    private static final int ENOUGH_BINS = 2;

    /** Open addressing, no more than half full: of each key who had it last, its number plus one. */
    private final long[] keys;

    private final int[] last;

    private CountedTwice(int bins) {
        int places = Math.max(16, Integer.highestOneBit(bins) * 8); // two keys a bin
        keys = new long[places];
        last = new int[places];
    }

    /**
     * Looks.
     *
     * @param jvms those that were added up
     * @param bins what was pinned in each, in the same order
     */
    static boolean in(List<Jvm> jvms, List<CarrierBins> bins) {
        TreeSet<Integer> grids = new TreeSet<>();
        int size = 0;
        for (CarrierBins each : bins) {
            grids.add(each.shift());
            size += each.size();
        }
        for (int grid : grids) {
            if (new CountedTwice(size).in(jvms, bins, grid)) {
                return true;
            }
        }
        return false;
    }

    private boolean in(List<Jvm> jvms, List<CarrierBins> all, int grid) {
        int[] same = new int[jvms.size()];
        int[] countedFor = new int[jvms.size()];
        for (int jvm = 0; jvm < jvms.size(); jvm++) {
            if (all.get(jvm).shift() > grid) {
                continue;
            }
            CarrierBins bins = all.get(jvm).copy();
            bins.coarsen(grid);
            int begin = jvms.get(jvm).start().hashCode() | 1;
            for (int i = 0; i < bins.size(); i++) {
                if (bins.isFull(i)) {
                    continue;
                }
                long bin = bins.firstBin() + i;
                if (put(bin, bins.held(i), begin, jvm + 1) != 0) {
                    return true;
                }
                int other = put(bin, bins.held(i), 0, jvm + 1) - 1;
                if (other >= 0) {
                    same[other] = countedFor[other] == jvm ? same[other] + 1 : 1;
                    countedFor[other] = jvm;
                    if (same[other] >= ENOUGH_BINS) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Who had the same of the same bin before, and began at the same time where that is asked; 0 if nobody had. */
    private int put(long bin, long held, int begin, int jvm) {
        long key = bin * 0x9E37_79B9_7F4A_7C15L;
        key = (key ^ held) * 0xBF58_476D_1CE4_E5B9L;
        key = (key ^ begin) * 0x94D0_49BB_1331_11EBL;
        key ^= key >>> 29;
        int mask = keys.length - 1;
        int at = (int) key & mask;
        while (last[at] != 0 && keys[at] != key) {
            at = (at + 1) & mask;
        }
        int before = last[at];
        keys[at] = key;
        last[at] = jvm;
        return before;
    }
}
