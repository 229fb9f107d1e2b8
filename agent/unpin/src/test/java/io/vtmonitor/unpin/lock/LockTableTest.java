package io.vtmonitor.unpin.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 15, unit = TimeUnit.MINUTES) // ends a hang; no test here measures
class LockTableTest {
    private final LockTable table = new LockTable();

    @Test
    void an_object_that_was_never_locked_has_no_lock() {
        assertThat(table.find(new Object())).isNull();
    }

    @Test
    void each_of_many_objects_keeps_its_own_lock() {
        Map<Object, ObjectLock> locks = new IdentityHashMap<>();
        for (int i = 0; i < 200_000; i++) {
            Object object = new Object();
            locks.put(object, table.of(object));
        }
        assertThat(table.size()).isEqualTo(200_000);
        locks.forEach((object, lock) -> assertThat(table.find(object)).isSameAs(lock));
        assertThat(new IdentityHashMap<>(locks).values().stream().distinct()).hasSize(200_000);
    }

    /** The application's own park, to which it was given, would wait for ever. */
    @Test
    void a_rest_does_not_use_up_a_permit_to_park() {
        LockSupport.unpark(Thread.currentThread());
        LockTable.rest();
        LockSupport.park();
    }

    @Test
    void threads_that_ask_at_once_get_one_lock() throws Exception {
        int threads = 4;
        Object[] objects = new Object[20_000];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = new Object();
        }
        ObjectLock[][] got = new ObjectLock[threads][objects.length];
        CyclicBarrier together = new CyclicBarrier(threads);
        List<Thread> running = new ArrayList<>();
        for (ObjectLock[] mine : got) {
            running.add(Thread.ofPlatform().start(() -> {
                await(together);
                for (int i = 0; i < objects.length; i++) {
                    mine[i] = table.of(objects[i]);
                }
            }));
        }
        for (Thread thread : running) {
            thread.join();
        }
        for (int i = 0; i < objects.length; i++) {
            for (ObjectLock[] others : got) {
                assertThat(others[i]).isSameAs(got[0][i]);
            }
        }
        assertThat(table.size()).isEqualTo(objects.length);
    }

    @Test
    void millions_of_short_lived_locks_leave_nothing() throws Exception {
        new Sweeper(table).start();
        Object kept = new Object();
        ObjectLock lock = table.of(kept);
        for (int i = 0; i < 2_000_000; i++) {
            table.of(new Object());
        }
        while (table.size() > 1) {
            System.gc();
            long before = table.size();
            for (long until = System.nanoTime() + 200_000_000; table.size() < before && System.nanoTime() < until; ) {
                before = table.size();
                Thread.sleep(60); // the sweeper sleeps 50 ms; a collection meanwhile would only keep it from its work
            }
        }
        assertThat(table.find(kept)).isSameAs(lock);
        assertThat(table.size()).isEqualTo(1);
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
