package io.vtmonitor.metrics;

import io.vtmonitor.report.figures.NearMisses;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Near misses as counters. A pin is known only when it ends: one that is known late may show that the last carrier was
 * pinned, too, so that less time is a near miss than was thought. What has been counted stays.
 */
final class NearMissCounts {
    private long times;
    private final Map<String, Double> seconds = new HashMap<>();

    /** Takes what is known now; null where there were none. */
    synchronized void show(@Nullable NearMisses now) {
        if (now != null) {
            times = Math.max(times, now.times());
            now.sites().forEach(site -> seconds.merge(site.id(), site.pinnedNanos() / 1e9, Math::max));
        }
    }

    synchronized long times() {
        return times;
    }

    /** Carrier-seconds by the site's id. */
    synchronized Map<String, Double> secondsBySite() {
        return Map.copyOf(seconds);
    }
}
