package io.vtmonitor.standstill;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Deadlocks through the ends of threads and the results of tasks. */
final class Results {
    static final Map<String, Stand.Work> PROGRAMS = Map.of(
            "join-each-other", Results::joinEachOther,
            "join-and-lock", Results::joinAndLock,
            "join-platform", Results::joinPlatform,
            "future-tasks", Results::futureTasks,
            "future-and-lock", Results::futureAndLock,
            "worker-pool", Results::workerPool,
            "worker-alone", Results::workerAlone,
            "worker-pools-crossed", Results::workerPoolsCrossed,
            "worker-virtual", Results::workersAreVirtual,
            "supply-async", Results::supplyAsync);

    private static final ReentrantLock LOCK = new ReentrantLock();
    private static volatile Thread left = Thread.currentThread();
    private static volatile Thread right = Thread.currentThread();

    private Results() {}

    private static void joinEachOther() throws InterruptedException {
        left = Thread.ofVirtual().name("left").unstarted(Results::joinRight);
        right = Thread.ofVirtual().name("right").unstarted(Results::joinLeft);
        left.start();
        right.start();
        Stand.settle(left, right);
    }

    private static void joinLeft() {
        join(left);
    }

    private static void joinRight() {
        join(right);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void joinAndLock() throws InterruptedException {
        Stand.settle(Stand.virtual("parent", Results::lockAndJoin));
    }

    private static void lockAndJoin() throws InterruptedException {
        LOCK.lock();
        Stand.virtual("child", Results::useLock).join();
    }

    private static void useLock() {
        LOCK.lock();
        LOCK.unlock();
    }

    private static void joinPlatform() throws InterruptedException {
        Stand.settle(Stand.virtual("parent", Results::lockAndJoinPlatform));
    }

    private static void lockAndJoinPlatform() throws InterruptedException {
        LOCK.lock();
        Stand.platform("child", Results::useLock).join();
    }

    private static void futureTasks() throws InterruptedException {
        CyclicBarrier both = new CyclicBarrier(2);
        FutureTask<?>[] tasks = new FutureTask<?>[2];
        tasks[0] = new FutureTask<>(() -> getOther(tasks, 1, both));
        tasks[1] = new FutureTask<>(() -> getOther(tasks, 0, both));
        Stand.settle(
                Thread.ofVirtual().name("left").start(tasks[0]),
                Thread.ofVirtual().name("right").start(tasks[1]));
    }

    private static Object getOther(FutureTask<?>[] tasks, int other, CyclicBarrier both) throws Exception {
        both.await();
        return tasks[other].get();
    }

    private static void futureAndLock() throws InterruptedException {
        Stand.settle(Stand.virtual("parent", Results::lockAndGet));
    }

    private static void lockAndGet() throws Exception {
        FutureTask<Void> task = new FutureTask<>(Results::useLock, null);
        LOCK.lock();
        Thread.ofVirtual().name("child").start(task);
        task.get();
    }

    private static ThreadFactory named(String name) {
        AtomicInteger made = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + made.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** The callers are virtual threads; they are victims. */
    private static void workerPool() throws InterruptedException {
        workers(Executors.newFixedThreadPool(3, named("renderer")), 3);
    }

    private static void workerAlone() throws InterruptedException {
        workers(Executors.newSingleThreadExecutor(named("renderer")), 1);
    }

    private static void workersAreVirtual() throws InterruptedException {
        workers(
                Executors.newFixedThreadPool(
                        2, Thread.ofVirtual().name("renderer-", 1).factory()),
                2);
    }

    private static void workers(ExecutorService pool, int size) throws InterruptedException {
        CyclicBarrier all = new CyclicBarrier(size);
        for (int i = 0; i < size; i++) {
            Stand.virtual(
                    "page-" + i, () -> pool.submit(() -> renderPage(pool, all)).get());
        }
        Thread.sleep(500);
    }

    private static Object renderPage(ExecutorService pool, CyclicBarrier all) throws Exception {
        all.await();
        return pool.submit(() -> "part").get();
    }

    private static void workerPoolsCrossed() throws InterruptedException {
        ExecutorService images = Executors.newSingleThreadExecutor(named("image"));
        ExecutorService texts = Executors.newSingleThreadExecutor(named("text"));
        CyclicBarrier both = new CyclicBarrier(2);
        Stand.virtual(
                "page-0", () -> images.submit(() -> renderPage(texts, both)).get());
        Stand.virtual(
                "page-1", () -> texts.submit(() -> renderPage(images, both)).get());
        Thread.sleep(500);
    }

    private static void supplyAsync() throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2, named("supplier"));
        CyclicBarrier both = new CyclicBarrier(2);
        for (int i = 0; i < 2; i++) {
            Stand.virtual(
                    "page-" + i,
                    () -> CompletableFuture.supplyAsync(() -> supply(pool, both), pool)
                            .join());
        }
        Thread.sleep(500);
    }

    private static String supply(ExecutorService pool, CyclicBarrier both) {
        Stand.meet(both);
        return CompletableFuture.supplyAsync(() -> "part", pool).join();
    }
}
