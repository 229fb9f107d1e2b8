package io.vtmonitor.unpin.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that wait in the monitor, while the lock comes into use, or when it is: as many wake as were notified. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WaitTest {
    private final Object object = new Object();
    private final AtomicInteger woken = new AtomicInteger();

    @Test
    void who_waits_by_the_monitor_goes_on_waiting_when_the_lock_comes_into_use() throws Exception {
        List<Thread> waiters = List.of(waits(0), waits(0), waits(0));
        MonitorRuntime.enter(object);
        MonitorRuntime.exit(object);
        waiters.forEach(waiter -> awaitState(waiter, Thread.State.WAITING));
        assertThat(woken).hasValue(0);
        notifyEachOf(waiters);
    }

    @Test
    void who_waits_for_a_time_by_the_monitor_goes_on_waiting_when_the_lock_comes_into_use() throws Exception {
        List<Thread> waiters = List.of(waits(3_600_000));
        MonitorRuntime.enter(object);
        MonitorRuntime.exit(object);
        awaitState(waiters.get(0), Thread.State.TIMED_WAITING);
        notifyEachOf(waiters);
    }

    private void notifyEachOf(List<Thread> waiters) throws InterruptedException {
        for (int i = 1; i <= waiters.size(); i++) {
            MonitorRuntime.enter(object);
            MonitorRuntime.signal(object);
            MonitorRuntime.exit(object);
            while (woken.get() < i) {
                Thread.onSpinWait();
            }
            assertThat(waiters.stream().filter(Thread::isAlive).count()).isGreaterThanOrEqualTo(waiters.size() - i);
            assertThat(woken).hasValue(i);
        }
        for (Thread waiter : waiters) {
            waiter.join();
        }
        assertThat(MonitorRuntime.stray()).isZero();
    }

    /** By the owner of the monitor, who then is the first to take the lock. */
    @Test
    void a_thread_that_was_notified_before_the_lock_comes_into_use_does_not_wait_again() throws Exception {
        List<Thread> waiters = List.of(waits(0), waits(0), waits(0));
        RetiredLockTest.inBoth(object, () -> {
            MonitorRuntime.signal(object);
            MonitorRuntime.enter(object);
            MonitorRuntime.signal(object);
            MonitorRuntime.exit(object);
        });
        while (woken.get() < 2) {
            Thread.onSpinWait();
        }
        Thread last = last(waiters);
        awaitState(last, Thread.State.WAITING);
        assertThat(woken).hasValue(2);
        MonitorRuntime.enter(object);
        MonitorRuntime.signalAll(object);
        MonitorRuntime.exit(object);
        last.join();
    }

    private static Thread last(List<Thread> threads) {
        List<Thread> alive = new ArrayList<>(threads);
        while (alive.size() > 1) {
            alive.removeIf(thread -> !thread.isAlive());
        }
        return alive.get(0);
    }

    @Test
    void all_that_wait_by_the_monitor_are_notified_by_who_brings_the_lock_into_use() throws Exception {
        List<Thread> waiters = List.of(waits(0), waits(0), waits(3_600_000));
        MonitorRuntime.enter(object);
        MonitorRuntime.signalAll(object);
        MonitorRuntime.exit(object);
        for (Thread waiter : waiters) {
            waiter.join();
        }
        assertThat(woken).hasValue(3);
    }

    @Test
    void a_notification_is_not_kept_by_one_whose_time_is_over_when_the_lock_comes_into_use() throws Exception {
        Thread timed = waits(200);
        Thread waits = waits(0);
        RetiredLockTest.inBoth(object, () -> {
            awaitState(timed, Thread.State.BLOCKED);
            MonitorRuntime.enter(object);
            MonitorRuntime.signal(object);
            MonitorRuntime.exit(object);
        });
        timed.join();
        waits.join();
        assertThat(woken).hasValue(2);
    }

    /** The one that notifies owns the lock already, so the others come back from the monitor and wait for the lock. */
    @Test
    void a_notification_is_not_kept_by_one_whose_time_ends_while_it_waits_for_the_lock() throws Exception {
        Thread timed = waits(200);
        Thread waits = waits(0);
        MonitorRuntime.enter(object);
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200);
        while (System.nanoTime() - until < 0 || !waitsForLock(timed)) {
            Thread.onSpinWait();
        }
        MonitorRuntime.signal(object);
        MonitorRuntime.exit(object);
        timed.join();
        waits.join();
        assertThat(woken).hasValue(2);
    }

    @Test
    void a_notification_is_not_kept_by_one_that_is_interrupted_as_the_lock_comes_into_use() throws Exception {
        Thread interrupted = waits(0);
        Thread waits = waits(0);
        RetiredLockTest.inBoth(object, () -> {
            interrupted.interrupt();
            awaitState(interrupted, Thread.State.BLOCKED);
            MonitorRuntime.enter(object);
            MonitorRuntime.signal(object);
            MonitorRuntime.exit(object);
        });
        interrupted.join();
        waits.join();
        assertThat(woken).hasValue(1);
    }

    @Test
    void who_waits_in_both_for_no_time_is_in_the_state_of_who_waits_for_no_time() throws Exception {
        MonitorRuntime.enter(object);
        MonitorRuntime.await(object, 1); // from now on it has a lock that stays
        MonitorRuntime.exit(object);
        List<Thread> waiters = List.of(waits(0), waits(0));
        waiters.forEach(waiter -> awaitState(waiter, Thread.State.WAITING));
        notifyEachOf(waiters);
    }

    @Test
    void who_waits_in_both_for_a_time_comes_back_when_it_is_over() throws Exception {
        MonitorRuntime.enter(object);
        MonitorRuntime.await(object, 1);
        MonitorRuntime.exit(object);
        waits(200).join();
        assertThat(woken).hasValue(1);
    }

    private Thread waits(long millis) throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform()
                .daemon()
                .start(() -> RetiredLockTest.inBoth(object, () -> {
                    inside.countDown();
                    try {
                        MonitorRuntime.await(object, millis);
                        woken.incrementAndGet();
                    } catch (InterruptedException ignored) {
                        // it was not notified
                    }
                }));
        inside.await();
        awaitState(thread, millis == 0 ? Thread.State.WAITING : Thread.State.TIMED_WAITING);
        return thread;
    }

    /**
     * Whether it has seen that its time is over, or that the lock came into use: it waits for the lock in the monitor.
     */
    private static boolean waitsForLock(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("pauseWhatever"));
    }

    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            assertThat(thread.isAlive()).isTrue();
            Thread.onSpinWait();
        }
    }
}
