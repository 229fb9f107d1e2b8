package io.vtmonitor.requests;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Pin;
import io.vtmonitor.report.figures.Requests;
import io.vtmonitor.report.figures.Requests.Route;
import io.vtmonitor.report.figures.Requests.RouteSite;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestTallyTest {
    private static final long MILLI = 1_000_000;

    private final RequestTally tally = new RequestTally();

    @Test
    void a_pin_belongs_to_the_request_that_its_thread_served_then_whichever_comes_first() {
        pin(7, 1_010, 50);
        tally.ended("GET /orders", 7, 1_000, 1_100);
        tally.settle();
        tally.ended("GET /stock", 7, 1_200, 1_300);
        tally.ended("GET /stock", 8, 1_000, 1_300);
        pin(7, 1_210, 20);
        pin(9, 1_010, 5);
        Requests figures = tally.figures();
        assertThat(figures.routes())
                .containsExactly(
                        new Route("GET /orders", 1, 0, 1, nanos(0.05), nanos(0.05), 0, 0, at("a.B.c", 1, 0.05)),
                        new Route("GET /stock", 2, 0, 1, nanos(0.02), nanos(0.02), 0, 0, at("a.B.c", 1, 0.02)));
        assertThat(figures.outside())
                .isEqualTo(new Route("(none)", 0, 0, 1, nanos(0.005), nanos(0.005), 0, 0, at("a.B.c", 1, 0.005)));
    }

    @Test
    void a_pin_of_a_request_that_goes_on_for_long_waits_for_its_end() {
        pin(7, 1_010, 50);
        assertThat(tally.figures().outside().pins()).isEqualTo(1);
        for (int second = 2; second < 100; second++) {
            tally.ended("GET /fast", 8, second * 1_000L, second * 1_000L + 1);
            tally.settle();
        }
        tally.ended("GET /slow", 7, 1_000, 100_000);
        assertThat(tally.figures().outside().pins()).isZero();
        assertThat(tally.figures().routes().get(0))
                .isEqualTo(new Route("GET /slow", 1, 0, 1, nanos(0.05), nanos(0.05), 0, 0, at("a.B.c", 1, 0.05)));
    }

    @Test
    void of_nested_requests_the_innermost_has_it() {
        tally.ended("inner", 7, 1_005, 1_090);
        tally.ended("outer", 7, 1_000, 1_100);
        pin(7, 1_010, 50);
        assertThat(tally.figures().routes().get(0).route()).isEqualTo("inner");
    }

    @Test
    void a_look_stands_for_the_time_since_the_one_before() {
        tally.waiting(7, 1_050, 500 * MILLI);
        tally.ended("GET /orders", 7, 1_000, 1_100);
        tally.waiting(7, 1_150, 500 * MILLI);
        Requests figures = tally.figures();
        assertThat(figures.routes()).containsExactly(new Route("GET /orders", 1, 0, 0, 0, 0, 1, nanos(0.5), List.of()));
        assertThat(figures.outside().waitLooks()).isEqualTo(1);
    }

    @Test
    void what_did_not_stay_on_its_thread_is_counted_and_has_no_pins() {
        tally.accept("GET /async", RequestTally.MOVED);
        pin(Thread.currentThread().threadId(), System.currentTimeMillis(), 1);
        assertThat(tally.figures().routes()).containsExactly(new Route("GET /async", 1, 1, 0, 0, 0, 0, 0, List.of()));
        assertThat(tally.figures().outside().pins()).isEqualTo(1);
    }

    @Test
    void a_pin_of_an_unknown_thread_is_of_no_request() {
        tally.ended("GET /orders", 0, 1_000, 1_100);
        pin(0, 1_010, 50);
        assertThat(tally.figures().outside().pins()).isEqualTo(1);
    }

    @Test
    void of_more_than_a_hundred_routes_the_later_ones_count_together() {
        for (int i = 0; i < 150; i++) {
            tally.ended("GET /" + i, i + 1, 1_000, 1_100);
            pin(i + 1, 1_010, 50);
        }
        Requests figures = tally.figures();
        assertThat(figures.routes()).hasSize(100);
        assertThat(figures.other().requests()).isEqualTo(50);
        assertThat(figures.other().pins()).isEqualTo(50);
    }

    @Test
    void requests_that_come_too_fast_to_be_kept_are_counted() {
        for (int i = 0; i < 70_000; i++) {
            tally.ended("GET /orders", i + 1, 1_000, 1_001);
        }
        assertThat(tally.figures().forgotten()).isEqualTo(70_000 - 65_536);
        pin(1, 1_000, 1);
        assertThat(tally.figures().outside().pins()).isEqualTo(1);
    }

    @Test
    void pins_that_no_request_explains_are_bounded() {
        for (int i = 0; i < 50_000; i++) {
            pin(i + 1, 1_000, 1);
        }
        assertThat(tally.figures().outside().pins()).isEqualTo(50_000);
        tally.ended("GET /orders", 1, 1_000, 1_002);
        tally.ended("GET /orders", 50_000, 1_000, 1_002);
        assertThat(tally.figures().routes().get(0).pins())
                .as("the oldest is given up, the newest waits")
                .isEqualTo(1);
    }

    /** Seen once is enough: the machine may do other work, and the compiler takes its time. */
    @Test
    void the_end_of_a_request_takes_less_than_a_microsecond() {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < 5_000 && best >= 1_000; round++) {
            long began = System.currentTimeMillis();
            long start = System.nanoTime();
            for (int i = 0; i < 1_000; i++) {
                tally.accept("GET /orders", began);
            }
            best = Math.min(best, (System.nanoTime() - start) / 1_000.0);
        }
        assertThat(best).as("nanoseconds").isLessThan(1_000);
    }

    @Test
    void the_worst_site_of_a_route_has_the_most_pinned_time() {
        tally.ended("GET /orders", 7, 1_000, 2_000);
        pin("a.Often", 7, 1_010, 30);
        pin("a.Long", 7, 1_100, 50);
        pin("a.Often", 7, 1_200, 30);
        Route route = tally.figures().routes().get(0);
        assertThat(route.sites())
                .containsExactly(
                        new RouteSite("a.Often [sleep]", 2, nanos(0.06)),
                        new RouteSite("a.Long [sleep]", 1, nanos(0.05)));
        assertThat(route.worstSite()).isEqualTo(route.sites().get(0));
        assertThat(Route.none("GET /stock").worstSite()).isNull();
    }

    @Test
    void where_what_is_not_listed_could_be_worse_no_site_is_said_to_be_the_worst() {
        tally.ended("GET /orders", 7, 1_000, 100_000);
        for (int site = 0; site < 150; site++) {
            pin("a.Site" + site, 7, 1_000 + 10 * site, 5);
        }
        assertThat(tally.figures().routes().get(0).sites()).hasSize(10);
        assertThat(tally.figures().routes().get(0).worstSite()).isNull();
        pin("a.Site0", 7, 50_000, 1_000);
        assertThat(tally.figures().routes().get(0).worstSite())
                .isEqualTo(new RouteSite("a.Site0 [sleep]", 2, nanos(1.005)));
    }

    @Test
    void a_pin_whose_diagnosis_is_revised_is_of_the_new_site_whether_its_request_has_ended_or_not() {
        Diagnosis guess = Pins.diagnosis("a.Guess.run", false).with(true);
        Diagnosis proven = Pins.diagnosis("a.Proven.run", false);
        tally.ended("GET /a", 7, 1_000, 1_100);
        pin(guess, 7, 1_010, 50);
        pin("a.Guess.run", 7, 1_070, 10);
        assertThat(tally.figures().routes().get(0).sites()).isEqualTo(at("a.Guess.run", 2, 0.06));
        pin(guess, 8, 1_010, 50);
        tally.settle();
        pin(guess, 9, 1_010, 50);
        tally.revised(guess, proven);
        tally.ended("GET /b", 8, 1_000, 1_100);
        tally.ended("GET /c", 9, 1_000, 1_100);
        assertThat(tally.figures().routes())
                .extracting(Route::sites)
                .containsExactlyInAnyOrder(
                        List.of(
                                new RouteSite("a.Proven.run [sleep]", 1, nanos(0.05)),
                                new RouteSite("a.Guess.run [sleep]", 1, nanos(0.01))),
                        at("a.Proven.run", 1, 0.05),
                        at("a.Proven.run", 1, 0.05));
    }

    private static List<RouteSite> at(String site, long pins, double seconds) {
        return List.of(new RouteSite(site + " [sleep]", pins, nanos(seconds)));
    }

    private void pin(long thread, long beginMillis, long millis) {
        pin("a.B.c", thread, beginMillis, millis);
    }

    private void pin(String holder, long thread, long beginMillis, long millis) {
        pin(Pins.diagnosis(holder, false), thread, beginMillis, millis);
    }

    private void pin(Diagnosis diagnosis, long thread, long beginMillis, long millis) {
        Pin pin = new Pin(diagnosis.blocking(), beginMillis * MILLI, millis * MILLI, thread, "", null);
        tally.accept(new DiagnosedPin(pin, diagnosis));
    }
}
