package io.vtmonitor.stall;

import static io.vtmonitor.stall.StandsStill.LOCK;
import static io.vtmonitor.stall.StandsStill.NEVER;
import static io.vtmonitor.stall.StandsStill.afterwards;
import static io.vtmonitor.stall.StandsStill.awaitQueue;
import static io.vtmonitor.stall.StandsStill.carriers;
import static io.vtmonitor.stall.StandsStill.computeFor;
import static io.vtmonitor.stall.StandsStill.hold;
import static io.vtmonitor.stall.StandsStill.inMonitor;
import static io.vtmonitor.stall.StandsStill.inOrder;
import static io.vtmonitor.stall.StandsStill.join;
import static io.vtmonitor.stall.StandsStill.owned;
import static io.vtmonitor.stall.StandsStill.start;
import static io.vtmonitor.stall.StandsStill.sum;
import static io.vtmonitor.stall.StandsStill.take;
import static io.vtmonitor.stall.StandsStill.wanted;

import io.vtmonitor.stall.StandsStill.JoinsThread;
import io.vtmonitor.stall.StandsStill.Left;
import io.vtmonitor.stall.StandsStill.TakesLock;
import io.vtmonitor.stall.StandsStill.Task;
import io.vtmonitor.stall.StandsStill.WaitsForItself;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** By name on the command line: lower case, with {@code -}. The first group waits for a thread without a carrier. */
enum StandingProgram {
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
    /** Two threads that wait for each other's locks keep the carriers, and nobody else wants one. */
    CIRCLE_AND_NOBODY_QUEUES(() -> {
        ReentrantLock other = new ReentrantLock();
        CyclicBarrier both = new CyclicBarrier(2);
        start(() -> inOrder(LOCK, other, both));
        start(() -> inOrder(other, LOCK, both));
    }),
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

    final Task begin;

    StandingProgram(Task begin) {
        this.begin = begin;
    }

    /** Whether one more thread that has nothing to do waits for a carrier. */
    boolean queues() {
        return this != NOBODY_QUEUES && this != CIRCLE_AND_NOBODY_QUEUES && this != IDLE;
    }
}
