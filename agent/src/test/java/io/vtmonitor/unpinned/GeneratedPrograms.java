package io.vtmonitor.unpinned;

import io.vtmonitor.nest.InMemory;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs the programs of a folder one after the other and prints what each counted, and whether it was notified; at last
 * the scheduler's books.
 */
public final class GeneratedPrograms {
    private static final int TIMES = 3_000;
    private static final int SECONDS_WITHOUT_PROGRESS = Integer.getInteger("patience", 60);
    private static final AtomicLong PROGRESS = new AtomicLong();

    private GeneratedPrograms() {}

    /** @param arguments the folder of the class files, the number of programs, after how many failures to end */
    public static void main(String[] arguments) throws Exception {
        System.in.read();
        Path folder = Path.of(arguments[0]);
        int programs = Integer.parseInt(arguments[1]);
        int failures = Integer.parseInt(arguments[2]);
        for (int i = 0; i < programs && failures > 0; i++) {
            ClassLoader loader = isFromMemory(i)
                    ? new InMemory(folder, Route.class.getClassLoader())
                    : new URLClassLoader(new java.net.URL[] {folder.toUri().toURL()}, Route.class.getClassLoader());
            Route[] routes = (Route[]) loader.loadClass("generated.out.p" + i + ".Program")
                    .getMethod("routes")
                    .invoke(null);
            String result = run(routes);
            System.out.println("p" + i + ": " + result);
            failures -= result.startsWith("counted") ? 0 : 1;
        }
        if (failures > 0) {
            System.out.println(SchedulerBooks.atRest());
        }
        System.exit(0);
    }

    /** Whether the classes of that program are defined from bytes, so that nobody can read their files. */
    public static boolean isFromMemory(int program) {
        return program % 4 == 3;
    }

    private static String run(Route[] routes) throws InterruptedException {
        long[] counter = new long[1];
        AtomicReference<Throwable> failure = new AtomicReference<>();
        CountDownLatch together = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < routes.length; i++) {
            Route route = routes[i];
            threads.add(start(i % 2 == 0, failure, () -> {
                together.await();
                for (int done = 0; done < TIMES; done += 100) {
                    route.add(counter, 100);
                    PROGRESS.incrementAndGet();
                }
            }));
        }
        together.countDown();
        if (!ended(threads)) {
            return "hung while it counted";
        }
        for (int i = 0; i < routes.length; i++) {
            boolean[] flag = new boolean[1];
            Route waits = routes[i];
            Route sets = routes[(i + 1) % routes.length];
            CountDownLatch begun = new CountDownLatch(1);
            Thread waiter = start(i % 2 == 1, failure, () -> {
                begun.countDown();
                waits.awaitSet(flag);
            });
            begun.await();
            while (waiter.getState() == Thread.State.RUNNABLE && waiter.isAlive()) {
                Thread.sleep(1);
            }
            if (!ended(List.of(waiter, start(false, failure, () -> sets.set(flag))))) {
                return "hung: route " + i + " was not notified";
            }
        }
        long expected = (long) routes.length * TIMES;
        return failure.get() != null
                ? "failed: " + failure.get()
                : counter[0] == expected ? "counted " + expected + ", notified" : "lost updates";
    }

    private interface Work {
        void run() throws Exception;
    }

    private static Thread start(boolean virtual, AtomicReference<Throwable> failure, Work work) {
        Runnable task = () -> {
            try {
                work.run();
            } catch (Throwable e) {
                failure.set(e);
            }
        };
        return virtual
                ? Thread.ofVirtual().start(task)
                : Thread.ofPlatform().daemon().start(task);
    }

    /** Waits as long as anything makes progress. */
    private static boolean ended(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            long progress = -1;
            while (thread.isAlive() && progress != PROGRESS.get()) {
                progress = PROGRESS.get();
                thread.join(SECONDS_WITHOUT_PROGRESS * 1_000L);
            }
            if (thread.isAlive()) {
                return false;
            }
        }
        return true;
    }
}
