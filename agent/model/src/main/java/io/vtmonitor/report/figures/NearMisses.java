package io.vtmonitor.report.figures;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All carriers but one were pinned at once: one pin more, and no virtual thread runs. A scheduler with one carrier has
 * none of these.
 *
 * @param times how often the pinned carriers became all but one, or all
 * @param nanos for how long exactly one was free
 * @param sites that held the others, most carrier-seconds first, at most a hundred
 */
public record NearMisses(long times, long nanos, List<SiteTime> sites) {
    private static final int LISTED = 100;

    /**
     * A site's part.
     *
     * @param id see {@code Site.id}
     * @param pinnedNanos carrier-nanoseconds in which exactly one carrier was free
     */
    public record SiteTime(String id, long pinnedNanos) {}

    public NearMisses {
        sites = List.copyOf(sites);
    }

    /**
     * What was seen; null if that is nothing.
     *
     * @param byId carrier-nanoseconds by the site's id
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

    /** Both. */
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
