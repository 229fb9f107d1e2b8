package io.vtmonitor.report;

import io.vtmonitor.report.figures.NearMisses;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a live watch that do not belong to a single pin. The metrics read them at each scrape.
 *
 * @param javaVersion such as {@code 21.0.8}
 * @param parallelism carriers the scheduler aims at
 * @param submitFailures how often the scheduler could not take a virtual thread that was to start or continue
 * @param pinned how many carriers were pinned
 * @param thresholds durations below which events are not recorded
 * @param coverage what the figures lack
 * @param cost what the agent costs
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
     * How many carriers were pinned.
     *
     * @param mean how many carriers were pinned in the last complete interval, mean over time
     * @param max the most carriers pinned at one instant of that interval
     * @param capacityLost the mean without spare carriers, divided by the parallelism, 0 to 1
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
        /** Of a JVM in which nothing has happened yet. */
        public static final Pinned NONE = new Pinned(0, 0, 0, 0, null);
    }

    /**
     * Events that are shorter are not recorded.
     *
     * @param pinnedSeconds the threshold of pins
     * @param monitorSeconds the threshold of monitor enters and waits; null on JDK 24 and later
     * @param fileSeconds the threshold of file I/O that holds a carrier
     */
    public record Thresholds(double pinnedSeconds, @Nullable Double monitorSeconds, double fileSeconds) {}

    /**
     * What the figures lack.
     *
     * @param pinsWatched whether pins are being recorded: false if there is no Flight Recorder, or after the recording
     *     was given up
     * @param blindSeconds the time of the JVM's life in which it was not watched: before the watch began, and after the
     *     watch if that ended early
     * @param lostBytes bytes of event data that the JVM reports as lost
     * @param truncatedStacks how many pins have a stack that the JVM cut off
     * @param foldedPins how many pins are counted under {@code other}
     */
    public record Coverage(
            boolean pinsWatched, double blindSeconds, long lostBytes, long truncatedStacks, long foldedPins) {
        /** The coverage of a JVM whose pins are not recorded. */
        public static Coverage withoutPins(double blindSeconds) {
            return new Coverage(false, blindSeconds, 0, 0, 0);
        }
    }

    /**
     * What the agent costs.
     *
     * @param seconds processor time of our threads that read events and look up their stacks
     * @param allocatedBytes bytes that the agent's threads have allocated, as of the last event of Flight Recorder
     */
    public record Cost(double seconds, long allocatedBytes) {
        /** Of a JVM in which nothing has happened yet. */
        public static final Cost NONE = new Cost(0, 0);
    }

    /** The gauges of a JVM whose pins are not recorded: their zeros mean unknown. */
    public static AgentGauges withoutPins(
            String javaVersion, int parallelism, Thresholds thresholds, double blindSeconds) {
        return new AgentGauges(
                javaVersion, parallelism, 0, Pinned.NONE, thresholds, Coverage.withoutPins(blindSeconds), Cost.NONE);
    }
}
