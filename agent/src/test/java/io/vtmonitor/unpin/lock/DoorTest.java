package io.vtmonitor.unpin.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What JLS 17 says of monitors, said of the door. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DoorTest {
    private final Object object = new Object();

    @Test
    void entering_null_is_a_null_pointer_exception() {
        assertThatThrownBy(() -> Door.enter(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Door.enterBoth(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Door.await(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Door.signal(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Door.holds(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void it_is_owned_until_it_is_given_back_as_often_as_taken() {
        Door.enter(object);
        Door.enter(object);
        Door.exit(object);
        assertThat(Door.holds(object)).isTrue();
        Door.exit(object);
        assertThat(Door.holds(object)).isFalse();
    }

    @Test
    void wait_and_notify_of_who_does_not_own_it_throw_what_the_jvm_throws() {
        assertThatThrownBy(() -> Door.await(object))
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessage("current thread is not owner");
        assertThatThrownBy(() -> Door.signal(object)).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> Door.signalAll(object)).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void odd_timeouts_throw_what_the_jvm_throws() {
        Door.enter(object);
        try {
            assertThatThrownBy(() -> Door.await(object, -1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("timeout value is negative");
            assertThatThrownBy(() -> Door.await(object, 1, 1_000_000)).isInstanceOf(IllegalArgumentException.class);
        } finally {
            Door.exit(object);
        }
    }

    @Test
    void a_wait_gives_the_lock_back_whole_and_has_it_whole_again_afterwards() throws Exception {
        AtomicInteger holds = new AtomicInteger(-1);
        CountDownLatch owned = new CountDownLatch(1);
        Thread waiter = Thread.ofVirtual().start(() -> {
            Door.enter(object);
            Door.enter(object);
            owned.countDown();
            try {
                Door.await(object);
            } catch (InterruptedException e) {
                holds.set(-2);
            }
            Door.exit(object);
            holds.set(Door.holds(object) ? 1 : 0);
            Door.exit(object);
        });
        owned.await();
        Door.enter(object);
        Door.signal(object);
        Door.exit(object);
        waiter.join();
        assertThat(holds).hasValue(1);
        assertThat(Door.holds(object)).isFalse();
    }

    @Test
    void a_timed_wait_ends_by_itself() throws InterruptedException {
        Door.enter(object);
        Door.await(object, 5);
        Door.await(object, 0, 200);
        assertThat(Door.holds(object)).isTrue();
        Door.exit(object);
    }

    @Test
    void an_interrupt_before_or_while_waiting_is_thrown_and_cleared() throws Exception {
        AtomicReference<String> seen = new AtomicReference<>("");
        CountDownLatch owned = new CountDownLatch(1);
        Thread waiter = Thread.ofVirtual().start(() -> {
            Door.enter(object);
            try {
                owned.countDown();
                Door.await(object);
            } catch (InterruptedException e) {
                seen.set("interrupted, owned " + Door.holds(object) + ", flag "
                        + Thread.currentThread().isInterrupted());
            } finally {
                Door.exit(object);
            }
        });
        owned.await();
        Door.enter(object);
        waiter.interrupt();
        Door.exit(object);
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
                    Door.enter(mine);
                    try {
                        waiting.countDown();
                        Door.await(mine);
                        notified.incrementAndGet();
                    } catch (InterruptedException e) {
                        // the other one has to be notified then
                    } finally {
                        Door.exit(mine);
                    }
                });
            }
            waiting.await();
            Door.enter(mine);
            Door.exit(mine);
            waiters[0].interrupt();
            Door.enter(mine);
            Door.signal(mine);
            Door.exit(mine);
            waiters[0].join();
            if (notified.get() == 0) {
                waiters[1].join();
            }
            assertThat(notified.get()).isGreaterThanOrEqualTo(1);
            waiters[1].interrupt();
            waiters[1].join();
        }
    }

    @Test
    void an_interrupt_does_not_end_the_wait_for_the_lock_and_is_kept() throws Exception {
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Door.enter(object);
        Thread enterer = Thread.ofVirtual().start(() -> {
            Door.enter(object);
            flag.set(Thread.currentThread().isInterrupted());
            Door.exit(object);
        });
        enterer.interrupt();
        Door.exit(object);
        enterer.join();
        assertThat(flag).hasValue(true);
    }

    @Test
    void a_wait_inside_the_monitor_gives_both_back_and_is_woken_by_who_has_the_lock_alone() throws Exception {
        Door.enter(object);
        Door.exit(object); // from now on it has a lock
        CountDownLatch owned = new CountDownLatch(1);
        AtomicReference<String> seen = new AtomicReference<>("");
        Thread waiter = Thread.ofPlatform().start(() -> {
            Door.enterBoth(object);
            synchronized (object) {
                Door.enteredBoth(object);
                owned.countDown();
                try {
                    Door.await(object);
                    seen.set("both " + Thread.holdsLock(object) + " " + Door.holds(object));
                } catch (InterruptedException e) {
                    seen.set(e.toString());
                }
            }
            Door.exitBoth(object);
        });
        owned.await();
        synchronized (object) {
            assertThat(waiter.isAlive()).isTrue();
        }
        Door.enter(object);
        Door.signal(object);
        Door.exit(object);
        waiter.join();
        assertThat(seen).hasValue("both true true");
        assertThat(Door.stray()).isZero();
    }

    @Test
    void a_place_that_keeps_the_monitor_excludes_one_that_takes_the_lock() throws Exception {
        Door.enter(object);
        CountDownLatch started = new CountDownLatch(1);
        AtomicReference<Boolean> free = new AtomicReference<>();
        boolean[] mine = {true};
        Thread other = Thread.ofPlatform().start(() -> {
            started.countDown();
            Door.enterBoth(object);
            synchronized (object) {
                Door.enteredBoth(object);
                free.set(!mine[0]);
            }
            Door.exitBoth(object);
        });
        started.await();
        while (other.getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        mine[0] = false;
        Door.exit(object);
        other.join();
        assertThat(free).hasValue(true);
    }

    @Test
    void the_first_lock_of_an_object_waits_for_who_is_inside_by_the_monitor_alone() throws Exception {
        int[] inside = {0};
        Thread first;
        Door.enterBoth(object);
        synchronized (object) {
            Door.enteredBoth(object);
            first = entersAndSets(inside);
            awaitBlocked(first);
            inside[0] = 1;
        }
        Door.exitBoth(object);
        first.join();
        assertThat(inside[0]).isEqualTo(2);
        assertThat(Door.stray()).isZero();
    }

    @Test
    void a_lock_that_came_into_use_before_the_monitor_was_taken_is_taken_inside_of_it() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        CountDownLatch monitorWanted = new CountDownLatch(1);
        CountDownLatch lockOwned = new CountDownLatch(1);
        Thread other = Thread.ofPlatform().start(() -> {
            await(monitorWanted);
            Door.enter(object);
            lockOwned.countDown();
            Door.enterBoth(object); // needs the monitor as long as the other one has to wait for the lock
            synchronized (object) {
                Door.enteredBoth(object);
                inside.incrementAndGet();
            }
            Door.exitBoth(object);
            Door.exit(object);
        });
        Door.enterBoth(object);
        monitorWanted.countDown();
        lockOwned.await();
        synchronized (object) {
            Door.enteredBoth(object);
            assertThat(inside).hasValue(1);
            assertThat(Door.holds(object)).isTrue();
        }
        Door.exitBoth(object);
        other.join();
        assertThat(isFree()).isTrue();
        assertThat(Door.stray()).isZero();
    }

    @Test
    void a_lock_that_comes_into_use_within_a_region_by_the_monitor_covers_the_rest_of_the_region() throws Exception {
        int[] inside = {0};
        Thread other;
        Door.enterBoth(object);
        synchronized (object) {
            Door.enteredBoth(object);
            Door.enter(object);
            Door.exit(object);
            other = entersAndSets(inside);
            awaitBlocked(other);
            inside[0] = 1;
        }
        Door.exitBoth(object);
        other.join();
        assertThat(inside[0]).isEqualTo(2);
        assertThat(isFree()).isTrue();
        assertThat(Door.stray()).isZero();
    }

    /** The one that notifies has the lock alone, and is the first ever to take it. */
    @Test
    void who_waits_by_the_monitor_alone_is_woken_and_owns_the_lock_for_all_its_regions() throws Exception {
        AtomicReference<String> seen = new AtomicReference<>("");
        CountDownLatch owned = new CountDownLatch(1);
        AtomicReference<Thread> other = new AtomicReference<>();
        int[] inside = {0};
        Thread waiter = Thread.ofPlatform().start(() -> {
            Door.enterBoth(object);
            synchronized (object) {
                Door.enteredBoth(object);
                Door.enterBoth(object);
                synchronized (object) {
                    Door.enteredBoth(object);
                    owned.countDown();
                    try {
                        Door.await(object);
                    } catch (InterruptedException e) {
                        seen.set(e.toString());
                    }
                }
                Door.exitBoth(object);
                other.set(entersAndSets(inside));
                awaitBlocked(other.get());
                seen.set("both " + Thread.holdsLock(object) + " " + Door.holds(object));
                inside[0] = 1;
            }
            Door.exitBoth(object);
        });
        owned.await();
        Door.enter(object);
        Door.signal(object);
        Door.exit(object);
        waiter.join();
        other.get().join();
        assertThat(seen).hasValue("both true true");
        assertThat(inside[0]).isEqualTo(2);
        assertThat(isFree()).isTrue();
        assertThat(Door.stray()).isZero();
    }

    @Test
    void a_wait_by_the_monitor_alone_that_nobody_disturbs_is_the_jvms() throws Exception {
        Door.enterBoth(object);
        synchronized (object) {
            Door.enteredBoth(object);
            Door.await(object, 5);
            Door.await(object, 0, 200);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> Door.await(object)).isInstanceOf(InterruptedException.class);
        }
        Door.exitBoth(object);
        assertThat(isFree()).isTrue();
    }

    private Thread entersAndSets(int[] inside) {
        return Thread.ofPlatform().start(() -> {
            Door.enter(object);
            inside[0] *= 2;
            Door.exit(object);
        });
    }

    private static void awaitBlocked(Thread thread) {
        while (thread.getState() == Thread.State.RUNNABLE || thread.getState() == Thread.State.NEW) {
            Thread.onSpinWait();
        }
    }

    /** By the lock and by the monitor. */
    private boolean isFree() throws InterruptedException {
        Thread thread = Thread.ofPlatform().start(() -> {
            Door.enter(object);
            Door.exit(object);
            synchronized (object) {
                Thread.onSpinWait();
            }
        });
        thread.join(20_000);
        return !thread.isAlive();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
