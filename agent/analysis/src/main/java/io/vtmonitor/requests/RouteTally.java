package io.vtmonitor.requests;

import io.vtmonitor.model.Diagnosis;
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

    /** Those that may turn out to be of another site. */
    private final Map<Diagnosis, Sum> provisional = new HashMap<>();

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

        Sum and(Sum other) {
            Sum sum = new Sum();
            sum.pins = pins + other.pins;
            sum.nanos = nanos + other.nanos;
            return sum;
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

    void lost(RequestDelay loss) {
        Diagnosis diagnosis = loss.pinned();
        if (diagnosis == null) {
            looks++;
            lookNanos += loss.nanos();
            return;
        }
        pinned.add(loss.nanos());
        maxNanos = Math.max(maxNanos, loss.nanos());
        if (diagnosis.provisional()) {
            add(provisional, diagnosis, loss.nanos());
        } else {
            add(sites, diagnosis.site(), loss.nanos());
        }
    }

    private <K> void add(Map<K, Sum> sums, K key, long nanos) {
        Sum known = sums.get(key);
        if (known == null && sites.size() + provisional.size() < MOST_SITES) {
            known = new Sum();
            sums.put(key, known);
        }
        if (known != null) {
            known.add(nanos);
        }
    }

    /** What a provisional diagnosis has become. */
    void revised(Diagnosis before, Diagnosis after) {
        Sum moved = provisional.remove(before);
        if (moved != null && after.provisional()) {
            provisional.merge(after, moved, Sum::and);
        } else if (moved != null) {
            sites.merge(after.site(), moved, Sum::and);
        }
    }

    Route figures() {
        Map<Site, Sum> all = new HashMap<>(sites);
        provisional.forEach((diagnosis, sum) -> all.merge(diagnosis.site(), sum, Sum::and));
        List<RouteSite> listed = all.entrySet().stream()
                .map(site -> new RouteSite(site.getKey().id(), site.getValue().pins, site.getValue().nanos))
                .sorted(Route.MOST_TIME_FIRST)
                .limit(Route.MOST_SITES)
                .toList();
        return new Route(
                name, requests.sum(), moved.sum(), pinned.pins, pinned.nanos, maxNanos, looks, lookNanos, listed);
    }
}
