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
 * @param most the route that lost most, in a sentence; null where none lost time
 * @param rows routes that lost time, most first; those that are not counted one by one together at the end
 * @param notes a sentence each
 */
record HtmlReportRequests(@Nullable String most, List<Row> rows, List<String> notes) {
    /**
     * A route.
     *
     * @param requests that have ended
     * @param lostNanos pinned, and waited by estimate
     * @param about whether waits are in it
     * @param share of what all routes lost, 0 to 1
     * @param worstSite with the most pinned time; null where no pin was, or where that is not known
     */
    record Row(
            String route,
            long requests,
            long lostNanos,
            boolean about,
            double share,
            long pins,
            @Nullable RouteSite worstSite) {}

    /** Null where nobody asked. */
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
