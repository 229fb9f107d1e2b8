package io.vtmonitor.waiting;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Two pools of the application's own, one a queue and one behind a condition: nobody returns what they have lent. */
final class Unreturned {
    private static final int THREADS = 12;
    private static final BlockingQueue<Object> QUEUE = new ArrayBlockingQueue<>(1);
    private static final Deque<Object> IDLE = new ArrayDeque<>();
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Condition RETURNED = LOCK.newCondition();

    private Unreturned() {}

    static void start() {
        for (int i = 0; i < THREADS; i++) {
            Thread.startVirtualThread(Unreturned::fromQueue);
            Thread.startVirtualThread(Unreturned::fromCondition);
        }
    }

    private static void fromQueue() {
        try {
            QUEUE.put(QUEUE.take());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void fromCondition() {
        LOCK.lock();
        try {
            while (IDLE.isEmpty()) {
                RETURNED.awaitUninterruptibly();
            }
            IDLE.pop();
        } finally {
            LOCK.unlock();
        }
    }
}
