package io.vtmonitor.waits.census;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CarrierRunTest {
    private final Thread carrier = Thread.currentThread();
    private final CarrierRun run = new CarrierRun(Thread.currentThread());

    @Test
    void a_thread_stays_if_each_step_finds_it_on_one_carrier_however_late_the_steps_are() {
        run.step(carrier, false, 20_000_000);
        run.step(carrier, false, 0);
        assertThat(run.hasStayed()).isTrue();
    }

    @Test
    void a_thread_that_one_step_finds_elsewhere_has_left_though_it_comes_back() {
        run.step(carrier, false, 0);
        run.step(null, true, 20_000_000);
        run.step(carrier, false, 20_000_000);
        assertThat(run.hasStayed()).isFalse();
    }

    @Test
    void a_thread_that_gets_its_carrier_while_it_is_watched_has_not_stayed() {
        run.step(null, true, 0);
        run.step(carrier, false, 20_000_000);
        assertThat(run.hasStayed()).isFalse();
    }
}
