package io.vtmonitor.waiting;

import java.lang.reflect.Method;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Idle threads that take turns in waiting for work: between two of them nobody owns their lock for as long as whoever
 * is next is not run. Their scheduler makes that long. Requires {@code --add-opens java.base/java.lang=ALL-UNNAMED}.
 */
final class SlowToTakeUp {
    private static final int THREADS = 24;
    private static final long WORK_MILLIS = 1_500;
    private static final long LATE_MILLIS = 600;
    private static final ReentrantLock TURN = new ReentrantLock(true);
    private static final BlockingQueue<Object> WORK = new LinkedBlockingQueue<>();

    private SlowToTakeUp() {}

    static void start() throws ReflectiveOperationException {
        ScheduledExecutorService late = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().factory());
        Executor scheduler = continuation -> late.schedule(continuation, LATE_MILLIS, TimeUnit.MILLISECONDS);
        for (int i = 0; i < THREADS; i++) {
            onScheduler(scheduler, SlowToTakeUp::takeTurns).start();
        }
    }

    /** A virtual thread, not yet started. */
    static Thread onScheduler(Executor scheduler, Runnable task) throws ReflectiveOperationException {
        Method made = Class.forName("java.lang.ThreadBuilders")
                .getDeclaredMethod("newVirtualThread", Executor.class, String.class, int.class, Runnable.class);
        made.setAccessible(true);
        return (Thread) made.invoke(null, scheduler, "scheduled", 0, task);
    }

    private static void takeTurns() {
        while (true) {
            TURN.lock();
            try {
                WORK.poll(WORK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                TURN.unlock();
            }
        }
    }
}
