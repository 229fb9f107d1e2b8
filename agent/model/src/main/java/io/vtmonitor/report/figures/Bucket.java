package io.vtmonitor.report.figures;

/**
 * One bucket of durations.
 *
 * @param upToMicros its upper bound, inclusive
 * @param pins how many fell into it
 */
public record Bucket(long upToMicros, long pins) {}
