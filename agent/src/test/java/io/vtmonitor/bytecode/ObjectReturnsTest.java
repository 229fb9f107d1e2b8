package io.vtmonitor.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.bytecode.calls.ObjectReturns;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Each program waits for an object of an empty queue; its stack is that of the waiting thread. */
class ObjectReturnsTest {
    private static final BlockingQueue<Object> SHARED = new ArrayBlockingQueue<>(5);
    private final BlockingQueue<Object> idle = new LinkedBlockingQueue<>();
    private final BlockingQueue<Object> done = new LinkedBlockingQueue<>();
    private final DelayQueue<Delayed> due = new DelayQueue<>();
    private final Pool pool = new Pool();
    private final Pool another = new Pool();

    private static boolean putsBack(WaitingStack.Program program) throws InterruptedException {
        return new ObjectReturns(WaitingStack::read).isTrueOf(WaitingStack.of(program));
    }

    private static void use(Object object) {
        assertThat(object).isNotNull();
    }

    private void usesPool() throws InterruptedException {
        Object object = idle.take();
        try {
            use(object);
        } finally {
            idle.put(object);
        }
    }

    private static void usesSharedPool() throws InterruptedException {
        Object object = SHARED.take();
        try {
            use(object);
        } finally {
            SHARED.add(object);
        }
    }

    private static final class Pool {
        private final BlockingQueue<Object> objects = new ArrayBlockingQueue<>(5);

        Object borrow() throws InterruptedException {
            return objects.take();
        }

        void giveBack(Object object) {
            objects.add(object);
        }

        Lease lease() throws InterruptedException {
            return new Lease(objects.take());
        }

        private final class Lease implements AutoCloseable {
            private final Object object;

            Lease(Object object) {
                this.object = object;
            }

            @Override
            public void close() {
                objects.add(object);
            }
        }
    }

    private void borrows() throws InterruptedException {
        Object object = pool.borrow();
        try {
            use(object);
        } finally {
            pool.giveBack(object);
        }
    }

    private void leases() throws InterruptedException {
        try (Pool.Lease lease = pool.lease()) {
            use(lease);
        }
    }

    /** A pool that counts, and one that keeps its objects; their queue of tasks is one to others. */
    private static final class Awaited {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition free = lock.newCondition();
        private final Condition drained = lock.newCondition();
        private final Deque<Object> objects = new ArrayDeque<>();
        private int lent;
        private int active;

        Object borrow() throws InterruptedException {
            lock.lock();
            try {
                while (objects.isEmpty()) {
                    free.await();
                }
                return objects.pop();
            } finally {
                lock.unlock();
            }
        }

        void giveBack(Object object) {
            lock.lock();
            objects.push(object);
            free.signal();
            lock.unlock();
        }

        void begin() throws InterruptedException {
            lock.lock();
            try {
                while (lent >= objects.size()) {
                    free.await();
                }
                lent++;
            } finally {
                lock.unlock();
            }
        }

        void end() {
            lock.lock();
            lent--;
            free.signalAll();
            lock.unlock();
        }

        void ended() {
            lock.lock();
            active--;
            free.signalAll();
            drained.signalAll();
            lock.unlock();
        }

        void next(Object object) {
            lock.lock();
            objects.push(object);
            drained.signal();
            lock.unlock();
        }
    }

    private final Awaited awaited = new Awaited();
    private final Awaited others = new Awaited();

    private void borrowsByCondition() throws InterruptedException {
        Object object = awaited.borrow();
        try {
            use(object);
        } finally {
            awaited.giveBack(object);
        }
    }

    private void beginsByCondition() throws InterruptedException {
        awaited.begin();
        try {
            use(awaited);
        } finally {
            awaited.end();
        }
    }

    private void tellsThatTaskEnded() throws InterruptedException {
        Object task = awaited.borrow();
        try {
            use(task);
        } finally {
            awaited.ended();
        }
    }

    private void signalsAnotherCondition() throws InterruptedException {
        Object task = awaited.borrow();
        try {
            use(task);
        } finally {
            awaited.next(task);
        }
    }

    private void handsOnByCondition() throws InterruptedException {
        Object task = awaited.borrow();
        try {
            use(task);
        } finally {
            others.giveBack(task);
        }
    }

    private void takesByCondition() throws InterruptedException {
        use(awaited.borrow());
    }

    private void works() throws InterruptedException {
        use(idle.take());
    }

    /** A stage of a pipeline. */
    private void handsOn() throws InterruptedException {
        Object task = idle.take();
        try {
            use(task);
        } finally {
            done.put(task);
        }
    }

    private void handsOnByWrappers() throws InterruptedException {
        Object task = pool.borrow();
        try {
            use(task);
        } finally {
            another.giveBack(task);
        }
    }

    private void triesAgain() throws InterruptedException {
        Object task = idle.take();
        try {
            use(task);
        } catch (IllegalStateException e) {
            idle.put(task);
        }
    }

    private void goesOnLater() throws InterruptedException {
        Object task = idle.take();
        use(task);
        idle.put(task);
    }

    /** The worker waits until something is due. */
    private void repeats() throws InterruptedException {
        Delayed task = due.take();
        try {
            use(task);
        } finally {
            due.put(task);
        }
    }

    @Test
    void a_queue_into_which_the_code_puts_what_it_takes_however_its_work_ends_is_a_pool() throws InterruptedException {
        assertThat(putsBack(this::usesPool)).isTrue();
        assertThat(putsBack(ObjectReturnsTest::usesSharedPool)).isTrue();
        assertThat(putsBack(this::borrows))
                .as("by methods of a class around it")
                .isTrue();
        assertThat(putsBack(this::leases)).as("by what that class hands out").isTrue();
    }

    @Test
    void so_is_what_has_a_condition_that_whoever_gives_something_back_signals() throws InterruptedException {
        assertThat(putsBack(this::borrowsByCondition)).isTrue();
        assertThat(putsBack(this::beginsByCondition)).as("by a number").isTrue();
    }

    @Test
    void who_awaits_tasks_by_a_condition_may_be_idle() throws InterruptedException {
        assertThat(putsBack(this::takesByCondition)).isFalse();
        assertThat(putsBack(this::tellsThatTaskEnded))
                .as("what it adds is no task")
                .isFalse();
        assertThat(putsBack(this::signalsAnotherCondition)).isFalse();
        assertThat(putsBack(this::handsOnByCondition)).isFalse();
    }

    @Test
    void workers_take_tasks_and_may_be_idle() throws InterruptedException {
        assertThat(putsBack(this::works)).isFalse();
        assertThat(putsBack(this::handsOn)).isFalse();
        assertThat(putsBack(this::handsOnByWrappers)).isFalse();
        assertThat(putsBack(this::triesAgain)).isFalse();
        assertThat(putsBack(this::goesOnLater)).isFalse();
        assertThat(putsBack(this::repeats)).isFalse();
    }
}
