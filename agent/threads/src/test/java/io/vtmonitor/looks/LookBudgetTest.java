package io.vtmonitor.looks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LookBudgetTest {
    private static final long MILLI = 1_000_000;
    private static final long INTERVAL = 5_000 * MILLI;

    private final AtomicLong clock = new AtomicLong();
    private final AtomicLong used = new AtomicLong();
    private final LookBudget cost = new LookBudget(INTERVAL, clock::get, used::get, null);

    /** A look and the wait after it, by the clock. */
    private void look(long nanos) {
        cost.begin();
        clock.addAndGet(nanos);
        used.addAndGet(nanos);
        clock.addAndGet(cost.end());
    }

    @Test
    void cheap_looks_come_at_their_interval() {
        for (int i = 0; i < 100; i++) {
            look(5 * MILLI);
        }
        assertThat(clock.get()).isEqualTo(100 * INTERVAL);
    }

    @Test
    void dear_looks_become_rarer_so_that_they_cost_a_five_hundredth_of_a_processor() {
        for (int i = 0; i < 1_000; i++) {
            look(50 * MILLI);
        }
        double part = (double) used.get() / clock.get();
        assertThat(part).isBetween(0.0018, 0.0021);
        assertThat(cost.nanos()).isEqualTo(1_000 * 50 * MILLI);
    }

    @Test
    void there_is_a_look_a_minute_at_least() {
        for (int i = 0; i < 10; i++) {
            look(2_000 * MILLI);
        }
        assertThat(clock.get()).isLessThanOrEqualTo(10 * 62_000 * MILLI);
    }
}
