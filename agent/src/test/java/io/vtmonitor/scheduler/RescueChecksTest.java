package io.vtmonitor.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.scheduler.CarrierSnapshot.Wait;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RescueChecksTest {
    private final Thread one = new Thread("one");
    private final Thread other = new Thread("other");
    private final Object lock = new Object();
    private Map<Object, Thread> owners = Map.of(lock, one);
    private @Nullable Thread monitorOwner = other;

    private final CarrierSnapshot entersMonitor = held(one, Wait.ENTERS_MONITOR, Thread.State.BLOCKED, null);
    private final CarrierSnapshot waitsForLock = held(other, Wait.PARKED, Thread.State.WAITING, lock);

    private boolean isLockCircle(CarrierSnapshot... held) {
        return new RescueChecks(owners::get, (thread, blocker) -> false, (each, all) -> monitorOwner)
                .isLockCircle(List.of(held));
    }

    private static CarrierSnapshot held(Thread thread, Wait doing, Thread.State state, @Nullable Object blocker) {
        return new CarrierSnapshot(
                new Carrier(thread, thread, thread), state, doing, blocker, List.of(), null, Set.of(), null);
    }

    @Test
    void a_lock_and_a_monitor_whose_owners_wait_for_each_other_are_a_circle() {
        assertThat(isLockCircle(entersMonitor, waitsForLock)).isTrue();
    }

    @Test
    void a_thread_that_waits_for_a_limited_time_breaks_the_circle() {
        assertThat(isLockCircle(entersMonitor, held(other, Wait.PARKED, Thread.State.TIMED_WAITING, lock)))
                .isFalse();
    }

    @Test
    void an_owner_that_does_something_else_makes_no_circle() {
        monitorOwner = null;
        assertThat(isLockCircle(entersMonitor, waitsForLock)).isFalse();
        monitorOwner = other;
        owners = Map.of();
        assertThat(isLockCircle(entersMonitor, waitsForLock)).isFalse();
        assertThat(isLockCircle()).isFalse();
    }
}
