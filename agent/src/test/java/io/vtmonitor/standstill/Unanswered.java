package io.vtmonitor.standstill;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Crowds that wait for what nobody does: facts, no verdict. */
final class Unanswered {
    static final Map<String, Stand.Work> PROGRAMS = Map.of(
            "latch", () -> Stand.crowd("waiter", Unanswered::awaitLatch),
            "condition", () -> Stand.crowd("waiter", Unanswered::awaitCondition),
            "semaphore", Unanswered::semaphore,
            "phaser", () -> Stand.crowd("waiter", Unanswered::awaitPhase),
            "exchanger", () -> Stand.crowd("waiter", Unanswered::exchange),
            "barrier", () -> Stand.crowd("waiter", Unanswered::awaitOthers),
            "queue-take", () -> Stand.crowd("waiter", Unanswered::take),
            "queue-put", () -> Stand.crowd("waiter", Unanswered::put),
            "promise", () -> Stand.crowd("waiter", Unanswered::awaitPromise));

    private static final CountDownLatch LATCH = new CountDownLatch(1);
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Condition CONDITION = LOCK.newCondition();
    private static final Semaphore PERMITS = new Semaphore(Stand.CROWD);
    private static final Phaser PHASER = new Phaser(2 * Stand.CROWD);
    private static final CyclicBarrier BARRIER = new CyclicBarrier(2 * Stand.CROWD);
    private static final CyclicBarrier ALL_HAVE_ONE = new CyclicBarrier(Stand.CROWD);
    private static final LinkedBlockingQueue<String> EMPTY = new LinkedBlockingQueue<>();
    private static final SynchronousQueue<String> NOBODY_TAKES = new SynchronousQueue<>();
    private static final CompletableFuture<String> PROMISE = new CompletableFuture<>();

    private Unanswered() {}

    private static void awaitLatch() throws InterruptedException {
        LATCH.await();
    }

    private static void awaitCondition() {
        LOCK.lock();
        CONDITION.awaitUninterruptibly();
        LOCK.unlock();
    }

    /** Each has a permit and wants one more. */
    private static void semaphore() throws InterruptedException {
        Stand.crowd("waiter", Unanswered::acquireTwice);
        Stand.until(() -> PERMITS.getQueueLength() == Stand.CROWD);
    }

    private static void acquireTwice() throws InterruptedException {
        PERMITS.acquire();
        Stand.meet(ALL_HAVE_ONE);
        PERMITS.acquire();
    }

    private static void awaitPhase() {
        PHASER.arriveAndAwaitAdvance();
    }

    /** Each at an exchanger of its own. */
    private static void exchange() throws InterruptedException {
        new Exchanger<String>().exchange("mine");
    }

    private static void awaitOthers() {
        Stand.meet(BARRIER);
    }

    private static void take() throws InterruptedException {
        EMPTY.take();
    }

    private static void put() throws InterruptedException {
        NOBODY_TAKES.put("mine");
    }

    private static void awaitPromise() {
        PROMISE.join();
    }
}
