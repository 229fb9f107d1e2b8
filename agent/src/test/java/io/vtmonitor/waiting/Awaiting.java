package io.vtmonitor.waiting;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;

/** Threads that hold a lock, and wait for another thread, for a task, or for an executor's tasks, which need it. */
final class Awaiting {
    private static final ReentrantLock JOINS = new ReentrantLock();
    private static final ReentrantLock JOINS_PLATFORM = new ReentrantLock();
    private static final ReentrantLock GETS = new ReentrantLock();

    private Awaiting() {}

    static void start() {
        Thread.ofVirtual()
                .name("joiner")
                .start(() -> join(JOINS, Thread.ofVirtual().name("joined").unstarted(() -> need(JOINS))));
        Thread.ofVirtual()
                .name("joiner of a platform thread")
                .start(() -> join(
                        JOINS_PLATFORM,
                        Thread.ofPlatform().daemon().name("joined").unstarted(() -> need(JOINS_PLATFORM))));
        Thread.ofVirtual().name("getter").start(Awaiting::get);
        Thread.ofVirtual().name("closer").start(() -> close(Executors.newVirtualThreadPerTaskExecutor()));
        ExecutorService own = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("closer of its own").factory());
        own.execute(() -> closeOwn(own));
        Thread.ofVirtual()
                .name("closer of a pool")
                .start(() -> close(Executors.newFixedThreadPool(
                        2, Thread.ofPlatform().daemon().name("pooled-", 0).factory())));
    }

    private static void join(ReentrantLock lock, Thread other) {
        lock.lock();
        try {
            other.start();
            other.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private static void get() {
        FutureTask<Object> task = new FutureTask<>(() -> need(GETS), null);
        GETS.lock();
        try {
            Thread.ofPlatform().daemon().name("runner").start(task);
            task.get();
        } catch (InterruptedException | ExecutionException e) {
            Thread.currentThread().interrupt();
        } finally {
            GETS.unlock();
        }
    }

    private static void close(ExecutorService executor) {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try (executor) {
            executor.submit(() -> need(lock));
        } finally {
            lock.unlock();
        }
    }

    private static void closeOwn(ExecutorService executor) {
        executor.close();
    }

    private static void need(ReentrantLock lock) {
        lock.lock();
        lock.unlock();
    }
}
