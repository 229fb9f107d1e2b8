package io.vtmonitor.unpin.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lock of an object that was locked for the first time goes as it is given back; the next one makes another. */
@Timeout(value = 5, unit = TimeUnit.MINUTES) // ends a hang; no test here measures
class RetiredLockTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = Integer.getInteger("vtmonitor.unpin.retired", 60);

    private final long seed = System.nanoTime();

    @Test
    void objects_that_are_locked_once_leave_nothing() {
        long before = MonitorRuntime.size();
        Object[] kept = new Object[10_000];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new Object();
            MonitorRuntime.enter(kept[i]);
            MonitorRuntime.exit(kept[i]);
        }
        assertThat(MonitorRuntime.size() - before).isLessThan(kept.length / 10);
        assertThat(kept).noneMatch(MonitorRuntime::holds);
    }

    @Test
    void objects_that_are_locked_a_few_times_leave_nothing() {
        long before = MonitorRuntime.size();
        Object[] kept = new Object[10_000];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new Object();
            for (int times = 0; times < 4; times++) {
                MonitorRuntime.enter(kept[i]);
                MonitorRuntime.exit(kept[i]);
            }
        }
        assertThat(MonitorRuntime.size() - before).isLessThan(kept.length / 10);
        assertThat(kept).noneMatch(MonitorRuntime::holds);
    }

    @Test
    void objects_that_are_locked_both_ways_leave_nothing() {
        long before = MonitorRuntime.size();
        Object[] kept = new Object[10_000];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new Object();
            inBoth(kept[i], () -> {});
        }
        assertThat(MonitorRuntime.size() - before).isLessThan(kept.length / 10);
    }

    @Test
    void an_object_that_is_locked_again_and_again_gets_a_lock_that_stays() {
        Object object = new Object();
        long before = MonitorRuntime.size();
        for (int times = 0; times < 1_000; times++) {
            MonitorRuntime.enter(object);
            MonitorRuntime.exit(object);
        }
        assertThat(MonitorRuntime.size() - before).isEqualTo(1);
    }

    /** Meanwhile others are inside by the monitor, and leave; then the lock comes into use. */
    @Test
    void who_waits_in_the_monitor_owns_the_lock_it_comes_back_to() throws Exception {
        Object object = new Object();
        CountDownLatch inside = new CountDownLatch(1);
        AtomicBoolean owned = new AtomicBoolean();
        Thread waiter = Thread.ofPlatform()
                .start(() -> inBoth(object, () -> {
                    inside.countDown();
                    Load.await(object, 0);
                    owned.set(MonitorRuntime.holds(object) && !isFree(object));
                }));
        inside.await();
        inBoth(object, () -> {}); // not before the other one waits
        inBoth(object, () -> inBoth(object, () -> {}));
        MonitorRuntime.enter(object);
        MonitorRuntime.signal(object);
        Load.await(object, 1); // what is waited by stays in use
        MonitorRuntime.exit(object);
        waiter.join();
        assertThat(owned).isTrue();
        MonitorRuntime.enter(object); // it has given it back
        MonitorRuntime.exit(object);
    }

    /** Another thread gets the lock, or waits for it or for the monitor. */
    private static boolean isFree(Object object) {
        AtomicBoolean free = new AtomicBoolean();
        Thread other = Thread.ofPlatform().daemon().start(() -> {
            MonitorRuntime.enter(object);
            free.set(true);
            MonitorRuntime.exit(object);
        });
        while (other.isAlive()
                && other.getState() != Thread.State.BLOCKED
                && !(LockSupport.getBlocker(other) instanceof ObjectLock)) {
            Thread.onSpinWait();
        }
        return free.get();
    }

    static void inBoth(Object object, Runnable action) {
        MonitorRuntime.enterBoth(object);
        synchronized (object) {
            MonitorRuntime.enteredBoth(object);
            action.run();
        }
        MonitorRuntime.exitBoth(object);
    }

    @Test
    void fresh_objects_are_locked_by_one_thread_at_a_time_whoever_makes_and_retires_their_locks() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            Object[] objects = new Object[1 + random.nextInt(40)];
            for (int i = 0; i < objects.length; i++) {
                objects[i] = new Object();
            }
            Load load = new Load(objects, new int[objects.length], 1 + random.nextInt(10), new LongAdder());
            Thread[] threads = new Thread[THREADS];
            for (int i = 0; i < THREADS; i++) {
                Random its = new Random(random.nextLong());
                threads[i] = Thread.ofPlatform().start(() -> load.run(its));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            long counted = 0;
            for (int count : load.counts) {
                counted += count;
            }
            assertThat(counted).as("seed %s, round %s", seed, round).isEqualTo(load.done.sum());
        }
        assertThat(MonitorRuntime.stray()).isZero();
    }

    /**
     * What all threads of a round do.
     *
     * @param counts one for each object, changed by who has locked it
     * @param alone in so many of ten cases the lock is taken alone
     * @param done how often something was counted
     */
    private record Load(Object[] objects, int[] counts, int alone, LongAdder done) {
        void run(Random random) {
            for (int i = 0; i < 300; i++) {
                count(random, random.nextInt(objects.length), 2);
            }
        }

        private void count(Random random, int at, int depth) {
            Object object = objects[at];
            done.increment();
            if (random.nextInt(10) < alone) {
                MonitorRuntime.enter(object);
                inside(random, at, depth);
                MonitorRuntime.exit(object);
            } else {
                inBoth(object, () -> inside(random, at, depth));
            }
        }

        private void inside(Random random, int at, int depth) {
            int before = counts[at];
            if (random.nextInt(20) == 0) {
                pause();
            }
            counts[at] = before + 1;
            if (depth > 0 && random.nextInt(4) == 0) {
                count(random, at, depth - 1);
            }
            if (random.nextInt(200) == 0) {
                await(objects[at], 1);
            }
            if (random.nextInt(20) == 0) {
                MonitorRuntime.signalAll(objects[at]);
            }
        }

        /** No yield: on a busy machine others would run for many milliseconds, while all wait for the lock. */
        private static void pause() {
            for (int i = 0; i < 50; i++) {
                Thread.onSpinWait();
            }
        }

        static void await(Object object, long millis) {
            try {
                MonitorRuntime.await(object, millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
