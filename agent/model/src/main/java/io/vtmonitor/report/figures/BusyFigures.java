package io.vtmonitor.report.figures;

/**
 * File I/O at one place.
 *
 * @param site the topmost application frame, class and method
 * @param operation see {@code FileIo.operation}
 * @param compensated see {@code FileIo.compensated}
 * @param count how many operations
 * @param nanos sum of the durations
 * @param maxNanos the longest
 */
public record BusyFigures(String site, String operation, boolean compensated, long count, long nanos, long maxNanos) {}
