package io.vtmonitor.lab.program;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tasks that each use an expensive object cached in a {@link ThreadLocal}. Arguments: the threads as
 * {@link Figures#executor} takes them, how many tasks, kilobytes of the object. Prints how many objects were made
 * ({@code made}) and the megabytes of heap while every thread that can run a task is in one ({@code heap}).
 */
public final class ThreadLocals {
    private static final Duration LOOKS = Duration.ofSeconds(5);
    private static final AtomicInteger MADE = new AtomicInteger();

    private ThreadLocals() {}

    public static void main(String[] arguments) throws Exception {
        Figures.awaitGo();
        int tasks = Integer.parseInt(arguments[1]);
        int kilobytes = Integer.parseInt(arguments[2]);
        ThreadLocal<byte[]> cache = ThreadLocal.withInitial(() -> {
            MADE.incrementAndGet();
            return new byte[kilobytes * 1024];
        });
        var parts = arguments[0].split(":", 2);
        int together = parts.length == 1 ? tasks : Math.min(tasks, Integer.parseInt(parts[1]));
        var inside = new Semaphore(0);
        var goOn = new CountDownLatch(1);
        try (var executor = Figures.executor(arguments[0])) {
            for (int i = 0; i < tasks; i++) {
                var unused = executor.submit(() -> {
                    cache.get()[0]++;
                    inside.release();
                    goOn.await();
                    return null;
                });
            }
            inside.acquire(together);
            Figures.print("heap", Figures.heap() / 1e6);
            Thread.sleep(LOOKS); // so that the agent sees them there
            goOn.countDown();
        }
        Figures.print("made", MADE.get());
        System.exit(0);
    }
}
