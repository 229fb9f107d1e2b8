package io.vtmonitor.stall;

import java.io.FileInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Programs whose carriers are all held. Arguments: which, and how many carriers there are. Prints {@code ready} when it
 * stands still, and {@code finished} if all its threads come to an end.
 */
public final class StandsStill {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final CountDownLatch NEVER = new CountDownLatch(1);
    private static final List<Thread> THREADS = new ArrayList<>();
    static CountDownLatch wanted;
    static int carriers;

    /** What is computed, so that it is. */
    static volatile double sum;

    private StandsStill() {}

    interface Task {
        void run() throws Exception;
    }

    /** Its initializer joins a thread that finds no carrier before that is wanted by all others. */
    static final class JoinsThread {
        static final int VALUE = join(start(StandsStill::waitUntilWanted)); // a lambda would be of this class
    }

    static final class TakesLock {
        static final int VALUE = useLock();
    }

    static final class WaitsForItself {
        static int count;
        static final int VALUE = join(start(StandsStill::useWaitsForItself));
    }

    static final class Left {
        static CyclicBarrier both;

        static final class Class1 {
            static int value;

            static {
                meet();
                value = Class2.value;
            }
        }

        static final class Class2 {
            static int value;

            static {
                meet();
                value = Class1.value;
            }
        }

        private static void meet() {
            try {
                both.await();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        StandingProgram program =
                StandingProgram.valueOf(args[0].replace('-', '_').toUpperCase(Locale.ROOT));
        carriers = Integer.parseInt(args[1]);
        wanted = new CountDownLatch(carriers);
        program.begin.run();
        Thread.sleep(1_500); // so that the carriers are held
        if (program.queues()) {
            start(() -> {});
        }
        System.out.println("ready");
        List<Thread> all;
        synchronized (THREADS) {
            all = List.copyOf(THREADS);
        }
        for (Thread thread : all) {
            thread.join();
        }
        System.out.println("finished");
        System.in.read();
        System.exit(0);
    }

    /** Somebody takes it, and gives it back once all carriers are held by threads that want it: it finds none. */
    static void owned(Task take, Task give) throws Exception {
        take(take, give);
        hold(() -> {
            take.run();
            give.run();
        });
    }

    static void take(Task take, Task give) throws InterruptedException {
        CountDownLatch taken = new CountDownLatch(1);
        start(() -> {
            take.run();
            taken.countDown();
            waitUntilWanted();
            give.run();
        });
        taken.await();
    }

    /** A thread that finds no carrier once all are held. */
    static Thread afterwards(Task task) {
        return start(() -> {
            waitUntilWanted();
            task.run();
        });
    }

    static void hold(Task want) {
        for (int i = 0; i < carriers; i++) {
            start(() -> inMonitor(() -> {
                wanted.countDown();
                want.run();
            }));
        }
    }

    static void inMonitor(Task task) throws Exception {
        Object monitor = new Object();
        synchronized (monitor) {
            task.run();
        }
    }

    static void inOrder(Object first, Object second, CyclicBarrier both) throws Exception {
        synchronized (first) {
            both.await();
            synchronized (second) {
                sum = 1;
            }
        }
    }

    static void inOrder(ReentrantLock first, ReentrantLock second, CyclicBarrier both) throws Exception {
        inMonitor(() -> {
            first.lock();
            both.await();
            second.lock();
        });
    }

    /** It sleeps afterwards, so that it needs a carrier again when all are held. */
    private static void waitUntilWanted() throws InterruptedException {
        wanted.await();
        Thread.sleep(100);
    }

    private static void useWaitsForItself() {
        sum = WaitsForItself.count;
    }

    static int useLock() {
        LOCK.lock();
        LOCK.unlock();
        return 1;
    }

    static void awaitQueue(int length) throws InterruptedException {
        while (LOCK.getQueueLength() < length) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    static void compute() {
        while (sum >= 0) {
            computeFor(1_000);
        }
    }

    static void computeFor(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        double total = 0;
        while (System.nanoTime() < end) {
            total += Math.sqrt(end);
        }
        sum = total;
    }

    static void readPipe() throws Exception {
        Path pipe = Path.of(
                System.getProperty("java.io.tmpdir"),
                "pipe-" + Thread.currentThread().threadId());
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
        try (FileInputStream in = new FileInputStream(pipe.toFile())) {
            sum = in.read();
        }
    }

    static int join(Thread thread) {
        try {
            thread.join();
            return 1;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static Thread start(Task task) {
        Thread thread = Thread.ofVirtual().unstarted(() -> {
            try {
                task.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        synchronized (THREADS) {
            THREADS.add(thread);
        }
        thread.start();
        return thread;
    }
}
