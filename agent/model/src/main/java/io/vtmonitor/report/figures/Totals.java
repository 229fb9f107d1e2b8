package io.vtmonitor.report.figures;

import org.jspecify.annotations.Nullable;

/**
 * The figures of all sites together.
 *
 * @param pins how many
 * @param pinnedNanos carrier-nanoseconds: the sum of their durations
 * @param compensatedNanos the part of {@code pinnedNanos} that spare carriers may have stood in for; there are no spare
 *     ones while the scheduler has as many carriers as {@code maxPoolSize} allows
 * @param capacityLost the lost part of the carriers' time, 0 to 1: uncompensated carrier-seconds, at each instant at
 *     most the parallelism, divided by parallelism x wall-clock time. More carriers may be pinned at once, because the
 *     JVM starts spare ones for {@code Object.wait} and file I/O on JDK 21 to 23
 * @param starvedNanos time in which as many carriers as the parallelism were pinned at once, or more
 * @param maxCarriersPinned the most carriers pinned at one instant for which no spare carrier can have stood in
 * @param truncatedStacks pins whose stack the JVM cut off
 * @param leftOut pins that are in no figure because options left them out; null if there are none
 * @param nearMisses times in which all carriers but one were pinned; null if there were none
 */
public record Totals(
        long pins,
        long pinnedNanos,
        long compensatedNanos,
        double capacityLost,
        long starvedNanos,
        int maxCarriersPinned,
        long truncatedStacks,
        @Nullable LeftOut leftOut,
        @Nullable NearMisses nearMisses) {
    /** Without near misses. */
    public Totals(
            long pins,
            long pinnedNanos,
            long compensatedNanos,
            double capacityLost,
            long starvedNanos,
            int maxCarriersPinned,
            long truncatedStacks,
            @Nullable LeftOut leftOut) {
        this(
                pins,
                pinnedNanos,
                compensatedNanos,
                capacityLost,
                starvedNanos,
                maxCarriersPinned,
                truncatedStacks,
                leftOut,
                null);
    }
}
