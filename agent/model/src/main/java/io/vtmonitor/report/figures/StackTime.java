package io.vtmonitor.report.figures;

/**
 * The pins of a stack that began in one bin of a {@link Timeline}.
 *
 * @param jvm its place in {@code Report.jvms()}
 * @param bin number of the bin
 * @param pins how many
 * @param pinnedNanos sum of their durations, beyond the end of the bin, too
 */
public record StackTime(int jvm, long bin, long pins, long pinnedNanos) {}
