package io.vtmonitor.waits.census;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class CensusTest {
    /** What a thread is parked for that does this. */
    private static Object blocker(Runnable waits) {
        Thread thread = Thread.ofPlatform().daemon().start(waits);
        Object blocker = LockSupport.getBlocker(thread);
        while (blocker == null) {
            Thread.onSpinWait();
            blocker = LockSupport.getBlocker(thread);
        }
        return blocker;
    }

    @Test
    void the_workers_of_an_executor_may_have_the_task_that_completes_a_future_as_they_may_have_any_other_task() {
        CompletableFuture<String> future = new CompletableFuture<>();
        assertThat(Census.canBeHad(blocker(future::join))).isTrue();
        assertThat(Census.canBeHad(new FutureTask<>(() -> "part"))).isTrue();
        future.complete("part");
    }

    @Test
    void a_lock_can_be_had_and_any_other_object_cannot() {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        assertThat(Census.canBeHad(blocker(lock::lock))).isTrue();
        assertThat(Census.canBeHad(new Object())).isFalse();
        lock.unlock();
    }
}
