package io.vtmonitor.report;

import static io.vtmonitor.Times.nanos;

import io.vtmonitor.report.figures.Requests;
import java.util.List;

/** A report of requests for tests. */
public final class RequestReports {
    private RequestReports() {}

    /** Nothing was pinned but while a request was served. */
    public static Report of() {
        return Reports.none()
                .with(new Requests(
                        List.of(new Requests.Route(
                                "GET /orders",
                                1200,
                                1,
                                400,
                                nanos(41),
                                nanos(0.52),
                                2,
                                nanos(10),
                                List.of(new Requests.RouteSite("a.B.c [sleep]", 399, nanos(40.5))))),
                        Requests.Route.none(Requests.OTHER),
                        new Requests.Route(Requests.OUTSIDE, 0, 0, 2, nanos(0.1), nanos(0.06), 0, 0, List.of()),
                        3));
    }
}
