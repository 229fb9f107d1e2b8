package io.vtmonitor.pooling;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Three resources that nobody returns, and threads that wait for one. Arguments: which pool, and what those do that
 * have borrowed them: {@code end}, {@code park}, or {@code borrow} once more. With {@code drop} they end, and nothing
 * refers to what they have borrowed; before, another thread has returned it and still refers to it. Prints
 * {@code ready} when all are lent.
 */
public final class Leaking {
    private static final int SIZE = 3;
    private static final Queue<AutoCloseable> LEAKED = new ConcurrentLinkedQueue<>();

    private Leaking() {}

    public static void main(String[] args) throws Exception {
        Borrower pool = RealPools.of(args[0], SIZE, 0);
        boolean drop = args[1].equals("drop");
        if (drop) {
            tidy(pool);
        }
        List<Thread> threads = new ArrayList<>();
        CountDownLatch allLent = new CountDownLatch(SIZE);
        for (int i = 0; i < SIZE; i++) {
            Thread careless = Thread.ofVirtual().name("careless-" + i).start(() -> {
                leak(pool, drop);
                allLent.countDown();
                await(allLent);
                while (args[1].equals("park")) {
                    LockSupport.park();
                }
                if (args[1].equals("borrow")) {
                    query(pool);
                }
            });
            threads.add(careless);
        }
        allLent.await();
        for (Thread careless : drop || args[1].equals("end") ? threads : List.<Thread>of()) {
            careless.join();
        }
        for (int i = 0; i < SIZE; i++) {
            Thread.ofVirtual().name("query-" + i).start(() -> query(pool));
        }
        System.out.println("ready");
        System.in.read();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts a thread that has borrowed all, returned it, and keeps what it had. */
    private static void tidy(Borrower pool) {
        CountDownLatch returned = new CountDownLatch(1);
        Thread.ofVirtual().name("tidy").start(() -> {
            List<AutoCloseable> all = new ArrayList<>();
            try {
                AutoCloseable one = pool.borrow();
                AutoCloseable two = pool.borrow();
                AutoCloseable three = pool.borrow();
                one.close();
                two.close();
                three.close();
                returned.countDown();
                while (all.isEmpty()) {
                    LockSupport.park();
                }
                all.addAll(List.of(one, two, three));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        await(returned);
    }

    private static void leak(Borrower pool, boolean drop) {
        try {
            AutoCloseable borrowed = pool.borrow();
            if (!drop) {
                LEAKED.add(borrowed);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void query(Borrower pool) {
        while (true) {
            try (AutoCloseable resource = pool.borrow()) {
                System.out.println("got " + resource);
            } catch (Exception ignored) {
                // it has timed out, so once more
            }
        }
    }
}
