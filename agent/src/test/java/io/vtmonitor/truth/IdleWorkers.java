package io.vtmonitor.truth;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Sixty virtual threads have nothing to do: twenty wait for a queue, twenty for a signal by a semaphore, and twenty
 * take turns to wait for work with a lock. Nothing is wrong.
 */
public final class IdleWorkers {
    private static final int WORKERS = 20;
    private static final BlockingQueue<Runnable> QUEUE = new LinkedBlockingQueue<>();
    private static final Semaphore SIGNAL = new Semaphore(0);
    private static final ReentrantLock TURN = new ReentrantLock();
    private static final Condition WORK = TURN.newCondition();
    private static final ReentrantLock LEADER = new ReentrantLock();

    private IdleWorkers() {}

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < WORKERS; i++) {
            Truth.virtual("taker-" + i, () -> QUEUE.take().run());
            Truth.virtual("signaled-" + i, SIGNAL::acquire);
            Truth.virtual("follower-" + i, IdleWorkers::leadOrFollow);
        }
        Truth.await(() -> LEADER.getQueueLength() == WORKERS - 1 && SIGNAL.getQueueLength() == WORKERS);
        Truth.stay();
    }

    /** The one that leads waits for work; the others wait until they lead. */
    private static void leadOrFollow() throws InterruptedException {
        LEADER.lock();
        try {
            takeWork();
        } finally {
            LEADER.unlock();
        }
    }

    private static void takeWork() throws InterruptedException {
        TURN.lock();
        try {
            WORK.await();
        } finally {
            TURN.unlock();
        }
    }
}
