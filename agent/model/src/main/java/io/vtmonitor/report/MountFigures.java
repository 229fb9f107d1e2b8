package io.vtmonitor.report;

import org.jspecify.annotations.Nullable;

/**
 * How often the default scheduler mounted virtual threads, and what its carriers used of the processors meanwhile.
 * Mounts are what the scheduler counts, see {@link SchedulerFigures#mounts}: there may have been more.
 *
 * @param nanos from the first look to the last
 * @param mounts in this time
 * @param measuredNanos the part of it, while there were many, in which the carriers' processor time was measured
 * @param measuredMounts mounts in that part
 * @param carrierNanos processor time of the carriers in that part
 */
public record MountFigures(long nanos, long mounts, long measuredNanos, long measuredMounts, long carrierNanos) {
    /** Both. */
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
