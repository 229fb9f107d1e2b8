package io.vtmonitor.report.figures;

/**
 * A gap in a recording.
 *
 * @param begin ISO 8601
 * @param nanos length
 */
public record Gap(String begin, long nanos) {}
