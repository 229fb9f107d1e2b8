package io.vtmonitor.report.figures;

/**
 * One of them.
 *
 * @param begin ISO 8601
 * @param seconds length
 */
public record Gap(String begin, double seconds) {}
