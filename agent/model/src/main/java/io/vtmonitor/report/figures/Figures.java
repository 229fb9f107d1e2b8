package io.vtmonitor.report.figures;

import java.util.List;

/**
 * Number and time of pins.
 *
 * @param pins how many
 * @param pinnedNanos sum of their durations
 * @param maxNanos the longest
 * @param histogram durations in log-linear buckets (16 for each power of two), without empty ones
 */
public record Figures(long pins, long pinnedNanos, long maxNanos, List<Bucket> histogram) {}
