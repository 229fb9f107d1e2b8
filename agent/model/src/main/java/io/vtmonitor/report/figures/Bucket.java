package io.vtmonitor.report.figures;

/**
 * A bucket of durations.
 *
 * @param upToMicros its upper bound, inclusive
 * @param pins how many pins are in it
 */
public record Bucket(long upToMicros, long pins) {}
