package io.vtmonitor.report.figures;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The time that virtual threads lost while they served requests, by route. Each pin of a report is counted once: in a
 * route, in {@code other}, or in {@code outside}.
 *
 * @param routes most lost first, then by name; at most a hundred
 * @param other requests of all further routes, under the name {@code (other)}
 * @param outside pins and looks that belong to no request that has ended, under the name {@code (none)}; without
 *     requests
 * @param forgotten requests that were too many to be kept until their pins were known, so that their pins may be in
 *     {@code outside}
 */
public record Requests(List<Route> routes, Route other, Route outside, long forgotten) {
    /** The most routes that are counted separately. */
    public static final int MOST_ROUTES = 100;

    /** The order in which routes are listed. */
    public static final Comparator<Route> MOST_LOST_FIRST =
            Comparator.comparingLong(Route::lostNanos).reversed().thenComparing(Route::route);

    public static final String OTHER = "(other)";
    public static final String OUTSIDE = "(none)";

    public Requests {
        routes = List.copyOf(routes);
    }

    /**
     * The requests of a route.
     *
     * @param route method and path pattern, such as {@code GET /orders/{id}}, or what a contextual event says
     * @param requests how many have ended
     * @param moved how many of these did not stay on one thread, so that it is not known what they lost
     * @param pins how many pins the threads had that served them, meanwhile
     * @param pinnedNanos sum of their durations
     * @param maxNanos the longest
     * @param waitLooks how many looks found such a thread waiting for an object: a lock, a queue, a future, a pool
     * @param waitNanos an estimate of the time that they waited: each of these looks stands for the time since the look
     *     before
     * @param sites the sites of the pins, most time first, then by name; at most ten
     */
    public record Route(
            String route,
            long requests,
            long moved,
            long pins,
            long pinnedNanos,
            long maxNanos,
            long waitLooks,
            long waitNanos,
            List<RouteSite> sites) {
        /** The most sites that are listed. */
        public static final int MOST_SITES = 10;

        /** The order in which sites are listed. */
        public static final Comparator<RouteSite> MOST_TIME_FIRST =
                Comparator.comparingLong(RouteSite::pinnedNanos).reversed().thenComparing(RouteSite::site);

        public Route {
            sites = List.copyOf(sites);
        }

        /** A route without requests. */
        public static Route none(String route) {
            return new Route(route, 0, 0, 0, 0, 0, 0, 0, List.of());
        }

        /** The pinned time and the estimated waiting time. */
        public long lostNanos() {
            return pinnedNanos + waitNanos;
        }

        /** The sum of both, under the name of this one. */
        public Route and(Route more) {
            return new Route(
                    route,
                    requests + more.requests,
                    moved + more.moved,
                    pins + more.pins,
                    pinnedNanos + more.pinnedNanos,
                    Math.max(maxNanos, more.maxNanos),
                    waitLooks + more.waitLooks,
                    waitNanos + more.waitNanos,
                    together(sites, more.sites));
        }

        private static List<RouteSite> together(List<RouteSite> some, List<RouteSite> more) {
            Map<String, RouteSite> sums = new LinkedHashMap<>();
            some.forEach(one -> sums.put(one.site(), one));
            more.forEach(one -> sums.merge(
                    one.site(),
                    one,
                    (a, b) -> new RouteSite(a.site(), a.pins() + b.pins(), a.pinnedNanos() + b.pinnedNanos())));
            List<RouteSite> sorted = new ArrayList<>(sums.values());
            sorted.sort(MOST_TIME_FIRST);
            return sorted.subList(0, Math.min(MOST_SITES, sorted.size()));
        }

        /**
         * The site with the most pinned time; null if there is none, or if time that is not listed could make another
         * site the largest.
         */
        public @Nullable RouteSite worstSite() {
            if (sites.isEmpty()) {
                return null;
            }
            RouteSite first = sites.get(0);
            long unlisted = pinnedNanos
                    - sites.stream().mapToLong(RouteSite::pinnedNanos).sum();
            long second = sites.size() > 1 ? sites.get(1).pinnedNanos() : 0;
            return first.pinnedNanos() >= second + unlisted ? first : null;
        }
    }

    /**
     * Pins of a route at one site.
     *
     * @param site its id
     * @param pins how many pins the threads had there that served the route's requests, meanwhile
     * @param pinnedNanos sum of their durations
     */
    public record RouteSite(String site, long pins, long pinnedNanos) {}
}
