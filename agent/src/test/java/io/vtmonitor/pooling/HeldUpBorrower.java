package io.vtmonitor.pooling;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;

/**
 * A full pool of HikariCP with one virtual thread that waits for a connection and is held up before it can take one: it
 * starts the pool's own thread first, which the application's thread factory delays. HikariCP counts it as waiting, so
 * threads that return connections loop until it takes one. Prints {@code returning}; continues at a line of input, and
 * then prints {@code done}.
 */
public final class HeldUpBorrower {
    private static final int SIZE = 50;

    private HeldUpBorrower() {}

    public static void main(String[] args) throws Exception {
        SlowFactory factory = new SlowFactory();
        Borrower pool = RealPools.hikari(SIZE, factory);
        List<AutoCloseable> lent = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            lent.add(pool.borrow());
        }
        while (factory.made.stream().allMatch(Thread::isAlive)) {
            Thread.sleep(20); // the pool ends the thread that opened connections after five seconds
        }
        factory.mayMake.drainPermits();
        List<Thread> threads = new ArrayList<>();
        threads.add(Thread.ofVirtual()
                .name("borrower")
                .start(() -> run(() -> pool.borrow().close())));
        factory.asked.await();
        for (AutoCloseable connection : lent) {
            threads.add(Thread.ofVirtual().name("returns").start(() -> run(connection)));
        }
        System.out.println("returning");
        if (System.in.read() < 0) {
            return;
        }
        factory.mayMake.release(SIZE);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("done");
    }

    private static void run(AutoCloseable action) {
        try {
            action.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class SlowFactory implements ThreadFactory {
        private final Semaphore mayMake = new Semaphore(SIZE);
        private final CountDownLatch asked = new CountDownLatch(1);
        private final ConcurrentLinkedQueue<Thread> made = new ConcurrentLinkedQueue<>();

        @Override
        public Thread newThread(Runnable task) {
            if (!mayMake.tryAcquire()) {
                asked.countDown();
                mayMake.acquireUninterruptibly();
            }
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            made.add(thread);
            return thread;
        }
    }
}
