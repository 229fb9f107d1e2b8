package io.vtmonitor.report;

import io.vtmonitor.report.figures.NearMisses;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a live watch that belong to no single pin; read by the metrics at each scrape.
 *
 * @param javaVersion such as {@code 21.0.8}
 * @param parallelism carriers the scheduler aims at
 * @param submitFailures how often the scheduler could not take a virtual thread that was to start or continue
 * @param pinned carriers that pins took
 * @param thresholds below which nothing is recorded
 * @param coverage what the figures lack
 * @param cost of the agent
 */
public record AgentGauges(
        String javaVersion,
        int parallelism,
        long submitFailures,
        Pinned pinned,
        Thresholds thresholds,
        Coverage coverage,
        Cost cost) {
    /**
     * Carriers that pins took.
     *
     * @param mean carriers pinned in the last complete interval, mean over time
     * @param max most of them at one instant of it
     * @param capacityLost that mean over the parallelism, spare carriers left out, 0 to 1
     * @param starvedSeconds time since the watch began in which as many carriers as the parallelism were pinned at
     *     once, or more
     * @param nearMisses times in which all carriers but one were pinned; null if there were none
     */
    public record Pinned(
            double mean,
            int max,
            double capacityLost,
            double starvedSeconds,
            @Nullable NearMisses nearMisses) {
        /** Before anything happened. */
        public static final Pinned NONE = new Pinned(0, 0, 0, 0, null);
    }

    /**
     * What is shorter is not recorded.
     *
     * @param pinnedSeconds of pins
     * @param monitorSeconds of monitor enters and waits; null on 24+
     * @param fileSeconds of file I/O that keeps a carrier
     */
    public record Thresholds(double pinnedSeconds, @Nullable Double monitorSeconds, double fileSeconds) {}

    /**
     * What the figures lack.
     *
     * @param pinsWatched whether pins are being recorded: not where there is no Flight Recorder, and not since it was
     *     given up
     * @param blindSeconds time in the life of the JVM that was not watched: before the watch began, and since it ended
     *     if that came early
     * @param lostBytes event data the JVM says it could not keep
     * @param truncatedStacks pins whose stack the JVM cut off
     * @param foldedPins pins counted under {@code other}
     */
    public record Coverage(
            boolean pinsWatched, double blindSeconds, long lostBytes, long truncatedStacks, long foldedPins) {
        /** Of a JVM whose pins are not recorded. */
        public static Coverage withoutPins(double blindSeconds) {
            return new Coverage(false, blindSeconds, 0, 0, 0);
        }
    }

    /**
     * What the agent costs.
     *
     * @param seconds processor time of our threads that read events and look their stacks up
     * @param allocatedBytes bytes that the agent's threads have allocated, by the last event of Flight Recorder
     */
    public record Cost(double seconds, long allocatedBytes) {
        /** Before anything happened. */
        public static final Cost NONE = new Cost(0, 0);
    }

    /** A JVM whose pins are not recorded: the zeros are not to be believed. */
    public static AgentGauges withoutPins(
            String javaVersion, int parallelism, Thresholds thresholds, double blindSeconds) {
        return new AgentGauges(
                javaVersion, parallelism, 0, Pinned.NONE, thresholds, Coverage.withoutPins(blindSeconds), Cost.NONE);
    }
}
