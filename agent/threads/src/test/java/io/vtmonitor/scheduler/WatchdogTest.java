package io.vtmonitor.scheduler;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.SchedulerFigures;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.StallFacts;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.report.text.StallText;
import io.vtmonitor.threads.Carrier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    private static final long TICK = 500_000_000;
    private static final long STALL = 5_000_000_000L;
    private static final long PROBE_WAITS = 2_000_000_000;
    private static final SchedulerFigures BUSY = new SchedulerFigures(2, 2, 2, 3, 0);

    private final List<Carrier> carriers = new ArrayList<>(List.of(held(), held()));
    private final List<Stall> told = new ArrayList<>();
    private long now;

    @Test
    void a_stall_is_told_when_it_is_seen_and_when_it_is_over() {
        Watchdog watchdog = watchdog(WatchdogTest::stall, stall -> stall.dumpedTo("file"));
        look(watchdog, 11, PROBE_WAITS);
        assertThat(told)
                .singleElement()
                .satisfies(stall -> assertThat(stall.over()).isFalse());
        look(watchdog, 2, 0);
        assertThat(told)
                .hasSize(2)
                .last()
                .satisfies(stall -> assertThat(stall.over()).isTrue());
        assertThat(watchdog.stalls()).singleElement().satisfies(stall -> {
            assertThat(stall.over()).isTrue();
            assertThat(stall.dump()).isEqualTo("file");
        });
        assertThat(watchdog.stalledSeconds()).isGreaterThanOrEqualTo(5);
    }

    @Test
    void a_stall_whose_carriers_can_not_be_read_is_told_with_the_reason() {
        for (Throwable failure : List.of(new ClassCastException("no such field"), new OutOfMemoryError("heap"))) {
            told.clear();
            Watchdog watchdog = watchdog(
                    (begin, nanos, queued) -> {
                        throw WatchdogTest.<RuntimeException>sneaky(failure);
                    },
                    stall -> stall);
            look(watchdog, 11, PROBE_WAITS);
            assertThat(told).singleElement().satisfies(stall -> {
                assertThat(stall.pattern()).isEqualTo(StallPattern.UNKNOWN);
                assertThat(stall.confidence()).isEqualTo(Confidence.UNKNOWN);
                assertThat(StallText.verdict(stall.facts())).contains("could not be read: " + failure);
                assertThat(stall.queued()).as("without our probe").isEqualTo(2);
            });
            look(watchdog, 1, 0);
            assertThat(watchdog.stalls())
                    .singleElement()
                    .satisfies(stall -> assertThat(stall.over()).isTrue());
            now += 10 * TICK;
        }
    }

    @Test
    void a_stall_that_can_not_be_told_is_kept_for_the_report() {
        Watchdog watchdog = watchdog(WatchdogTest::stall, stall -> {
            throw new OutOfMemoryError("for the line");
        });
        look(watchdog, 11, PROBE_WAITS);
        assertThat(watchdog.stalls())
                .singleElement()
                .satisfies(stall -> assertThat(stall.over()).isFalse());
        look(watchdog, 1, 0);
        assertThat(watchdog.stalls())
                .singleElement()
                .satisfies(stall -> assertThat(stall.over()).isTrue());
    }

    @Test
    void without_a_probe_a_queue_while_all_carriers_are_taken_is_the_reason_to_look() {
        Watchdog watchdog = watchdog(WatchdogTest::stall, stall -> stall);
        look(watchdog, 11, -1);
        assertThat(told).hasSize(1);
    }

    @Test
    void without_a_probe_a_carrier_that_is_free_is_progress() {
        carriers.set(0, new Carrier(Thread.currentThread(), null, null));
        Watchdog watchdog = watchdog(WatchdogTest::stall, stall -> stall);
        look(watchdog, 40, -1);
        assertThat(told).isEmpty();
    }

    @Test
    void no_more_than_fifty_stalls_are_kept_and_the_time_of_all_is_counted() {
        Watchdog watchdog = watchdog(WatchdogTest::stall, stall -> stall);
        for (int i = 0; i < 60; i++) {
            look(watchdog, 11, PROBE_WAITS);
            look(watchdog, 1, 0);
        }
        assertThat(watchdog.stalls()).hasSize(50);
        assertThat(watchdog.stalledSeconds()).isGreaterThanOrEqualTo(60 * 5.0);
    }

    @Test
    void when_nobody_looks_any_more_a_stall_that_lasts_grows_no_longer() {
        Watchdog watchdog = watchdog(WatchdogTest::stall, stall -> stall);
        look(watchdog, 11, PROBE_WAITS);
        watchdog.giveUp(now);
        double seconds = watchdog.stalledSeconds();
        assertThat(seconds).isBetween(5.0, 6.0);
        assertThat(watchdog.stalledSeconds()).isEqualTo(seconds);
        assertThat(watchdog.stalls())
                .singleElement()
                .satisfies(stall -> assertThat(stall.over()).isFalse());
    }

    private Watchdog watchdog(Watchdog.Reader reader, UnaryOperator<Stall> teller) {
        return new Watchdog(() -> carriers, () -> reader, new StallClock(STALL, TICK, () -> 0), stall -> {
            told.add(stall);
            return teller.apply(stall);
        });
    }

    private void look(Watchdog watchdog, int times, long probeWaits) {
        for (int i = 0; i < times; i++) {
            now += TICK;
            watchdog.look(now, BUSY, probeWaits);
        }
    }

    private static Carrier held() {
        return new Carrier(Thread.currentThread(), new Object(), null);
    }

    private static Stall stall(Instant begin, long nanos, long queued) {
        return new Stall(
                begin,
                nanos,
                false,
                StallPattern.PINS,
                Confidence.EXACT,
                new StallFacts.Worded("verdict", "action"),
                null,
                queued,
                List.of(),
                null);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T sneaky(Throwable any) throws T {
        throw (T) any;
    }
}
