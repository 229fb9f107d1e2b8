package io.vtmonitor.tally;

import io.vtmonitor.report.figures.Requests;
import io.vtmonitor.report.figures.Requests.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What requests lost, of several reports as one: routes of one name are one. Not thread-safe. */
final class MergedRequests {
    /** What a fleet may have; those with the least lost count together. */
    private static final int MOST_KEPT = 10 * Requests.MOST_ROUTES;

    private final Map<String, Route> routes = new TreeMap<>();
    private Route other = Route.none(Requests.OTHER);
    private Route outside = Route.none(Requests.OUTSIDE);
    private long forgotten;

    void add(Requests part) {
        part.routes().forEach(route -> routes.merge(route.route(), route, Route::and));
        other = other.and(part.other());
        outside = outside.and(part.outside());
        forgotten += part.forgotten();
        if (routes.size() > MOST_KEPT) {
            fold(MOST_KEPT);
        }
    }

    private void fold(int kept) {
        List<Route> sorted = sorted();
        for (Route least : sorted.subList(kept, sorted.size())) {
            routes.remove(least.route());
            other = other.and(least);
        }
    }

    private List<Route> sorted() {
        List<Route> sorted = new ArrayList<>(routes.values());
        sorted.sort(Requests.MOST_LOST_FIRST);
        return sorted;
    }

    /** Nothing may be added afterwards. */
    Requests requests() {
        if (routes.size() > Requests.MOST_ROUTES) {
            fold(Requests.MOST_ROUTES);
        }
        return new Requests(sorted(), other, outside, forgotten);
    }
}
