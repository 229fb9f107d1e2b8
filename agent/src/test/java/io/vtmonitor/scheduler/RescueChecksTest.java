package io.vtmonitor.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.StallPattern;
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

    private @Nullable String hopeless(CarrierSnapshot... held) {
        return new RescueChecks(owners::get, (thread, blocker) -> thread.equals(blocker), (each, all) -> monitorOwner)
                .hopeless(StallPattern.PINS, List.of(held));
    }

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
    void a_circle_of_locks_is_a_lock_order_deadlock_and_one_with_a_join_or_a_time_limit_is_none() {
        assertThat(hopeless(entersMonitor, waitsForLock)).contains("a lock-order deadlock");
        assertThat(hopeless(held(one, Wait.PARKED, Thread.State.WAITING, one)))
                .isEqualTo("The threads wait for each other in a circle: at least one for the end of a thread"
                        + " (Thread.join), or for a limited time. More carriers do not help: let no thread wait for one"
                        + " that waits for it, and restart the JVM if the circle does not end.");
        assertThat(hopeless(entersMonitor, held(other, Wait.PARKED, Thread.State.TIMED_WAITING, lock)))
                .doesNotContain("deadlock");
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
