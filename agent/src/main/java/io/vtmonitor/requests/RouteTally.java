package io.vtmonitor.requests;

import io.vtmonitor.model.Site;
import io.vtmonitor.report.figures.Requests.Route;
import io.vtmonitor.report.figures.Requests.RouteSite;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The requests of one route. Requests are counted by any thread; what they lost by one at a time. */
final class RouteTally {
    /** Further ones are in the route's sums alone. */
    private static final int MOST_SITES = 100;

    private final String name;
    private final LongAdder requests = new LongAdder();
    private final LongAdder moved = new LongAdder();
    private final Map<Site, Sum> sites = new HashMap<>();
    private final Sum pinned = new Sum();
    private long maxNanos;
    private long looks;
    private long lookNanos;

    /** Pins and their time. */
    private static final class Sum {
        private long pins;
        private long nanos;

        void add(long more) {
            pins++;
            nanos += more;
        }
    }

    RouteTally(String name) {
        this.name = name;
    }

    void request(boolean hasMoved) {
        requests.increment();
        if (hasMoved) {
            moved.increment();
        }
    }

    void lost(Loss loss) {
        Site site = loss.site();
        if (site == null) {
            looks++;
            lookNanos += loss.nanos();
            return;
        }
        pinned.add(loss.nanos());
        maxNanos = Math.max(maxNanos, loss.nanos());
        Sum known = sites.get(site);
        if (known == null && sites.size() < MOST_SITES) {
            known = new Sum();
            sites.put(site, known);
        }
        if (known != null) {
            known.add(loss.nanos());
        }
    }

    Route figures() {
        List<RouteSite> listed = sites.entrySet().stream()
                .map(site -> new RouteSite(site.getKey().id(), site.getValue().pins, site.getValue().nanos / 1e9))
                .sorted(Route.MOST_TIME_FIRST)
                .limit(Route.MOST_SITES)
                .toList();
        return new Route(
                name,
                requests.sum(),
                moved.sum(),
                pinned.pins,
                pinned.nanos / 1e9,
                maxNanos / 1e9,
                looks,
                lookNanos / 1e9,
                listed);
    }
}
