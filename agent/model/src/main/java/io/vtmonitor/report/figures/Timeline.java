package io.vtmonitor.report.figures;

import java.util.List;

/**
 * How a JVM's carriers were pinned over time. Bin number n covers the time from n x binSeconds to (n + 1) x binSeconds
 * since the epoch, so that the bins of two reports coincide. The length of a bin is 0.0625 s times the smallest power
 * of two with which all pins of the JVM fit into 512 bins.
 *
 * @param binSeconds length of a bin
 * @param firstBin number of the first bin listed
 * @param bins all bins from {@code firstBin} on; those before the first pin and after the last one are left out
 */
public record Timeline(double binSeconds, long firstBin, List<Bin> bins) {
    public Timeline {
        bins = List.copyOf(bins);
    }
}
