package io.vtmonitor.metrics;

import io.vtmonitor.report.figures.NearMisses;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Near misses as counters. A pin is known only when it ends. A pin that becomes known later may show that the last free
 * carrier was pinned, too, so that the time of near misses shrinks. Counters must not, so they keep the largest values.
 */
final class NearMissCounts {
    private long times;
    private final Map<String, Double> seconds = new HashMap<>();

    /** Updates the counters; null if there were no near misses. */
    synchronized void show(@Nullable NearMisses now) {
        if (now != null) {
            times = Math.max(times, now.times());
            now.sites().forEach(site -> seconds.merge(site.id(), site.pinnedNanos() / 1e9, Math::max));
        }
    }

    synchronized long times() {
        return times;
    }

    /** Carrier-seconds by the id of the site. */
    synchronized Map<String, Double> secondsBySite() {
        return Map.copyOf(seconds);
    }
}
