package io.vtmonitor.stall;

import java.io.FileInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Programs whose carriers are all held. Arguments: which, and how many carriers there are. Prints {@code ready} when it
 * stands still, and {@code finished} if all its threads come to an end.
 */
public final class StandsStill {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final CountDownLatch NEVER = new CountDownLatch(1);
    private static final List<Thread> THREADS = new ArrayList<>();
    private static CountDownLatch wanted;
    private static int carriers;

    /** What is computed, so that it is. */
    private static volatile double sum;

    private StandsStill() {}

    private interface Task {
        void run() throws Exception;
    }

    /**
     * By name on the command line: lower case, with {@code -}. The first group waits for a thread without a carrier.
     */
    private enum Program {
        LOCK_NEXT(() -> {
            LOCK.lock();
            start(StandsStill::useLock);
            awaitQueue(1);
            hold(StandsStill::useLock);
            awaitQueue(1 + carriers);
            LOCK.unlock();
        }),
        LOCK_OWNER(() -> owned(LOCK::lock, LOCK::unlock)),
        SEMAPHORE(() -> {
            Semaphore one = new Semaphore(1);
            owned(one::acquire, one::release);
        }),
        READ_WRITE_LOCK(() -> {
            ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
            owned(lock.writeLock()::lock, lock.writeLock()::unlock);
        }),
        LATCH(() -> {
            CountDownLatch latch = new CountDownLatch(1);
            afterwards(latch::countDown);
            hold(latch::await);
        }),
        FUTURE(() -> {
            CompletableFuture<String> future = new CompletableFuture<>();
            afterwards(() -> future.complete("done"));
            hold(future::get);
        }),
        QUEUE(() -> {
            BlockingQueue<String> queue = new ArrayBlockingQueue<>(carriers);
            afterwards(() -> {
                for (int i = 0; i < carriers; i++) {
                    queue.put("element");
                }
            });
            hold(queue::take);
        }),
        JOIN(() -> {
            Thread needed = afterwards(() -> {});
            hold(needed::join);
        }),
        /** A platform thread owns the monitor that all want and waits for a virtual one. */
        MONITOR(() -> {
            Object monitor = new Object();
            CountDownLatch taken = new CountDownLatch(1);
            Thread owner = new Thread(() -> {
                synchronized (monitor) {
                    taken.countDown();
                    join(afterwards(() -> {}));
                }
            });
            owner.start();
            taken.await();
            for (int i = 0; i < carriers; i++) {
                start(() -> {
                    wanted.countDown();
                    synchronized (monitor) {
                        sum = 1;
                    }
                });
            }
        }),
        INITIALIZER(() -> {
            for (int i = 0; i < 4 * carriers; i++) {
                start(() -> {
                    wanted.countDown();
                    sum = JoinsThread.VALUE;
                });
            }
        }),
        INITIALIZER_LOCK(() -> {
            take(LOCK::lock, LOCK::unlock);
            for (int i = 0; i < 4 * carriers; i++) {
                start(() -> {
                    wanted.countDown();
                    sum = TakesLock.VALUE;
                });
            }
        }),

        // These no carrier ends.
        /** Each of two threads owns the monitor that the other one wants; all others want one of these. */
        LOCK_ORDER_OF_MONITORS(() -> {
            Object first = new Object();
            Object second = new Object();
            CyclicBarrier both = new CyclicBarrier(2);
            start(() -> inOrder(first, second, both));
            start(() -> inOrder(second, first, both));
        }),
        LOCK_ORDER_OF_LOCKS(() -> {
            ReentrantLock other = new ReentrantLock();
            CyclicBarrier both = new CyclicBarrier(2);
            start(() -> inOrder(LOCK, other, both));
            start(() -> inOrder(other, LOCK, both));
            for (int i = 2; i < carriers; i++) {
                start(() -> inMonitor(StandsStill::useLock));
            }
        }),
        /** An initializer waits for a thread that waits for the class. */
        OWN_INITIALIZER(() -> {
            start(() -> sum = WaitsForItself.VALUE);
            for (int i = 2; i < carriers; i++) {
                start(() -> sum = WaitsForItself.VALUE);
            }
        }),
        CIRCLE_OF_INITIALIZERS(() -> {
            CyclicBarrier both = new CyclicBarrier(2);
            Left.both = both;
            start(() -> sum = Left.Class1.value);
            start(() -> sum = Left.Class2.value);
            for (int i = 2; i < carriers; i++) {
                start(() -> sum = Left.Class1.value);
            }
        }),
        COMPUTES(() -> {
            for (int i = 0; i < carriers; i++) {
                start(StandsStill::compute);
            }
        }),
        READS_FILE(() -> {
            for (int i = 0; i < carriers; i++) {
                start(StandsStill::readPipe);
            }
        }),
        SLEEPS(() -> hold(() -> Thread.sleep(TimeUnit.HOURS.toMillis(1)))),
        NOBODY_COUNTS_DOWN(() -> hold(NEVER::await)),
        /** One thread takes two permits of one. */
        OWN_SEMAPHORE(() -> {
            Semaphore one = new Semaphore(1);
            one.acquire();
            hold(one::acquire);
        }),
        /** As the first, and nobody else wants a carrier. */
        NOBODY_QUEUES(() -> hold(NEVER::await)),
        IDLE(() -> start(NEVER::await)),
        BUSY(() -> {
            for (int i = 0; i < 4 * carriers; i++) {
                start(() -> {
                    while (true) {
                        computeFor(20);
                        Thread.sleep(1);
                    }
                });
            }
        });

        private final Task begin;

        Program(Task begin) {
            this.begin = begin;
        }

        /** Whether one more thread that has nothing to do waits for a carrier. */
        boolean queues() {
            return this != NOBODY_QUEUES && this != IDLE;
        }
    }

    /** Its initializer joins a thread that finds no carrier before that is wanted by all others. */
    private static final class JoinsThread {
        static final int VALUE = join(start(StandsStill::waitUntilWanted)); // a lambda would be of this class
    }

    private static final class TakesLock {
        static final int VALUE = useLock();
    }

    private static final class WaitsForItself {
        static int count;
        static final int VALUE = join(start(StandsStill::useWaitsForItself));
    }

    private static final class Left {
        static CyclicBarrier both;

        private static final class Class1 {
            static int value;

            static {
                meet();
                value = Class2.value;
            }
        }

        private static final class Class2 {
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
        Program program = Program.valueOf(args[0].replace('-', '_').toUpperCase(Locale.ROOT));
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
    private static void owned(Task take, Task give) throws Exception {
        take(take, give);
        hold(() -> {
            take.run();
            give.run();
        });
    }

    private static void take(Task take, Task give) throws InterruptedException {
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
    private static Thread afterwards(Task task) {
        return start(() -> {
            waitUntilWanted();
            task.run();
        });
    }

    private static void hold(Task want) {
        for (int i = 0; i < carriers; i++) {
            start(() -> inMonitor(() -> {
                wanted.countDown();
                want.run();
            }));
        }
    }

    private static void inMonitor(Task task) throws Exception {
        Object monitor = new Object();
        synchronized (monitor) {
            task.run();
        }
    }

    private static void inOrder(Object first, Object second, CyclicBarrier both) throws Exception {
        synchronized (first) {
            both.await();
            synchronized (second) {
                sum = 1;
            }
        }
    }

    private static void inOrder(ReentrantLock first, ReentrantLock second, CyclicBarrier both) throws Exception {
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

    private static int useLock() {
        LOCK.lock();
        LOCK.unlock();
        return 1;
    }

    private static void awaitQueue(int length) throws InterruptedException {
        while (LOCK.getQueueLength() < length) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private static void compute() {
        while (sum >= 0) {
            computeFor(1_000);
        }
    }

    private static void computeFor(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        double total = 0;
        while (System.nanoTime() < end) {
            total += Math.sqrt(end);
        }
        sum = total;
    }

    private static void readPipe() throws Exception {
        Path pipe = Path.of(
                System.getProperty("java.io.tmpdir"),
                "pipe-" + Thread.currentThread().threadId());
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
        try (FileInputStream in = new FileInputStream(pipe.toFile())) {
            sum = in.read();
        }
    }

    private static int join(Thread thread) {
        try {
            thread.join();
            return 1;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Thread start(Task task) {
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
