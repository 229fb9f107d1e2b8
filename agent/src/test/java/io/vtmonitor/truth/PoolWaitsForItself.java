package io.vtmonitor.truth;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The four platform threads of a pool, "renderer-1" to "renderer-4", wait for tasks that are queued in the same pool,
 * where nobody is left to run them: a deadlock. Forty virtual threads wait for results of that pool; they are victims.
 */
public final class PoolWaitsForItself {
    private static final int SIZE = 4;
    private static final int PAGES = 40;
    private static final AtomicInteger STARTED = new AtomicInteger();
    private static final CyclicBarrier ALL_BUSY = new CyclicBarrier(SIZE);
    private static final ExecutorService RENDERERS = Executors.newFixedThreadPool(SIZE, task -> {
        Thread thread = new Thread(task, "renderer-" + STARTED.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    });

    private static volatile int asked;

    private PoolWaitsForItself() {}

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < PAGES; i++) {
            Thread page = Truth.virtual("page-" + i, PoolWaitsForItself::showPage);
            Truth.await(() -> Truth.waits(page));
        }
        Truth.await(() -> asked == SIZE);
        Truth.stay();
    }

    private static void showPage() throws InterruptedException, ExecutionException {
        RENDERERS.submit(PoolWaitsForItself::renderPage).get();
    }

    private static String renderPage() throws InterruptedException, ExecutionException {
        Truth.meet(ALL_BUSY);
        synchronized (RENDERERS) {
            asked++;
        }
        return RENDERERS.submit(() -> "part").get();
    }
}
