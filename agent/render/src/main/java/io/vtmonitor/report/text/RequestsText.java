package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.report.figures.Requests;
import io.vtmonitor.report.figures.Requests.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What was lost while requests were served, in words: a line for each route that lost time. */
public final class RequestsText {
    private static final int LISTED = 10;

    private RequestsText() {}

    static void write(TextWriter page, Requests requests) {
        page.blank();
        page.line("%s", TextWriter.bold("What requests lost"));
        lines(requests).forEach(line -> page.line("%s", line));
    }

    /** The routes that lost most, then the notes. */
    public static List<String> lines(Requests requests) {
        long served = served(requests);
        List<Route> lost = lost(requests);
        List<String> lines = new ArrayList<>();
        lost.subList(0, Math.min(LISTED, lost.size())).forEach(route -> lines.add(line(route)));
        if (lost.size() > LISTED) {
            lines.add(Plural.of(lost.size() - LISTED, "more route") + " lost time, as the JSON report lists");
        }
        if (lost.isEmpty() && served > 0) {
            lines.add("No route lost time in " + Plural.of(served, "request") + ".");
        }
        lines.addAll(notes(requests));
        return lines;
    }

    /** The route that lost most, with its part of the lost time; null if no route lost time. */
    public static @Nullable String most(Requests requests) {
        List<Route> lost = lost(requests);
        if (lost.isEmpty()) {
            return null;
        }
        double all = 0;
        boolean estimate = false;
        for (Route route : lost) {
            all += route.lostNanos();
            estimate |= route.waitLooks() > 0;
        }
        Route first = lost.get(0);
        return first.route() + " lost " + (first.waitLooks() > 0 ? "about " : "") + Durations.text(first.lostNanos())
                + " in "
                + Plural.of(first.requests(), "request")
                + (lost.size() == 1
                        ? "."
                        : ", " + (estimate ? "about " : "") + Durations.percent(first.lostNanos() / all)
                                + " of what requests lost.");
    }

    /** What applies to all routes, and what belongs to no request; a sentence each. */
    public static List<String> notes(Requests requests) {
        List<String> lines = new ArrayList<>();
        if (served(requests) == 0) {
            lines.add("No completed request was reported to the agent.");
            return lines;
        }
        long moved = all(requests).mapToLong(Route::moved).sum();
        if (moved > 0) {
            lines.add("What " + Plural.of(moved, "request")
                    + " lost is not known, because not all of the work was done on one thread.");
        }
        Route outside = requests.outside();
        if (outside.pins() > 0) {
            lines.add(Plural.of(outside.pins(), "pin") + " of " + Durations.text(outside.pinnedNanos()) + " belong"
                    + (outside.pins() == 1 ? "s" : "") + " to no completed request.");
        }
        if (requests.forgotten() > 0) {
            lines.add(Plural.of(requests.forgotten(), "request")
                    + " came too fast to be kept until their pins were known. Some of those pins may be theirs.");
        }
        return lines;
    }

    /** The routes that lost time, most first. All routes that are not listed separately are one at the end. */
    public static List<Route> lost(Requests requests) {
        return all(requests).filter(route -> route.lostNanos() > 0).toList();
    }

    private static long served(Requests requests) {
        return all(requests).mapToLong(Route::requests).sum();
    }

    private static Stream<Route> all(Requests requests) {
        return Stream.concat(requests.routes().stream(), Stream.of(requests.other()));
    }

    /** Such as {@code GET /orders lost 41.0 s in 1200 requests: 41.0 s in 1200 pins, longest 100 ms}. */
    static String line(Route route) {
        List<String> parts = new ArrayList<>();
        if (route.pins() > 0) {
            parts.add(Durations.text(route.pinnedNanos()) + " in " + Plural.of(route.pins(), "pin") + ", longest "
                    + Durations.text(route.maxNanos()));
        }
        if (route.waitLooks() > 0) {
            parts.add("about " + Durations.text(route.waitNanos()) + " of waiting for locks, queues and pools, from "
                    + Plural.of(route.waitLooks(), "look"));
        }
        return route.route() + " lost " + (route.waitLooks() > 0 ? "about " : "")
                + Durations.text(route.lostNanos()) + " in " + Plural.of(route.requests(), "request") + ": "
                + String.join("; ", parts);
    }
}
