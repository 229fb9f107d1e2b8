package io.vtmonitor.report.figures;

/**
 * The pins of a stack that began in one bin of a {@link Timeline}.
 *
 * @param jvm the index of the JVM in {@code Report.jvms()}
 * @param bin number of the bin
 * @param pins how many
 * @param pinnedNanos sum of their durations, even beyond the end of the bin
 */
public record StackTime(int jvm, long bin, long pins, long pinnedNanos) {}
