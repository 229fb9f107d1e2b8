package io.vtmonitor.unpinned;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/**
 * Virtual threads wait for rewritten locks and to be notified, some of them pinned; then the scheduler is idle, and its
 * books are read; then threads wait in {@code Object.wait} that nothing rewrites, which JDK 21 compensates for.
 */
public final class SchedulerBooks {
    private static final Object PLAIN = new Object();
    private static boolean plainNotified;

    /** The only class that is rewritten. */
    static final class Shared {
        private int calls;
        private boolean open;

        synchronized void call() throws InterruptedException {
            calls++;
            Thread.sleep(2);
        }

        synchronized void awaitOpen() throws InterruptedException {
            while (!open) {
                wait();
            }
        }

        synchronized void open() {
            open = true;
            notifyAll();
        }
    }

    private SchedulerBooks() {}

    /** @param arguments how many threads of each kind */
    public static void main(String[] arguments) throws Exception {
        System.in.read();
        int threads = Integer.parseInt(arguments[0]);
        contend(threads);
        System.out.println("contended");
        System.out.println(atRest());
        System.out.println(waitPlainly());
        System.exit(0);
    }

    private static void contend(int threads) throws InterruptedException {
        Shared[] shared = {new Shared(), new Shared(), new Shared(), new Shared()};
        Shared gate = new Shared();
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Shared mine = shared[i % shared.length];
            all.add(start(() -> repeat(mine)));
            all.add(start(gate::awaitOpen));
            all.add(startPinned(mine::call));
            all.add(startPinned(gate::awaitOpen));
        }
        Thread.sleep(200);
        gate.open();
        for (Thread thread : all) {
            thread.join();
        }
    }

    private static void repeat(Shared shared) throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            shared.call();
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static Thread startPinned(Work work) {
        Object own = new Object();
        return start(() -> {
            synchronized (own) {
                work.run();
            }
        });
    }

    private static Thread start(Work work) {
        return Thread.ofVirtual().start(() -> {
            try {
                work.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static ForkJoinPool scheduler() throws ReflectiveOperationException {
        Field field = Class.forName("java.lang.VirtualThread").getDeclaredField("DEFAULT_SCHEDULER");
        field.setAccessible(true);
        return (ForkJoinPool) field.get(null);
    }

    /** What is left in the scheduler's books when nothing runs any more. */
    static String atRest() throws Exception {
        int released = releasedAtRest();
        Field field = Class.forName("jdk.internal.misc.CarrierThread").getDeclaredField("blocking");
        field.setAccessible(true);
        int marked = 0;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (field.getDeclaringClass().isInstance(thread) && field.getBoolean(thread)) {
                marked++;
            }
        }
        return "carriers marked as blocking " + marked + ", released " + released;
    }

    /**
     * The released workers of the pool, above those of an idle one. The agent's probe releases one for a moment now and
     * then, so what counts is the first look at which none was.
     */
    private static int releasedAtRest() throws Exception {
        ForkJoinPool pool = scheduler();
        Field field = ForkJoinPool.class.getDeclaredField("ctl");
        field.setAccessible(true);
        long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(1); // books that are wrong may stay so
        int released = (short) (field.getLong(pool) >>> 48);
        while (released != 0 && System.nanoTime() - until < 0) {
            Thread.sleep(20);
            released = (short) (field.getLong(pool) >>> 48);
        }
        return released;
    }

    private static String waitPlainly() throws InterruptedException {
        int waiters = scheduledAtOnce() + 4;
        CountDownLatch inside = new CountDownLatch(waiters);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < waiters; i++) {
            all.add(start(() -> {
                synchronized (PLAIN) {
                    inside.countDown();
                    while (!plainNotified) {
                        PLAIN.wait();
                    }
                }
            }));
        }
        inside.await();
        all.add(start(() -> {
            synchronized (PLAIN) {
                plainNotified = true;
                PLAIN.notifyAll();
            }
        }));
        for (Thread thread : all) {
            thread.join();
        }
        return "notified";
    }

    private static int scheduledAtOnce() {
        return Integer.getInteger("jdk.virtualThreadScheduler.parallelism", 2);
    }
}
