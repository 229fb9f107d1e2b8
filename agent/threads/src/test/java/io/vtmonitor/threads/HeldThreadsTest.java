package io.vtmonitor.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.threads.CarrierSnapshot.Wait;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HeldThreadsTest {
    @Test
    void a_thread_that_runs_or_sleeps_on_another_carrier_may_own_a_monitor_too() {
        Carrier waits = carrier();
        Carrier sleeps = carrier();
        Carrier idle = new Carrier(new Thread(), null, null);
        Carrier hidden = new Carrier(new Thread(), new Object(), null);
        CarrierSnapshot held = new CarrierSnapshot(
                waits, Thread.State.BLOCKED, Wait.ENTERS_MONITOR, null, List.of(), null, Set.of(), null);
        assertThat(HeldThreads.others(List.of(waits, sleeps, idle, hidden), List.of(held)))
                .containsExactly(sleeps, hidden);
    }

    private static Carrier carrier() {
        return new Carrier(new Thread(), new Object(), new Thread());
    }
}
