package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.report.figures.Requests;
import io.vtmonitor.report.figures.Requests.Route;
import java.util.ArrayList;
import java.util.List;

/** What was lost while requests were served, in words: a line for each route that lost something. */
public final class RequestsText {
    private static final int LISTED = 10;

    private RequestsText() {}

    static void write(TextWriter page, Requests requests) {
        page.blank();
        page.line("%s", TextWriter.bold("What requests lost"));
        lines(requests).forEach(line -> page.line("%s", line));
    }

    /** Those that lost most, then what is known of no request. */
    public static List<String> lines(Requests requests) {
        List<Route> all = new ArrayList<>(requests.routes());
        if (requests.other().requests() > 0) {
            all.add(requests.other());
        }
        long served = all.stream().mapToLong(Route::requests).sum();
        if (served == 0) {
            return List.of("No completed request was reported to the agent.");
        }
        List<Route> lost = all.stream().filter(route -> route.lostSeconds() > 0).toList();
        List<String> lines = new ArrayList<>();
        lost.subList(0, Math.min(LISTED, lost.size())).forEach(route -> lines.add(line(route)));
        if (lost.size() > LISTED) {
            lines.add(Plural.of(lost.size() - LISTED, "more route") + " lost time, as the JSON report lists");
        }
        if (lost.isEmpty()) {
            lines.add("No route lost time in " + Plural.of(served, "request") + ".");
        }
        long moved = all.stream().mapToLong(Route::moved).sum();
        if (moved > 0) {
            lines.add("Of " + Plural.of(moved, "request")
                    + " that did not stay on one thread it is not known what they lost.");
        }
        Route outside = requests.outside();
        if (outside.pins() > 0) {
            lines.add(Plural.of(outside.pins(), "pin") + " of " + Durations.text(outside.pinnedSeconds()) + " belong"
                    + (outside.pins() == 1 ? "s" : "") + " to no completed request.");
        }
        if (requests.forgotten() > 0) {
            lines.add(Plural.of(requests.forgotten(), "request")
                    + " came too fast to be kept until their pins were known: pins of theirs may be among these.");
        }
        return lines;
    }

    /** Such as {@code GET /orders lost 41.0 s in 1200 requests: 41.0 s in 1200 pins, longest 100 ms}. */
    static String line(Route route) {
        List<String> parts = new ArrayList<>();
        if (route.pins() > 0) {
            parts.add(Durations.text(route.pinnedSeconds()) + " in " + Plural.of(route.pins(), "pin") + ", longest "
                    + Durations.text(route.maxSeconds()));
        }
        if (route.waitLooks() > 0) {
            parts.add("about " + Durations.text(route.waitSeconds()) + " of waiting for locks, queues and pools, from "
                    + Plural.of(route.waitLooks(), "look"));
        }
        return route.route() + " lost " + (route.waitLooks() > 0 ? "about " : "")
                + Durations.text(route.lostSeconds()) + " in " + Plural.of(route.requests(), "request") + ": "
                + String.join("; ", parts);
    }
}
