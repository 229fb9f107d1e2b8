package io.vtmonitor.report.figures;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A watched JVM.
 *
 * @param javaVersion such as {@code 21.0.8}
 * @param start start of the watch
 * @param wallNanos how long it was watched, without gaps, and without time that another file covers
 * @param parallelism carriers that the scheduler aims at; the most if that changed
 * @param parallelismFrom the source of {@code parallelism}: {@code property}, {@code processors}, {@code assumed}, or
 *     the {@code scheduler} itself if it differs
 * @param pinnedThresholdNanos shorter pins were not recorded
 * @param monitorThresholdNanos shorter monitor enters and waits were not recorded; null on JDK 24 and later, where the
 *     pinned event covers them
 * @param gaps the gaps of its recording; null if there are none
 * @param jvmStart when the JVM started; null if that is not known
 * @param meanParallelism the mean parallelism; null if it did not change
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
    /** Without gaps, a start of the JVM, and a mean parallelism. */
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

    /**
     * The time from which times within the JVM's life are counted: its start, or that of the watch if its start is not
     * known.
     */
    public Instant since() {
        return jvmStart == null ? start : jvmStart;
    }

    /** The end of the watch, in nanoseconds after {@link #since}. */
    public long endNanos() {
        return Duration.between(since(), start).toNanos() + wallNanos + (gaps == null ? 0 : gaps.nanos());
    }

    /** Whether one carrier is assumed because their number is unknown. Dumps do not assume any. */
    public boolean assumesCarriers() {
        return parallelism > 0 && parallelismFrom.equals("assumed");
    }

    /** The available carrier-seconds: mean parallelism x wall-clock time. Spare carriers do not count. */
    public double capacitySeconds() {
        return (meanParallelism == null ? parallelism : meanParallelism) * (wallNanos / 1e9);
    }

    /** The available carrier-seconds of several JVMs, added up in the order of the list. */
    public static double capacitySeconds(List<Jvm> jvms) {
        double seconds = 0;
        for (Jvm jvm : jvms) {
            seconds += jvm.capacitySeconds();
        }
        return seconds;
    }
}
