package io.vtmonitor.tally;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.figures.Requests;
import io.vtmonitor.report.figures.Requests.Route;
import io.vtmonitor.report.figures.Requests.RouteSite;
import java.util.List;
import org.junit.jupiter.api.Test;

class MergedRequestsTest {
    private static final RouteSite A = new RouteSite("a.A.a [sleep]", 1, nanos(1));
    private static final RouteSite B = new RouteSite("a.B.b [sleep]", 2, nanos(0.75));
    private static final RouteSite B_TWICE = new RouteSite("a.B.b [sleep]", 4, nanos(1.5));
    private static final Route NOTHING = Route.none("(other)");
    private static final Route OUTSIDE = new Route("(none)", 0, 0, 2, nanos(0.1), nanos(0.06), 1, nanos(5), List.of());

    @Test
    void routes_of_one_name_are_one_and_a_report_without_requests_adds_none() {
        Requests one = new Requests(
                List.of(
                        new Route("GET /orders", 1200, 1, 400, nanos(41), nanos(0.5), 2, nanos(10), List.of(A, B)),
                        new Route("GET /stock", 3, 0, 0, 0, 0, 0, 0, List.of())),
                NOTHING,
                OUTSIDE,
                1);
        Requests two = new Requests(
                List.of(new Route("GET /orders", 300, 0, 10, nanos(1.5), nanos(0.7), 1, nanos(5), List.of(B))),
                NOTHING,
                OUTSIDE,
                2);
        Requests both = new Requests(
                List.of(
                        new Route(
                                "GET /orders",
                                1500,
                                1,
                                410,
                                nanos(42.5),
                                nanos(0.7),
                                3,
                                nanos(15),
                                List.of(B_TWICE, A)),
                        new Route("GET /stock", 3, 0, 0, 0, 0, 0, 0, List.of())),
                NOTHING,
                new Route("(none)", 0, 0, 4, nanos(0.2), nanos(0.06), 2, nanos(10), List.of()),
                3);
        assertThat(merged(one, two, null)).isEqualTo(both);
        assertThat(merged(null, two, one)).isEqualTo(both);
        assertThat(merged(null, null)).isNull();
    }

    private static Requests merged(Requests... parts) {
        Merge merge = new Merge("vt-monitor");
        for (Requests part : parts) {
            Report report = Reports.none();
            merge.add(report.with(part));
        }
        return merge.report().requests();
    }
}
