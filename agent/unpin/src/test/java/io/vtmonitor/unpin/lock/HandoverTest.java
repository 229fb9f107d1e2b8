package io.vtmonitor.unpin.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A lock comes into use while threads are inside by the monitor alone, or wait there. */
@Timeout(value = 5, unit = TimeUnit.MINUTES) // ends a hang; no test here measures
class HandoverTest {
    private static final int OBJECTS = Integer.getInteger("vtmonitor.unpin.guarded", 20_000);

    /** So many objects the two threads come to at their own pace: to meet takes long on a busy machine. */
    private static final int PACE = 200;

    private final Object object = new Object();

    /** One is inside by the monitor, and takes the lock there; the other one takes the lock alone. */
    @Test
    void a_lock_that_comes_into_use_within_the_monitor_lets_nobody_in_before_the_monitor_is_left() throws Exception {
        Object[] objects = Stream.generate(Object::new).limit(OBJECTS).toArray();
        AtomicIntegerArray inside = new AtomicIntegerArray(OBJECTS);
        AtomicIntegerArray come = new AtomicIntegerArray(2);
        AtomicInteger met = new AtomicInteger();
        Thread other = Thread.ofPlatform().daemon().start(() -> {
            for (int i = 0; i < objects.length; i++) {
                int at = i;
                meet(come, 1, at);
                byLock(objects[at], () -> met.addAndGet(look(inside, at)));
                byLock(objects[at], () -> met.addAndGet(look(inside, at)));
            }
        });
        for (int i = 0; i < objects.length; i++) {
            int at = i;
            meet(come, 0, at);
            RetiredLockTest.inBoth(objects[at], () -> {
                byLock(objects[at], () -> {});
                met.addAndGet(look(inside, at));
                byLock(objects[at], () -> met.addAndGet(look(inside, at)));
                met.addAndGet(look(inside, at));
            });
        }
        other.join();
        assertThat(met).hasValue(0);
        assertThat(MonitorRuntime.stray()).isZero();
    }

    private static void meet(AtomicIntegerArray come, int me, int at) {
        if (at % PACE == 0) {
            come.set(me, at + 1);
            while (come.get(1 - me) <= at) {
                Thread.yield();
            }
        }
    }

    /** 1 if another thread was inside, too. */
    private static int look(AtomicIntegerArray inside, int at) {
        int before = inside.incrementAndGet(at);
        for (int i = 0; i < 20; i++) {
            Thread.onSpinWait();
        }
        return before == 1 && inside.getAndDecrement(at) == 1 ? 0 : 1;
    }

    private static void byLock(Object object, Runnable action) {
        MonitorRuntime.enter(object);
        action.run();
        MonitorRuntime.exit(object);
    }

    @Test
    void who_queues_for_a_lock_that_came_into_use_within_the_monitor_waits_for_the_monitor_then() throws Exception {
        Thread[] queued = new Thread[3];
        int[] seen = {0};
        RetiredLockTest.inBoth(object, () -> {
            MonitorRuntime.enter(object);
            for (int i = 0; i < queued.length; i++) {
                queued[i] = Thread.ofPlatform().daemon().start(() -> byLock(object, () -> seen[0]++));
                awaitBlockedByLock(queued[i]);
            }
            MonitorRuntime.exit(object); // they have the lock now, one after the other, and are not inside
            for (Thread each : queued) {
                awaitBlockedByMonitor(each);
            }
            assertThat(seen[0]).isZero();
            MonitorRuntime.enter(object); // it is free
            MonitorRuntime.exit(object);
        });
        for (Thread each : queued) {
            each.join();
        }
        assertThat(seen[0]).isEqualTo(queued.length);
    }

    @Test
    void who_was_notified_by_the_lock_waits_for_who_is_inside_by_the_monitor() throws Exception {
        MonitorRuntime.enter(object);
        MonitorRuntime.await(object, 1); // from now on it has a lock that stays
        MonitorRuntime.exit(object);
        Thread[] waiter = new Thread[1];
        int[] seen = {0};
        byLock(object, () -> {
            waiter[0] = Thread.ofPlatform()
                    .daemon()
                    .start(() -> byLock(object, () -> {
                        seen[0] = 1;
                        await(object);
                        seen[0]++;
                    }));
            awaitBlockedByLock(waiter[0]);
        });
        ObjectLock lock = MonitorRuntime.TABLE.find(object);
        assertThat(lock).isNotNull();
        awaitSet(seen, 1);
        RetiredLockTest.inBoth(object, () -> {
            lock.guard(true); // as where the monitor was taken before the lock came into use
            MonitorRuntime.signal(object);
            MonitorRuntime.release(lock, 0);
            awaitBlockedByMonitor(waiter[0]);
            assertThat(seen[0]).isEqualTo(1);
        });
        waiter[0].join();
        assertThat(seen[0]).isEqualTo(2);
    }

    @Test
    void who_waits_by_a_lock_within_the_monitor_is_still_inside_when_it_has_given_that_back() throws Exception {
        int[] seen = {0};
        Thread other = Thread.ofPlatform().daemon().unstarted(() -> byLock(object, () -> seen[0] *= 2));
        CountDownLatch waits = new CountDownLatch(1); // nobody else takes the lock before
        Thread waiter = Thread.ofPlatform()
                .daemon()
                .start(() -> RetiredLockTest.inBoth(object, () -> {
                    byLock(object, () -> {
                        seen[0] = 1;
                        waits.countDown();
                        await(object);
                    });
                    other.start();
                    awaitBlockedByMonitor(other);
                    seen[0] += 10;
                }));
        waits.await();
        byLock(object, () -> MonitorRuntime.signal(object));
        waiter.join();
        other.join();
        assertThat(seen[0]).isEqualTo(22);
    }

    private void awaitSet(int[] seen, int value) {
        boolean[] set = {false};
        while (!set[0]) {
            byLock(object, () -> set[0] = seen[0] == value);
        }
    }

    private static void awaitBlockedByLock(Thread thread) {
        while (thread.isAlive() && !(LockSupport.getBlocker(thread) instanceof ObjectLock)) {
            Thread.onSpinWait();
        }
    }

    private static void awaitBlockedByMonitor(Thread thread) {
        while (thread.isAlive() && thread.getState() != Thread.State.BLOCKED) {
            Thread.onSpinWait();
        }
    }

    /** Objects of classes of which none has a lock are not looked up. */
    @Test
    void a_place_that_keeps_the_monitor_looks_for_locks_only_where_an_object_of_that_class_has_had_one() {
        Object first = new LockedLater();
        RetiredLockTest.inBoth(first, () -> {});
        assertThat(LockPolicyOf.of(first).taken).isFalse();
        byLock(first, () -> {});
        assertThat(LockPolicyOf.of(new LockedLater()).taken).isTrue();
    }

    @Test
    void a_thread_that_waits_by_the_monitor_of_an_object_without_a_lock_is_woken_when_that_comes_into_use()
            throws Exception {
        int[] seen = {0};
        Thread waiter = Thread.ofPlatform()
                .daemon()
                .start(() -> RetiredLockTest.inBoth(object, () -> {
                    seen[0] = 1;
                    await(object);
                    seen[0]++;
                }));
        boolean[] waits = {false};
        while (!waits[0]) {
            synchronized (object) { // the test's own, which takes part in nothing
                waits[0] = seen[0] == 1;
            }
        }
        byLock(object, () -> {});
        assertThat(seen[0]).isEqualTo(1);
        byLock(object, () -> MonitorRuntime.signal(object));
        waiter.join();
        assertThat(seen[0]).isEqualTo(2);
        assertThat(MonitorRuntime.stray()).isZero();
    }

    @Test
    void an_object_is_counted_once_however_often_its_lock_is_made() {
        FirstLockAudit.show((type, count) -> {});
        long before = MonitorRuntime.count(Counted.class);
        Object[] counted = {new Counted(), new Counted()};
        for (Object each : counted) {
            for (int times = 0; times < 10; times++) {
                MonitorRuntime.enter(each);
                MonitorRuntime.exit(each);
            }
        }
        assertThat(MonitorRuntime.count(Counted.class) - before).isEqualTo(counted.length);
    }

    /** A place that locks both ways has nothing to count as long as it takes the monitor alone. */
    @Test
    void an_object_that_was_locked_both_ways_before_is_counted_when_its_lock_comes_into_use() {
        FirstLockAudit.show((type, count) -> {});
        long before = MonitorRuntime.count(CountedLater.class);
        Object counted = new CountedLater();
        RetiredLockTest.inBoth(counted, () -> {});
        RetiredLockTest.inBoth(counted, () -> {});
        assertThat(MonitorRuntime.count(CountedLater.class)).isEqualTo(before);
        MonitorRuntime.enter(counted);
        MonitorRuntime.exit(counted);
        assertThat(MonitorRuntime.count(CountedLater.class)).isEqualTo(before + 1);
    }

    private static void await(Object object) {
        try {
            MonitorRuntime.await(object);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Counted {}

    private static final class CountedLater {}

    private static final class LockedLater {}
}
