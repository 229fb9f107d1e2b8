package io.vtmonitor.unpinned;

import io.vtmonitor.nest.InMemory;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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

    private static String run(Route[] routes) throws Exception {
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
            Route around = routes[(i + 2) % routes.length];
            Thread waiter = startAndAwaitWait(i % 2 == 1, failure, () -> around.within(() -> waits.awaitSet(flag)));
            if (!ended(List.of(waiter, start(false, failure, () -> sets.set(flag))))) {
                return "hung: route " + i + " was not notified";
            }
        }
        String notified = notified(routes, failure);
        if (!notified.isEmpty()) {
            return notified;
        }
        long expected = (long) routes.length * TIMES;
        return failure.get() != null
                ? "failed: " + failure.get()
                : counter[0] == expected ? "counted " + expected + ", notified" : "lost updates";
    }

    /** As many are woken as were notified, one after the other; what is wrong, empty if nothing is. */
    private static String notified(Route[] routes, AtomicReference<Throwable> failure) throws Exception {
        int[] woken = new int[2];
        List<Thread> waiters = new ArrayList<>();
        for (int i = 0; i < routes.length; i++) {
            Route waits = routes[i];
            waiters.add(start(i % 2 == 0, failure, () -> waits.awaitOnce(woken)));
            if (!reaches(woken, 1, i + 1, waits)) {
                return "hung before it waited";
            }
        }
        for (int i = 0; i < routes.length; i++) {
            Route notifies = routes[(i + 1) % routes.length];
            Thread notifier = start(false, failure, notifies::notifyOnce);
            if (!ended(List.of(notifier)) || !reaches(woken, 0, i + 1, notifies)) {
                return "hung: notification " + i + " woke nobody";
            }
            if (read(woken, 0, notifies) != i + 1) {
                return "woken more often than notified";
            }
        }
        return ended(waiters) ? "" : "hung: not all were notified";
    }

    /** In the lock, so that who has come to wait does wait. */
    private static int read(int[] numbers, int which, Route route) throws Exception {
        int[] read = new int[1];
        route.within(() -> read[0] = numbers[which]);
        return read[0];
    }

    private static boolean reaches(int[] numbers, int which, int number, Route route) throws Exception {
        long begun = System.nanoTime();
        while (read(numbers, which, route) < number
                && System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(SECONDS_WITHOUT_PROGRESS)) {
            Thread.sleep(1);
        }
        return read(numbers, which, route) >= number;
    }

    /** Waits until it is in the lock's queue of waiters, or has ended. */
    private static Thread startAndAwaitWait(boolean virtual, AtomicReference<Throwable> failure, Work work)
            throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Thread waiter = start(virtual, failure, () -> {
            begun.countDown();
            work.run();
        });
        begun.await();
        while (waiter.getState() == Thread.State.RUNNABLE && waiter.isAlive()) {
            Thread.sleep(1);
        }
        return waiter;
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
