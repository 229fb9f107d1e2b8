package io.vtmonitor.unpin.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Places that lock by the monitor, by the lock, or by both, exclude and wake each other. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MonitorAndLockTest {
    private final Object object = new Object();

    @Test
    void a_wait_inside_the_monitor_gives_both_back_and_is_woken_by_who_has_the_lock_alone() throws Exception {
        MonitorRuntime.enter(object);
        MonitorRuntime.exit(object); // from now on it has a lock
        CountDownLatch owned = new CountDownLatch(1);
        AtomicReference<String> seen = new AtomicReference<>("");
        Thread waiter = Thread.ofPlatform().start(() -> {
            MonitorRuntime.enterBoth(object);
            synchronized (object) {
                MonitorRuntime.enteredBoth(object);
                owned.countDown();
                try {
                    MonitorRuntime.await(object);
                    seen.set("both " + Thread.holdsLock(object) + " " + MonitorRuntime.holds(object));
                } catch (InterruptedException e) {
                    seen.set(e.toString());
                }
            }
            MonitorRuntime.exitBoth(object);
        });
        owned.await();
        synchronized (object) {
            assertThat(waiter.isAlive()).isTrue();
        }
        MonitorRuntime.enter(object);
        MonitorRuntime.signal(object);
        MonitorRuntime.exit(object);
        waiter.join();
        assertThat(seen).hasValue("both true true");
        assertThat(MonitorRuntime.stray()).isZero();
    }

    @Test
    void a_place_that_keeps_the_monitor_excludes_one_that_takes_the_lock() throws Exception {
        MonitorRuntime.enter(object);
        CountDownLatch started = new CountDownLatch(1);
        AtomicReference<Boolean> free = new AtomicReference<>();
        boolean[] mine = {true};
        Thread other = Thread.ofPlatform().start(() -> {
            started.countDown();
            MonitorRuntime.enterBoth(object);
            synchronized (object) {
                MonitorRuntime.enteredBoth(object);
                free.set(!mine[0]);
            }
            MonitorRuntime.exitBoth(object);
        });
        started.await();
        while (other.getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        mine[0] = false;
        MonitorRuntime.exit(object);
        other.join();
        assertThat(free).hasValue(true);
    }

    @Test
    void the_first_lock_of_an_object_waits_for_who_is_inside_by_the_monitor_alone() throws Exception {
        int[] inside = {0};
        Thread first;
        MonitorRuntime.enterBoth(object);
        synchronized (object) {
            MonitorRuntime.enteredBoth(object);
            first = entersAndSets(inside);
            awaitBlocked(first);
            inside[0] = 1;
        }
        MonitorRuntime.exitBoth(object);
        first.join();
        assertThat(inside[0]).isEqualTo(2);
        assertThat(MonitorRuntime.stray()).isZero();
    }

    @Test
    void a_lock_that_came_into_use_before_the_monitor_was_taken_is_taken_inside_of_it() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        CountDownLatch monitorWanted = new CountDownLatch(1);
        CountDownLatch lockOwned = new CountDownLatch(1);
        Thread other = Thread.ofPlatform().start(() -> {
            await(monitorWanted);
            MonitorRuntime.enter(object);
            lockOwned.countDown();
            MonitorRuntime.enterBoth(object); // needs the monitor as long as the other one has to wait for the lock
            synchronized (object) {
                MonitorRuntime.enteredBoth(object);
                inside.incrementAndGet();
            }
            MonitorRuntime.exitBoth(object);
            MonitorRuntime.exit(object);
        });
        MonitorRuntime.enterBoth(object);
        monitorWanted.countDown();
        lockOwned.await();
        synchronized (object) {
            MonitorRuntime.enteredBoth(object);
            assertThat(inside).hasValue(1);
            assertThat(MonitorRuntime.holds(object)).isTrue();
        }
        MonitorRuntime.exitBoth(object);
        other.join();
        assertThat(isFree()).isTrue();
        assertThat(MonitorRuntime.stray()).isZero();
    }

    @Test
    void a_lock_that_comes_into_use_within_a_region_by_the_monitor_covers_the_rest_of_the_region() throws Exception {
        int[] inside = {0};
        Thread other;
        MonitorRuntime.enterBoth(object);
        synchronized (object) {
            MonitorRuntime.enteredBoth(object);
            MonitorRuntime.enter(object);
            MonitorRuntime.exit(object);
            other = entersAndSets(inside);
            awaitBlocked(other);
            inside[0] = 1;
        }
        MonitorRuntime.exitBoth(object);
        other.join();
        assertThat(inside[0]).isEqualTo(2);
        assertThat(isFree()).isTrue();
        assertThat(MonitorRuntime.stray()).isZero();
    }

    /** The one that notifies has the lock alone, and is the first ever to take it. */
    @Test
    void who_waits_by_the_monitor_alone_is_woken_and_owns_the_lock_for_all_its_regions() throws Exception {
        AtomicReference<String> seen = new AtomicReference<>("");
        CountDownLatch owned = new CountDownLatch(1);
        AtomicReference<Thread> other = new AtomicReference<>();
        int[] inside = {0};
        Thread waiter = Thread.ofPlatform().start(() -> {
            MonitorRuntime.enterBoth(object);
            synchronized (object) {
                MonitorRuntime.enteredBoth(object);
                MonitorRuntime.enterBoth(object);
                synchronized (object) {
                    MonitorRuntime.enteredBoth(object);
                    owned.countDown();
                    try {
                        MonitorRuntime.await(object);
                    } catch (InterruptedException e) {
                        seen.set(e.toString());
                    }
                }
                MonitorRuntime.exitBoth(object);
                other.set(entersAndSets(inside));
                awaitBlocked(other.get());
                seen.set("both " + Thread.holdsLock(object) + " " + MonitorRuntime.holds(object));
                inside[0] = 1;
            }
            MonitorRuntime.exitBoth(object);
        });
        owned.await();
        MonitorRuntime.enter(object);
        MonitorRuntime.signal(object);
        MonitorRuntime.exit(object);
        waiter.join();
        other.get().join();
        assertThat(seen).hasValue("both true true");
        assertThat(inside[0]).isEqualTo(2);
        assertThat(isFree()).isTrue();
        assertThat(MonitorRuntime.stray()).isZero();
    }

    @Test
    void a_thread_interrupted_in_both_takes_no_notification_from_one_that_still_waits() throws Exception {
        MonitorRuntime.enter(object);
        MonitorRuntime.await(object, 1); // from now on it has a lock that stays
        MonitorRuntime.exit(object);
        AtomicInteger thrown = new AtomicInteger();
        Thread interrupted = waitsInBoth(thrown);
        Thread waits = waitsInBoth(thrown);
        MonitorRuntime.enter(object);
        interrupted.interrupt();
        while (interrupted.isInterrupted()) {
            Thread.onSpinWait();
        }
        synchronized (object) {
            Thread.onSpinWait(); // it has given the monitor free since: it waits for the lock
        }
        MonitorRuntime.signal(object);
        MonitorRuntime.exit(object);
        waits.join();
        interrupted.join();
        assertThat(thrown).hasValue(1);
        assertThat(MonitorRuntime.stray()).isZero();
    }

    private Thread waitsInBoth(AtomicInteger thrown) throws InterruptedException {
        CountDownLatch owned = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform().daemon().start(() -> {
            MonitorRuntime.enterBoth(object);
            synchronized (object) {
                MonitorRuntime.enteredBoth(object);
                owned.countDown();
                try {
                    MonitorRuntime.await(object);
                } catch (InterruptedException e) {
                    thrown.incrementAndGet();
                }
            }
            MonitorRuntime.exitBoth(object);
        });
        owned.await();
        return thread;
    }

    @Test
    void a_wait_by_the_monitor_alone_that_nobody_disturbs_is_the_jvms() throws Exception {
        MonitorRuntime.enterBoth(object);
        synchronized (object) {
            MonitorRuntime.enteredBoth(object);
            MonitorRuntime.await(object, 5);
            MonitorRuntime.await(object, 0, 200);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> MonitorRuntime.await(object)).isInstanceOf(InterruptedException.class);
        }
        MonitorRuntime.exitBoth(object);
        assertThat(isFree()).isTrue();
    }

    private Thread entersAndSets(int[] inside) {
        return Thread.ofPlatform().start(() -> {
            MonitorRuntime.enter(object);
            inside[0] *= 2;
            MonitorRuntime.exit(object);
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
            MonitorRuntime.enter(object);
            MonitorRuntime.exit(object);
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
