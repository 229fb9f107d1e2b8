package io.vtmonitor.report.figures;

import java.util.List;

/**
 * Count and time.
 *
 * @param pins how many
 * @param pinnedNanos sum of their durations
 * @param maxNanos the longest
 * @param histogram durations in log-linear buckets (16 to a power of two), empty ones left out
 */
public record Figures(long pins, long pinnedNanos, long maxNanos, List<Bucket> histogram) {}
