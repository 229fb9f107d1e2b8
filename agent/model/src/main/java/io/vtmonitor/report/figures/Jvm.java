package io.vtmonitor.report.figures;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A watched JVM.
 *
 * @param javaVersion such as {@code 21.0.8}
 * @param start begin of the watch
 * @param wallNanos how long it was watched: without the gaps, and without what another file tells
 * @param parallelism carriers the scheduler aims at; the most where that changed
 * @param parallelismFrom its source: {@code property}, {@code processors}, {@code assumed}, or the {@code scheduler}
 *     itself where it differs
 * @param pinnedThresholdNanos shorter pins were not recorded
 * @param monitorThresholdNanos shorter monitor enters and waits were not recorded; null on 24+, where the pinned event
 *     tells of them
 * @param gaps of its recording; null if there is none
 * @param jvmStart when the JVM itself began; null if that is not known
 * @param meanParallelism what the scheduler aimed at on average; null if that did not change
 */
public record Jvm(
        String javaVersion,
        Instant start,
        long wallNanos,
        int parallelism,
        String parallelismFrom,
        long pinnedThresholdNanos,
        @Nullable Long monitorThresholdNanos,
        @Nullable Gaps gaps,
        @Nullable Instant jvmStart,
        @Nullable Double meanParallelism) {
    /** Without gaps; when it began is not known. */
    public Jvm(
            String javaVersion,
            Instant start,
            long wallNanos,
            int parallelism,
            String parallelismFrom,
            long pinnedThresholdNanos,
            @Nullable Long monitorThresholdNanos) {
        this(
                javaVersion,
                start,
                wallNanos,
                parallelism,
                parallelismFrom,
                pinnedThresholdNanos,
                monitorThresholdNanos,
                null,
                null,
                null);
    }

    /** Since when times within its life are counted: its own start, or that of the watch where it is not known. */
    public Instant since() {
        return jvmStart == null ? start : jvmStart;
    }

    /** When the watch ended, nanoseconds after {@link #since}. */
    public long endNanos() {
        return Duration.between(since(), start).toNanos() + wallNanos + (gaps == null ? 0 : gaps.nanos());
    }

    /** Carrier-seconds there were: mean parallelism x wall. Spare carriers are no part of it. */
    public double capacitySeconds() {
        return (meanParallelism == null ? parallelism : meanParallelism) * (wallNanos / 1e9);
    }

    /** Carrier-seconds of several JVMs, added up in that order. */
    public static double capacitySeconds(List<Jvm> jvms) {
        double seconds = 0;
        for (Jvm jvm : jvms) {
            seconds += jvm.capacitySeconds();
        }
        return seconds;
    }
}
