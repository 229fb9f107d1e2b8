package io.vtmonitor.report.figures;

import java.time.Instant;

/**
 * A gap in a recording.
 *
 * @param begin when it began
 * @param nanos its length
 */
public record Gap(Instant begin, long nanos) {}
