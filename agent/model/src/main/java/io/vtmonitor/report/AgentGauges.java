package io.vtmonitor.report;

import io.vtmonitor.report.figures.NearMisses;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a live watch that belong to no single pin; read by the metrics at each scrape.
 *
 * @param javaVersion such as {@code 21.0.8}
 * @param parallelism carriers the scheduler aims at
 * @param carriersPinnedMean carriers pinned in the last complete interval, mean over time
 * @param carriersPinnedMax most of them at one instant of it
 * @param capacityLost that mean over the parallelism, spare carriers left out, 0 to 1
 * @param starvedSeconds time since the watch began in which as many carriers as the parallelism were pinned at once, or
 *     more
 * @param pinnedThresholdSeconds shorter pins are not recorded
 * @param monitorThresholdSeconds shorter monitor enters and waits are not recorded; null on 24+
 * @param blindSeconds time in the life of the JVM that was not watched: before the watch began, and since it ended if
 *     that came early
 * @param lostBytes event data the JVM says it could not keep
 * @param truncatedStacks pins whose stack the JVM cut off
 * @param foldedPins pins counted under {@code other}
 * @param selfSeconds processor time of our threads that read events and look their stacks up
 * @param selfAllocatedBytes bytes that the agent's threads have allocated, by the last event of Flight Recorder
 * @param fileThresholdSeconds shorter file I/O that keeps a carrier is not recorded
 * @param submitFailures how often the scheduler could not take a virtual thread that was to start or continue
 * @param pinsWatched whether pins are being recorded: not where there is no Flight Recorder, and not since it was given
 *     up
 * @param nearMisses times in which all carriers but one were pinned; null where there were none
 */
public record AgentGauges(
        String javaVersion,
        int parallelism,
        double carriersPinnedMean,
        int carriersPinnedMax,
        double capacityLost,
        double starvedSeconds,
        double pinnedThresholdSeconds,
        @Nullable Double monitorThresholdSeconds,
        double blindSeconds,
        long lostBytes,
        long truncatedStacks,
        long foldedPins,
        double selfSeconds,
        long selfAllocatedBytes,
        double fileThresholdSeconds,
        long submitFailures,
        boolean pinsWatched,
        @Nullable NearMisses nearMisses) {}
