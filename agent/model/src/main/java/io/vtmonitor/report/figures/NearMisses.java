package io.vtmonitor.report.figures;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Times in which all carriers but one were pinned at once: with one more pin, no virtual thread could have run. A
 * scheduler with one carrier has no near misses.
 *
 * @param times how often the number of pinned carriers rose to all but one, or to all
 * @param nanos for how long exactly one carrier was free
 * @param sites the sites that held the other carriers, most carrier-seconds first, at most a hundred
 */
public record NearMisses(long times, long nanos, List<SiteTime> sites) {
    private static final int LISTED = 100;

    /**
     * The part of a site.
     *
     * @param id see {@code Site.id}
     * @param pinnedNanos carrier-nanoseconds in which exactly one carrier was free
     */
    public record SiteTime(String id, long pinnedNanos) {}

    public NearMisses {
        sites = List.copyOf(sites);
    }

    /**
     * The near misses; null if there were none.
     *
     * @param byId carrier-nanoseconds by the id of the site
     */
    public static @Nullable NearMisses of(long times, long nanos, Map<String, Long> byId) {
        if (times == 0) {
            return null;
        }
        List<SiteTime> sites = new ArrayList<>();
        for (Map.Entry<String, Long> each : byId.entrySet()) {
            sites.add(new SiteTime(each.getKey(), each.getValue()));
        }
        sites.sort(NearMisses::mostFirst);
        return new NearMisses(times, nanos, sites.subList(0, Math.min(LISTED, sites.size())));
    }

    private static int mostFirst(SiteTime one, SiteTime other) {
        int order = Long.compare(other.pinnedNanos, one.pinnedNanos);
        return order != 0 ? order : one.id.compareTo(other.id);
    }

    /** The sum of both; null if both are null. */
    public static @Nullable NearMisses sum(@Nullable NearMisses one, @Nullable NearMisses other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        Map<String, Long> byId = new HashMap<>();
        one.sites.forEach(site -> byId.merge(site.id, site.pinnedNanos, Long::sum));
        other.sites.forEach(site -> byId.merge(site.id, site.pinnedNanos, Long::sum));
        return of(one.times + other.times, one.nanos + other.nanos, byId);
    }
}
