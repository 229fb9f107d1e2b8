package io.vtmonitor.unpin.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.unpin.lock.ObjectLock.MonitorOnlyOwner;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is inside by the monitor alone is noted by the object's lock, which nobody retires meanwhile. */
@Timeout(value = 5, unit = TimeUnit.MINUTES) // ends a hang; no test here measures
class HandoverTest {
    private static final int OBJECTS = Integer.getInteger("vtmonitor.unpin.noted", 50_000);
    private static final int LOOKS = 20;
    private static final int LONGEST_PAUSE = 600;

    private final Object object = new Object();

    /** Two threads come to each object at once, so one is noted while the other leaves. */
    @Test
    void who_is_inside_is_noted_by_the_lock_that_others_find_whoever_leaves_it_meanwhile() throws Exception {
        Object[] objects = Stream.generate(Object::new).limit(OBJECTS).toArray();
        AtomicIntegerArray come = new AtomicIntegerArray(2);
        LongAdder notNoted = new LongAdder();
        Thread other = Thread.ofPlatform().daemon().start(() -> lockAll(objects, come, 1, notNoted));
        lockAll(objects, come, 0, notNoted);
        other.join();
        assertThat(notNoted.sum()).isZero();
    }

    private static void lockAll(Object[] objects, AtomicIntegerArray come, int me, LongAdder notNoted) {
        Random random = new Random(me);
        for (int i = 0; i < objects.length; i++) {
            MonitorRuntime.enterBoth(objects[i]);
            come.set(me, i + 1);
            for (int turns = 1; come.get(1 - me) <= i; turns++) {
                pass(turns);
            }
            synchronized (objects[i]) {
                MonitorRuntime.enteredBoth(objects[i]);
                look(objects[i], notNoted);
            }
            for (int left = random.nextInt(LONGEST_PAUSE); left > 0; left--) {
                come.get(me); // so that it leaves at any time of what the other one does
            }
            MonitorRuntime.exitBoth(objects[i]);
        }
    }

    private static void pass(int turns) {
        if (turns % 1_000 == 0) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    private static void look(Object at, LongAdder notNoted) {
        for (int i = 0; i < LOOKS; i++) {
            if (!isNoted(at)) {
                notNoted.increment();
            }
        }
    }

    private static boolean isNoted(Object at) {
        ObjectLock lock = MonitorRuntime.TABLE.find(at);
        MonitorOnlyOwner alone = lock == null ? null : lock.alone;
        return alone != null && alone.thread == Thread.currentThread();
    }

    @Test
    void who_leaves_when_another_one_is_noted_by_now_takes_no_lock_from_it() {
        ObjectLock lock = new ObjectLock(true);
        MonitorOnlyOwner other = new MonitorOnlyOwner(new Thread());
        lock.alone = other;
        assertThat(Handover.left(lock, new MonitorOnlyOwner(Thread.currentThread())))
                .isFalse();
        assertThat(lock.alone).isSameAs(other);
        assertThat(lock.isRetired()).isFalse();
    }

    @Test
    void who_wants_to_be_noted_when_the_last_one_has_left_by_now_is_not() {
        ObjectLock lock = new ObjectLock(true);
        MonitorOnlyOwner last = new MonitorOnlyOwner(new Thread());
        lock.alone = last;
        assertThat(Handover.left(lock, last)).isTrue();
        assertThat(Handover.replace(lock, last, new MonitorOnlyOwner(Thread.currentThread())))
                .isFalse();
        assertThat(lock.alone).isSameAs(Handover.GONE);
        assertThat(lock.isRetired()).isTrue();
    }

    @Test
    void who_finds_a_lock_that_the_last_one_has_left_is_noted_by_another_lock() {
        ObjectLock left = goneButNotRetired();
        RetiredLockTest.inBoth(object, () -> {
            assertThat(MonitorRuntime.TABLE.find(object)).isNotSameAs(left);
            assertThat(isNoted(object)).isTrue();
        });
        assertThat(left.isRetired()).isTrue();
        assertThat(left.alone).isSameAs(Handover.GONE);
    }

    @Test
    void a_lock_that_the_last_one_has_left_does_not_come_into_use() {
        ObjectLock left = goneButNotRetired();
        MonitorRuntime.enter(object);
        assertThat(MonitorRuntime.TABLE.find(object)).isNotSameAs(left);
        MonitorRuntime.exit(object);
        assertThat(left.inUse()).isFalse();
        assertThat(left.isRetired()).isTrue();
        assertThat(MonitorRuntime.stray()).isZero();
    }

    /** As where the thread that has left stands still before it retires the lock. */
    private ObjectLock goneButNotRetired() {
        ObjectLock left = MonitorRuntime.TABLE.of(object);
        left.alone = Handover.GONE;
        return left;
    }

    /** Nobody else is noted while it waits, so the lock would go with who leaves in between. */
    @Test
    void the_lock_of_who_waits_in_the_monitor_is_the_objects_lock_when_it_comes_back() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        LongAdder notNoted = new LongAdder();
        MonitorRuntime.enterBoth(object); // when nobody is inside
        Thread waiter = Thread.ofPlatform()
                .start(() -> RetiredLockTest.inBoth(object, () -> {
                    inside.countDown();
                    await(object);
                    look(object, notNoted);
                }));
        inside.await();
        synchronized (object) { // not before the other one waits
            MonitorRuntime.enteredBoth(object);
        }
        MonitorRuntime.exitBoth(object);
        RetiredLockTest.inBoth(object, () -> MonitorRuntime.signal(object));
        waiter.join();
        assertThat(notNoted.sum()).isZero();
    }

    @Test
    void a_lock_stays_where_another_thread_came_while_one_was_inside() throws Exception {
        Thread[] other = new Thread[1];
        RetiredLockTest.inBoth(object, () -> {
            other[0] = Thread.ofPlatform().start(() -> RetiredLockTest.inBoth(object, () -> {}));
            while (!isBlockedBy(object, other[0])) {
                Thread.onSpinWait();
            }
        });
        other[0].join();
        assertThat(MonitorRuntime.TABLE.find(object)).isNotNull();
    }

    private static boolean isBlockedBy(Object object, Thread thread) {
        ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(thread.threadId());
        LockInfo blocker = info == null ? null : info.getLockInfo();
        return blocker != null && blocker.getIdentityHashCode() == System.identityHashCode(object);
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
}
