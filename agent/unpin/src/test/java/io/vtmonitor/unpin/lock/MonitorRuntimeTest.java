package io.vtmonitor.unpin.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What JLS 17 says of monitors, said of the runtime. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MonitorRuntimeTest {
    private final Object object = new Object();

    @Test
    void the_door_has_every_method_that_is_called() {
        assertThat(Stream.of(MonitorRuntime.class.getMethods()).map(Method::getName))
                .contains(
                        "enter",
                        "exit",
                        "enterBoth",
                        "enteredBoth",
                        "exitBoth",
                        "await",
                        "signal",
                        "signalAll",
                        "holds");
    }

    @Test
    void entering_null_is_a_null_pointer_exception() {
        assertThatThrownBy(() -> MonitorRuntime.enter(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> MonitorRuntime.await(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> MonitorRuntime.signal(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> MonitorRuntime.holds(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void null_is_left_to_the_monitorenter_that_stays() {
        MonitorRuntime.enter(object); // from now on it looks for locks
        MonitorRuntime.exit(object);
        assertThatCode(() -> MonitorRuntime.enterBoth(null)).doesNotThrowAnyException();
    }

    @Test
    void it_is_owned_until_it_is_given_back_as_often_as_taken() {
        MonitorRuntime.enter(object);
        MonitorRuntime.enter(object);
        MonitorRuntime.exit(object);
        assertThat(MonitorRuntime.holds(object)).isTrue();
        MonitorRuntime.exit(object);
        assertThat(MonitorRuntime.holds(object)).isFalse();
    }

    @Test
    void wait_and_notify_of_who_does_not_own_it_throw_what_the_jvm_throws() {
        assertThatThrownBy(() -> MonitorRuntime.await(object))
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessage("current thread is not owner");
        assertThatThrownBy(() -> MonitorRuntime.signal(object)).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> MonitorRuntime.signalAll(object)).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void odd_timeouts_throw_what_the_jvm_throws() {
        MonitorRuntime.enter(object);
        try {
            assertThatThrownBy(() -> MonitorRuntime.await(object, -1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("timeout value is negative");
            assertThatThrownBy(() -> MonitorRuntime.await(object, 1, 1_000_000))
                    .isInstanceOf(IllegalArgumentException.class);
        } finally {
            MonitorRuntime.exit(object);
        }
    }

    @Test
    void a_wait_gives_the_lock_back_whole_and_has_it_whole_again_afterwards() throws Exception {
        AtomicInteger holds = new AtomicInteger(-1);
        CountDownLatch owned = new CountDownLatch(1);
        Thread waiter = Thread.ofVirtual().start(() -> {
            MonitorRuntime.enter(object);
            MonitorRuntime.enter(object);
            owned.countDown();
            try {
                MonitorRuntime.await(object);
            } catch (InterruptedException e) {
                holds.set(-2);
            }
            MonitorRuntime.exit(object);
            holds.set(MonitorRuntime.holds(object) ? 1 : 0);
            MonitorRuntime.exit(object);
        });
        owned.await();
        MonitorRuntime.enter(object);
        MonitorRuntime.signal(object);
        MonitorRuntime.exit(object);
        waiter.join();
        assertThat(holds).hasValue(1);
        assertThat(MonitorRuntime.holds(object)).isFalse();
    }

    @Test
    void a_timed_wait_ends_by_itself() throws InterruptedException {
        MonitorRuntime.enter(object);
        MonitorRuntime.await(object, 5);
        MonitorRuntime.await(object, 0, 200);
        assertThat(MonitorRuntime.holds(object)).isTrue();
        MonitorRuntime.exit(object);
    }

    @Test
    void an_interrupt_before_or_while_waiting_is_thrown_and_cleared() throws Exception {
        AtomicReference<String> seen = new AtomicReference<>("");
        CountDownLatch owned = new CountDownLatch(1);
        Thread waiter = Thread.ofVirtual().start(() -> {
            MonitorRuntime.enter(object);
            try {
                owned.countDown();
                MonitorRuntime.await(object);
            } catch (InterruptedException e) {
                seen.set("interrupted, owned " + MonitorRuntime.holds(object) + ", flag "
                        + Thread.currentThread().isInterrupted());
            } finally {
                MonitorRuntime.exit(object);
            }
        });
        owned.await();
        MonitorRuntime.enter(object);
        waiter.interrupt();
        MonitorRuntime.exit(object);
        waiter.join();
        assertThat(seen).hasValue("interrupted, owned true, flag false");
    }

    @Test
    void a_notification_that_meets_an_interrupt_is_not_lost() throws Exception {
        for (int i = 0; i < 500; i++) {
            Object mine = new Object();
            AtomicInteger notified = new AtomicInteger();
            CountDownLatch waiting = new CountDownLatch(2);
            Thread[] waiters = new Thread[2];
            for (int w = 0; w < 2; w++) {
                waiters[w] = Thread.ofVirtual().start(() -> {
                    MonitorRuntime.enter(mine);
                    try {
                        waiting.countDown();
                        MonitorRuntime.await(mine);
                        notified.incrementAndGet();
                    } catch (InterruptedException e) {
                        // the other one has to be notified then
                    } finally {
                        MonitorRuntime.exit(mine);
                    }
                });
            }
            waiting.await();
            MonitorRuntime.enter(mine);
            MonitorRuntime.exit(mine);
            waiters[0].interrupt();
            MonitorRuntime.enter(mine);
            MonitorRuntime.signal(mine);
            MonitorRuntime.exit(mine);
            waiters[0].join();
            if (notified.get() == 0) {
                waiters[1].join();
            }
            assertThat(notified.get()).isGreaterThanOrEqualTo(1);
            waiters[1].interrupt();
            waiters[1].join();
        }
    }

    /** It waits for the lock by then, as a thread that is no longer in a monitor's wait set. */
    @Test
    void a_thread_whose_time_is_over_takes_no_notification_from_one_that_still_waits() throws Exception {
        Thread timed = waits(500);
        Thread waits = waits(0);
        MonitorRuntime.enter(object);
        awaitInLine(timed);
        MonitorRuntime.signal(object);
        MonitorRuntime.exit(object);
        waits.join();
        timed.join();
    }

    @Test
    void a_thread_that_was_interrupted_takes_no_notification_from_one_that_still_waits() throws Exception {
        Thread interrupted = waits(0);
        Thread waits = waits(0);
        MonitorRuntime.enter(object);
        interrupted.interrupt();
        awaitInLine(interrupted);
        MonitorRuntime.signal(object);
        MonitorRuntime.exit(object);
        waits.join();
        interrupted.join();
    }

    private Thread waits(long millis) throws InterruptedException {
        CountDownLatch owned = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform().daemon().start(() -> {
            MonitorRuntime.enter(object);
            try {
                owned.countDown();
                MonitorRuntime.await(object, millis);
            } catch (InterruptedException e) {
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            } finally {
                MonitorRuntime.exit(object);
            }
        });
        owned.await();
        return thread;
    }

    private static void awaitInLine(Thread thread) {
        while (thread.isAlive()
                && !(LockSupport.getBlocker(thread) instanceof AbstractQueuedSynchronizer lock
                        && lock.isQueued(thread))) {
            Thread.onSpinWait();
        }
    }

    @Test
    void an_interrupt_does_not_end_the_wait_for_the_lock_and_is_kept() throws Exception {
        AtomicReference<Boolean> flag = new AtomicReference<>();
        MonitorRuntime.enter(object);
        Thread enterer = Thread.ofVirtual().start(() -> {
            MonitorRuntime.enter(object);
            flag.set(Thread.currentThread().isInterrupted());
            MonitorRuntime.exit(object);
        });
        enterer.interrupt();
        MonitorRuntime.exit(object);
        enterer.join();
        assertThat(flag).hasValue(true);
    }
}
