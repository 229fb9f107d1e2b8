package io.vtmonitor.report.text;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.Reports;
import io.vtmonitor.report.figures.Requests;
import io.vtmonitor.report.figures.Requests.Route;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestsTextTest {
    private static final Route NO_OTHER = Route.none("(other)");
    private static final Route NO_OUTSIDE = Route.none("(none)");

    @Test
    void each_route_that_lost_time_has_a_line() {
        Requests requests = new Requests(
                List.of(
                        new Route("GET /orders", 1200, 0, 400, nanos(41), nanos(0.52), 0, 0, List.of()),
                        new Route("POST /orders", 1, 0, 1, nanos(0.05), nanos(0.05), 2, nanos(10), List.of()),
                        new Route("GET /stock", 3, 0, 0, 0, 0, 0, 0, List.of())),
                NO_OTHER,
                new Route("(none)", 0, 0, 2, nanos(0.1), nanos(0.06), 0, 0, List.of()),
                0);
        assertThat(RequestsText.lines(requests))
                .containsExactly(
                        "GET /orders lost 41.0 s in 1200 requests: 41.0 s in 400 pins, longest 520 ms",
                        "POST /orders lost about 10.1 s in 1 request: 50 ms in 1 pin, longest 50 ms; about 10.0 s of "
                                + "waiting for locks, queues and pools, from 2 looks",
                        "2 pins of 100 ms belong to no completed request.");
        assertThat(TextReport.write(Reports.none().with(requests), 10))
                .contains("What requests lost\nGET /orders lost 41.0 s in 1200 requests");
        assertThat(MarkdownReport.write(Reports.none().with(requests), 10, null))
                .contains("- GET `/orders` lost 41.0 s in 1200 requests");
    }

    @Test
    void that_nothing_was_lost_says_in_how_many_requests() {
        Requests calm =
                new Requests(List.of(new Route("GET /stock", 3, 1, 0, 0, 0, 0, 0, List.of())), NO_OTHER, NO_OUTSIDE, 0);
        assertThat(RequestsText.lines(calm))
                .containsExactly(
                        "No route lost time in 3 requests.",
                        "What 1 request lost is not known, because not all of the work was done on one thread.");
        assertThat(RequestsText.lines(new Requests(List.of(), NO_OTHER, NO_OUTSIDE, 0)))
                .containsExactly("No completed request was reported to the agent.");
    }

    @Test
    void without_the_option_there_is_no_section() {
        assertThat(TextReport.write(Reports.none(), 10)).doesNotContain("requests");
    }
}
