package io.vtmonitor.report.figures;

import java.util.Comparator;
import java.util.List;

/**
 * What virtual threads lost while they served requests, by route. All pins of a report are counted once: in a route, in
 * {@code other}, or in {@code outside}.
 *
 * @param routes most lost first, then by name; at most a hundred
 * @param other requests of all further routes, under the name {@code (other)}
 * @param outside pins and looks of no request that had ended, under the name {@code (none)}; no requests
 * @param forgotten requests that ended faster than they could be kept until their pins were known: pins of theirs may
 *     be in {@code outside}
 */
public record Requests(List<Route> routes, Route other, Route outside, long forgotten) {
    /** Routes that are told apart. */
    public static final int MOST_ROUTES = 100;

    /** How routes are listed. */
    public static final Comparator<Route> MOST_LOST_FIRST =
            Comparator.comparingDouble(Route::lostSeconds).reversed().thenComparing(Route::route);

    public static final String OTHER = "(other)";
    public static final String OUTSIDE = "(none)";

    public Requests {
        routes = List.copyOf(routes);
    }

    /**
     * The requests of one route.
     *
     * @param route method and path pattern, such as {@code GET /orders/{id}}, or what a contextual event says
     * @param requests that have ended
     * @param moved those of them that did not stay on one thread: what they lost is not known
     * @param pins of the threads that served them, meanwhile
     * @param pinnedSeconds sum of their durations
     * @param maxSeconds the longest
     * @param waitLooks looks that found such a thread waiting for an object: a lock, a queue, a future, a pool
     * @param waitSeconds an estimate: each of these looks stands for the time since the look before
     */
    public record Route(
            String route,
            long requests,
            long moved,
            long pins,
            double pinnedSeconds,
            double maxSeconds,
            long waitLooks,
            double waitSeconds) {
        /** Pinned, and waited by estimate. */
        public double lostSeconds() {
            return pinnedSeconds + waitSeconds;
        }

        /** Both together, under this one's name. */
        public Route and(Route more) {
            return new Route(
                    route,
                    requests + more.requests,
                    moved + more.moved,
                    pins + more.pins,
                    sum(pinnedSeconds, more.pinnedSeconds),
                    Math.max(maxSeconds, more.maxSeconds),
                    waitLooks + more.waitLooks,
                    sum(waitSeconds, more.waitSeconds));
        }

        /** Seconds are whole nanoseconds, whose sums are exact. */
        private static double sum(double one, double other) {
            return (Math.round(one * 1e9) + Math.round(other * 1e9)) / 1e9;
        }
    }
}
