package io.vtmonitor.report.figures;

import java.util.List;

/**
 * The carriers in the last minute of a watch, as far as pins have ended: a pin counts with the part of it that lies in
 * that minute.
 *
 * @param nanos how long that was: less than 60 if the watch is younger
 * @param pinnedNanos carrier-nanoseconds, without those that spare carriers stood in for
 * @param capacityLost share of the carriers' time, 0 to 1; spare carriers are left out
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
     * What one site has of it.
     *
     * @param site its id
     * @param pinnedNanos carrier-nanoseconds, with those that spare carriers may have stood in for
     */
    public record Part(String site, long pinnedNanos) {}
}
