package io.vtmonitor.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Each program waits for a permit that is not there; its stack is that of the waiting thread. */
class PermitReturnsTest {
    private static final Semaphore SHARED = new Semaphore(0);
    private final Semaphore permits = new Semaphore(0);
    private final Semaphore others = new Semaphore(0);

    private static boolean returnsPermit(WaitingStack.Program program) throws InterruptedException {
        return new PermitReturns(WaitingStack::read).isTrueOf(WaitingStack.of(program));
    }

    private void work() {
        assertThat(permits).isNotNull();
    }

    private void limited() throws InterruptedException {
        permits.acquire();
        try {
            work();
        } finally {
            permits.release();
        }
    }

    private static void limitedByStatic() throws InterruptedException {
        SHARED.acquire();
        try {
            Thread.onSpinWait();
        } finally {
            SHARED.release();
        }
    }

    private void limitedBy(Semaphore handedIn) throws InterruptedException {
        handedIn.acquire();
        try {
            work();
        } finally {
            handedIn.release();
        }
    }

    private void signaled() throws InterruptedException {
        permits.acquire();
        work();
    }

    private void signal() {
        permits.release();
    }

    private final class Lease implements AutoCloseable {
        @Override
        public void close() {
            permits.release();
        }
    }

    private Lease lease() throws InterruptedException {
        permits.acquire();
        return new Lease();
    }

    private void leased() throws InterruptedException {
        try (Lease lease = lease()) {
            lease.hashCode();
            work();
        }
    }

    private void submit(Runnable task) throws InterruptedException {
        permits.acquire();
        Thread.ofVirtual().start(() -> {
            try {
                task.run();
            } finally {
                permits.release();
            }
        });
    }

    private void submitIndirectly(Runnable task) throws InterruptedException {
        permits.acquire();
        Thread.ofVirtual().start(() -> runAndRelease(task));
    }

    private void runAndRelease(Runnable task) {
        try {
            task.run();
        } finally {
            permits.release();
        }
    }

    private void submitObject(Runnable task) throws InterruptedException {
        permits.acquire();
        Thread.ofVirtual().start(new Runnable() {
            @Override
            public void run() {
                task.run();
                permits.release();
            }
        });
    }

    private static void submitWithLocal(Runnable task, boolean quick) throws InterruptedException {
        Semaphore local = new Semaphore(0);
        Semaphore signal = new Semaphore(0);
        local.acquire();
        if (quick) {
            CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(() -> local.release());
        } else {
            Thread.ofVirtual().start(() -> {
                task.run();
                signal.release();
            });
        }
    }

    private static void submitWithCaptured(Runnable task, Semaphore local) throws InterruptedException {
        local.acquire();
        Thread.ofVirtual().start(() -> {
            try {
                task.run();
            } finally {
                local.release();
            }
        });
    }

    private void limitRate(Runnable task) throws InterruptedException {
        permits.acquire();
        CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(() -> permits.release());
        task.run();
    }

    /** A bounded buffer of two semaphores: what is taken is not what is given back. */
    private void consume() throws InterruptedException {
        permits.acquire();
        work();
        others.release();
    }

    private void passesGate() throws InterruptedException {
        permits.acquire();
        permits.release();
        work();
    }

    private long passed;

    private void passesGateAndCounts() throws InterruptedException {
        permits.acquire();
        passed++;
        System.out.println("passed " + passed);
        permits.release();
        work();
    }

    private void passesGateWithFinally() throws InterruptedException {
        permits.acquire();
        try {
            count();
        } finally {
            permits.release();
        }
    }

    private void count() {
        passed++;
    }

    private static final class Limiter {
        private final Semaphore its = new Semaphore(0);

        void acquire() throws InterruptedException {
            its.acquire();
        }

        void release() {
            its.release();
        }
    }

    private final Limiter limiter = new Limiter();
    private final Limiter another = new Limiter();

    private void limitedByWrapper() throws InterruptedException {
        limiter.acquire();
        try {
            work();
        } finally {
            limiter.release();
        }
    }

    private void consumesByWrappers() throws InterruptedException {
        limiter.acquire();
        work();
        another.release();
    }

    @Test
    void who_acquires_a_permit_and_releases_it_returns_it() throws InterruptedException {
        assertThat(returnsPermit(this::limited)).isTrue();
        assertThat(returnsPermit(PermitReturnsTest::limitedByStatic)).isTrue();
        assertThat(returnsPermit(() -> limitedBy(permits))).isTrue();
    }

    @Test
    void so_does_who_closes_a_lease_that_releases_it() throws InterruptedException {
        assertThat(returnsPermit(this::leased)).isTrue();
    }

    @Test
    void so_does_who_calls_a_limiter_of_the_application() throws InterruptedException {
        assertThat(returnsPermit(this::limitedByWrapper)).isTrue();
    }

    @Test
    void so_does_who_hands_it_to_a_task_that_releases_it_after_its_work() throws InterruptedException {
        assertThat(returnsPermit(() -> submit(this::work))).isTrue();
        assertThat(returnsPermit(() -> submitIndirectly(this::work))).isTrue();
        assertThat(returnsPermit(() -> submitObject(this::work))).isTrue();
        assertThat(returnsPermit(() -> submitWithCaptured(this::work, permits)))
                .as("the semaphore is captured by the task")
                .isTrue();
    }

    @Test
    void a_task_that_releases_another_one_or_does_no_work_returns_no_permit() throws InterruptedException {
        assertThat(returnsPermit(() -> submitWithLocal(this::work, false))).isFalse();
        assertThat(returnsPermit(() -> submitWithLocal(this::work, true))).isFalse();
    }

    @Test
    void whose_permit_a_timer_releases_waits_for_time_to_pass() throws InterruptedException {
        assertThat(returnsPermit(() -> limitRate(this::work))).isFalse();
    }

    @Test
    void who_leaves_the_release_to_others_waits_for_a_signal() throws InterruptedException {
        Runnable other = this::signal;
        other.run();
        permits.drainPermits();
        assertThat(returnsPermit(this::signaled)).isFalse();
    }

    @Test
    void who_releases_permits_of_another_semaphore_returns_none() throws InterruptedException {
        assertThat(returnsPermit(this::consume)).isFalse();
        assertThat(returnsPermit(this::consumesByWrappers)).isFalse();
    }

    @Test
    void who_passes_a_gate_returns_none() throws InterruptedException {
        assertThat(returnsPermit(this::passesGate)).isFalse();
        assertThat(returnsPermit(this::passesGateAndCounts)).isFalse();
        assertThat(returnsPermit(this::passesGateWithFinally)).isFalse();
    }
}
