package io.vtmonitor.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.bytecode.calls.ObjectReturns;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingQueue;
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
    void workers_take_tasks_and_may_be_idle() throws InterruptedException {
        assertThat(putsBack(this::works)).isFalse();
        assertThat(putsBack(this::handsOn)).isFalse();
        assertThat(putsBack(this::handsOnByWrappers)).isFalse();
        assertThat(putsBack(this::triesAgain)).isFalse();
        assertThat(putsBack(this::goesOnLater)).isFalse();
        assertThat(putsBack(this::repeats)).isFalse();
    }
}
