package io.vtmonitor.waits.census;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
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
    void a_thread_has_got_a_carrier_at_the_step_that_finds_it_on_another_one_than_the_step_before() {
        run.step(carrier, false, 0);
        assertThat(run.hasBegun()).as("it may have had it for long").isFalse();
        run.step(null, true, 10_000_000);
        assertThat(run.hasBegun()).isFalse();
        run.step(carrier, false, 10_000_000);
        assertThat(run.hasBegun()).isTrue();
        run.step(carrier, false, 10_000_000);
        assertThat(run.hasBegun()).isFalse();
    }

    @Test
    void a_thread_that_waits_on_its_carrier_gets_it_at_no_step() throws InterruptedException {
        Thread pinning = Thread.ofPlatform().daemon().start(LockSupport::park);
        while (pinning.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        for (int i = 0; i < 3; i++) {
            run.step(pinning, false, 10_000_000);
            assertThat(run.isBlockedOnCarrier()).isTrue();
            assertThat(run.hasBegun()).isFalse();
        }
        LockSupport.unpark(pinning);
    }

    @Test
    void a_thread_that_gets_its_carrier_while_it_is_watched_has_not_stayed() {
        run.step(null, true, 0);
        run.step(carrier, false, 20_000_000);
        assertThat(run.hasStayed()).isFalse();
    }
}
