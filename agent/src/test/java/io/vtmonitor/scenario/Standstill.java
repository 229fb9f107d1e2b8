package io.vtmonitor.scenario;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import jdk.jfr.FlightRecorder;

/**
 * Two carriers that nothing frees, or that are merely busy: the argument says how. {@code ready} is printed once they
 * have been so for some seconds; a line of input ends the program. Meanwhile a chunk of the recording ends, as in a JVM
 * that runs for long: a chunk of the start has no thread dump of the standstill at its begin.
 */
final class Standstill {
    private static final Object[] MONITORS = {new Object(), new Object()};
    private static final long SOON_MILLIS = 500;
    private static final long LONG_MILLIS = 3_000;
    private static final ReentrantLock LOCK = new ReentrantLock();

    /** Somebody has what the others want; both carriers are taken by threads that want it and do not yield. */
    private static final CountDownLatch TAKEN = new CountDownLatch(1);

    private static final CountDownLatch WANTED = new CountDownLatch(2);
    private static volatile double sink;

    private Standstill() {}

    private interface Task {
        void run() throws Exception;
    }

    /** Its initializer waits for a lock that a virtual thread without a carrier owns. */
    private static final class NeedsLock {
        static int value;

        static {
            LOCK.lock();
            LOCK.unlock();
            value = 1;
        }
    }

    /** Its initializer waits for a virtual thread that finds no carrier. */
    private static final class NeedsThread {
        static int value;

        static {
            Thread needed = start(WANTED::await);
            try {
                needed.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            value = 1;
        }
    }

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "lock" -> {
                owned(LOCK::lock, LOCK::unlock);
                held(LOCK::lock);
            }
            case "semaphore" -> {
                Semaphore one = new Semaphore(1);
                owned(one::acquire, one::release);
                held(one::acquire);
            }
            case "join" -> {
                Thread needed = start(WANTED::await);
                held(needed::join);
            }
            case "abba" -> abba();
            case "initializer" -> {
                for (int i = 0; i < 4; i++) {
                    start(() -> {
                        WANTED.countDown();
                        sink = NeedsThread.value;
                    });
                }
            }
            case "initializer-lock" -> {
                owned(LOCK::lock, LOCK::unlock);
                for (int i = 0; i < 4; i++) {
                    start(() -> {
                        WANTED.countDown();
                        sink = NeedsLock.value;
                    });
                }
            }
            case "computes" -> {
                for (int i = 0; i < 4; i++) {
                    start(() -> {
                        while (sink >= 0) {
                            compute();
                            Thread.yield();
                        }
                    });
                }
            }
            case "sleeps" -> {
                for (int i = 0; i < 100; i++) {
                    start(() -> Thread.sleep(600_000));
                }
            }
            case "pinned-before" -> {
                CountDownLatch over = new CountDownLatch(2);
                for (Object monitor : MONITORS) {
                    start(() -> {
                        synchronized (monitor) {
                            sleep(500);
                        }
                        over.countDown();
                    });
                }
                over.await();
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        Thread.sleep(SOON_MILLIS);
        if (FlightRecorder.isInitialized()) {
            FlightRecorder.getFlightRecorder().takeSnapshot().close();
        }
        Thread.sleep(LONG_MILLIS);
        System.out.println("ready");
        System.in.read();
        System.exit(0);
    }

    /** An owner takes it, and gives it back once both carriers are taken: it finds none. */
    private static void owned(Task take, Task give) throws InterruptedException {
        start(() -> {
            take.run();
            TAKEN.countDown();
            WANTED.await();
            give.run();
        });
        TAKEN.await();
    }

    private static void held(Task want) {
        for (Object monitor : MONITORS) {
            start(() -> {
                synchronized (monitor) {
                    WANTED.countDown();
                    want.run();
                }
            });
        }
    }

    private static void abba() {
        CyclicBarrier both = new CyclicBarrier(2);
        for (int i = 0; i < 2; i++) {
            Object first = MONITORS[i];
            Object second = MONITORS[1 - i];
            start(() -> {
                synchronized (first) {
                    both.await();
                    synchronized (second) {
                        sink = 1;
                    }
                }
            });
        }
    }

    private static void compute() {
        double sum = 0;
        for (int i = 0; i < 1_000_000; i++) {
            sum += Math.sqrt(i);
        }
        sink = sum;
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Thread start(Task task) {
        return Thread.startVirtualThread(() -> {
            try {
                task.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
