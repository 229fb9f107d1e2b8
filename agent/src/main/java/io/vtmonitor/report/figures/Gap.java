package io.vtmonitor.report.figures;

/**
 * A gap in a recording.
 *
 * @param begin ISO 8601
 * @param seconds length
 */
public record Gap(String begin, double seconds) {}
