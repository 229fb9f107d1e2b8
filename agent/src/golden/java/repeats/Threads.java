package repeats;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/** What several programs do: threads together, the scheduler's books, and waiting that nothing rewrites. */
final class Threads {
    private static final Object PLAIN = new Object();
    private static boolean notified;

    private Threads() {}

    interface Work {
        void run() throws Exception;
    }

    static Runnable task(Work work) {
        return () -> {
            try {
                work.run();
            } catch (Exception e) {
                e.printStackTrace(System.out);
            }
        };
    }

    /** Platform threads that begin together; returns when all have ended. */
    static void together(Work... all) throws InterruptedException {
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (Work work : all) {
            threads.add(Thread.ofPlatform().start(task(() -> {
                begin.await();
                work.run();
            })));
        }
        begin.countDown();
        join(threads);
    }

    static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Six wait: with two carriers the JDK has to add some. */
    static void waitPlainly() throws Exception {
        waitPlainly(6);
    }

    /**
     * Virtual threads wait by {@code Object.wait}, and another notifies; before, others read a file, and others pin.
     */
    static void waitPlainly(int waiters) throws Exception {
        readAndPin();
        CountDownLatch inside = new CountDownLatch(waiters);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < waiters; i++) {
            threads.add(Thread.ofVirtual().start(task(() -> {
                synchronized (PLAIN) {
                    inside.countDown();
                    while (!notified) {
                        PLAIN.wait();
                    }
                }
            })));
        }
        inside.await();
        threads.add(Thread.ofVirtual().start(() -> {
            synchronized (PLAIN) {
                notified = true;
                PLAIN.notifyAll();
            }
        }));
        join(threads);
        System.out.println("notified " + waiters + " of " + waiters);
    }

    private static void readAndPin() throws Exception {
        Path file = Files.createTempFile("repeats", ".txt");
        Files.writeString(file, "read");
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            boolean reads = i % 2 == 0;
            threads.add(Thread.ofVirtual().start(task(() -> {
                synchronized (new Object()) {
                    if (reads) {
                        Files.readString(file);
                    } else {
                        Thread.sleep(2);
                    }
                }
            })));
        }
        join(threads);
        Files.delete(file);
    }

    /** Says what is left in the scheduler's books when it is idle. */
    static void tellBooks() throws Exception {
        var scheduler = Class.forName("java.lang.VirtualThread").getDeclaredField("DEFAULT_SCHEDULER");
        scheduler.setAccessible(true);
        ForkJoinPool pool = (ForkJoinPool) scheduler.get(null);
        var control = ForkJoinPool.class.getDeclaredField("ctl");
        control.setAccessible(true);
        var blocking = Class.forName("jdk.internal.misc.CarrierThread").getDeclaredField("blocking");
        blocking.setAccessible(true);
        long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(1); // books that are wrong may stay so
        // Later the agent's probe may release one for a moment: what counts is the look at which none was.
        int released = released(control.getLong(pool));
        while ((pool.getActiveThreadCount() != 0 || released != 0) && System.nanoTime() - until < 0) {
            Thread.sleep(10);
            released = released(control.getLong(pool));
        }
        int marked = 0;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (blocking.getDeclaringClass().isInstance(thread) && blocking.getBoolean(thread)) {
                marked++;
            }
        }
        System.out.println("carriers marked as blocking " + marked + ", released " + released);
    }

    private static int released(long control) {
        return (short) (control >>> 48);
    }
}
