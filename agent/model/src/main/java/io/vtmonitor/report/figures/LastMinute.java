package io.vtmonitor.report.figures;

import java.util.List;

/**
 * How carriers were pinned in the last minute of a watch, by pins that have ended. Only the part of a pin within that
 * minute counts.
 *
 * @param nanos the length of that minute; less than {@link #NANOS} if the watch is younger
 * @param pinnedNanos carrier-nanoseconds, without those that spare carriers may have stood in for
 * @param capacityLost the lost part of the carriers' time, 0 to 1, without spare carriers
 * @param starvedNanos time in which as many carriers as the scheduler aims at were pinned at once, or more
 * @param sites most carrier-seconds first, at most five
 */
public record LastMinute(long nanos, long pinnedNanos, double capacityLost, long starvedNanos, List<Part> sites) {
    public static final long NANOS = 60_000_000_000L;

    public static final int MOST_SITES = 5;

    public LastMinute {
        sites = List.copyOf(sites);
    }

    /**
     * The part of one site.
     *
     * @param site its id
     * @param pinnedNanos carrier-nanoseconds, including those that spare carriers may have stood in for
     */
    public record Part(String site, long pinnedNanos) {}
}
