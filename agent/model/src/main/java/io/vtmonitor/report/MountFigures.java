package io.vtmonitor.report;

import org.jspecify.annotations.Nullable;

/**
 * How often the default scheduler mounted virtual threads, and how much processor time its carriers used meanwhile.
 * There may have been more mounts than the scheduler counts, see {@link SchedulerFigures#mounts}.
 *
 * @param nanos time from the first look to the last
 * @param mounts in this time
 * @param measuredNanos the part of {@code nanos} in which there were many mounts, so that the carriers' processor time
 *     was measured
 * @param measuredMounts mounts in that part
 * @param carrierNanos processor time of the carriers in that part
 */
public record MountFigures(long nanos, long mounts, long measuredNanos, long measuredMounts, long carrierNanos) {
    /** The sum of both; null if both are null. */
    public static @Nullable MountFigures sum(@Nullable MountFigures one, @Nullable MountFigures other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return new MountFigures(
                one.nanos + other.nanos,
                one.mounts + other.mounts,
                one.measuredNanos + other.measuredNanos,
                one.measuredMounts + other.measuredMounts,
                one.carrierNanos + other.carrierNanos);
    }
}
