package io.vtmonitor.report.html;

import io.vtmonitor.report.figures.Requests;
import io.vtmonitor.report.figures.Requests.Route;
import io.vtmonitor.report.figures.Requests.RouteSite;
import io.vtmonitor.report.text.RequestsText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What requests lost, as a table.
 *
 * @param most a sentence about the route that lost most; null if no route lost time
 * @param rows routes that lost time, most first; the routes that are not counted separately are the last row
 * @param notes a sentence each
 */
record HtmlReportRequests(@Nullable String most, List<Row> rows, List<String> notes) {
    /**
     * A route.
     *
     * @param requests the number of requests that ended
     * @param lostNanos the pinned time, and an estimate of the time that requests waited
     * @param about whether {@code lostNanos} includes waits
     * @param share the part of what all routes lost, 0 to 1
     * @param worstSite the site with the most pinned time; null without pins, or if it is not known
     */
    record Row(
            String route,
            long requests,
            long lostNanos,
            boolean about,
            double share,
            long pins,
            @Nullable RouteSite worstSite) {}

    /** Null if requests were not watched. */
    static @Nullable HtmlReportRequests of(@Nullable Requests requests) {
        if (requests == null) {
            return null;
        }
        List<Route> lost = RequestsText.lost(requests);
        double all = lost.stream().mapToLong(Route::lostNanos).sum();
        return new HtmlReportRequests(
                RequestsText.most(requests),
                lost.stream()
                        .map(route -> new Row(
                                route.route(),
                                route.requests(),
                                route.lostNanos(),
                                route.waitLooks() > 0,
                                route.lostNanos() / all,
                                route.pins(),
                                route.worstSite()))
                        .toList(),
                RequestsText.notes(requests));
    }
}
