package io.vtmonitor.unpinned;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Two carriers, both kept by pinned threads that wait for something else than a rewritten lock. A thread that a monitor
 * would have kept on its carrier would do it, and has none. Monitors let each of these programs end.
 */
public final class Starved {
    private static final int CARRIERS = 2;

    /** The only class that is rewritten. */
    static final class Shared {
        private boolean notified;

        synchronized void run(Work work) throws Exception {
            work.run();
        }

        synchronized void awaitNotified() throws InterruptedException {
            while (!notified) {
                wait();
            }
        }

        synchronized void notifyOne() {
            notified = true;
            notify();
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static volatile boolean spins;

    private Starved() {}

    /** @param arguments which of them */
    public static void main(String[] arguments) throws Exception {
        System.in.read();
        for (String program : arguments) {
            switch (program) {
                case "inside" -> inside();
                case "after" -> after();
                case "notified" -> notified();
                case "interrupted" -> interrupted();
                case "next" -> next();
                case "chain" -> chain();
                case "computes" -> computes();
                default -> throw new IllegalArgumentException(program);
            }
            System.out.println(program);
        }
        System.exit(0);
    }

    /** The owner sleeps, and then counts down. */
    private static void inside() throws Exception {
        Shared shared = new Shared();
        CountDownLatch done = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        all.add(owner(shared, done::countDown));
        all.addAll(startPinned(done));
        join(all);
    }

    /** It does so when it has left. */
    private static void after() throws Exception {
        Shared shared = new Shared();
        CountDownLatch owned = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        all.add(start(() -> {
            shared.run(() -> sleep(owned));
            done.countDown();
        }));
        owned.await();
        all.addAll(startPinned(done));
        join(all);
    }

    /** Who was notified would count down. */
    private static void notified() throws Exception {
        Shared shared = new Shared();
        CountDownLatch done = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        all.add(start(() -> {
            shared.awaitNotified();
            done.countDown();
        }));
        awaitState(all.get(0), Thread.State.WAITING);
        all.addAll(startPinned(done));
        shared.notifyOne();
        join(all);
    }

    /** Who was interrupted in {@code wait} would count down. */
    private static void interrupted() throws Exception {
        Shared shared = new Shared();
        CountDownLatch done = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        all.add(start(() -> {
            try {
                shared.awaitNotified();
            } catch (InterruptedException e) {
                done.countDown();
            }
        }));
        awaitState(all.get(0), Thread.State.WAITING);
        all.addAll(startPinned(done));
        all.get(0).interrupt();
        join(all);
    }

    /** Who is next to get the lock would count down. */
    private static void next() throws Exception {
        Shared shared = new Shared();
        CountDownLatch owned = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        all.add(Thread.ofPlatform()
                .start(work(() -> shared.run(() -> {
                    owned.countDown();
                    leave.await();
                }))));
        owned.await();
        all.add(start(() -> shared.run(done::countDown)));
        awaitState(all.get(1), Thread.State.TIMED_WAITING, Thread.State.BLOCKED);
        all.addAll(startPinned(done));
        leave.countDown();
        join(all);
    }

    /**
     * Those that keep the carriers wait for a lock, whose owner waits for a latch that the owner of another one has.
     */
    private static void chain() throws Exception {
        Shared shared = new Shared();
        Shared second = new Shared();
        CountDownLatch owned = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        all.add(owner(second, done::countDown));
        all.add(start(() -> shared.run(() -> {
            owned.countDown();
            done.await();
        })));
        owned.await();
        for (int i = 0; i < CARRIERS; i++) {
            all.add(start(() -> pinned(() -> shared.run(() -> {}))));
        }
        join(all);
    }

    /** One of the carriers computes until the owner has counted down. */
    private static void computes() throws Exception {
        Shared shared = new Shared();
        CountDownLatch done = new CountDownLatch(1);
        spins = true;
        List<Thread> all = new ArrayList<>();
        all.add(owner(shared, () -> {
            spins = false;
            done.countDown();
        }));
        all.add(start(() -> {
            while (spins) {
                Thread.onSpinWait();
            }
        }));
        all.addAll(startPinned(done));
        join(all);
    }

    private static Thread owner(Shared shared, Work then) throws InterruptedException {
        CountDownLatch owned = new CountDownLatch(1);
        Thread owner = start(() -> shared.run(() -> {
            sleep(owned);
            then.run();
        }));
        owned.await();
        return owner;
    }

    private static void sleep(CountDownLatch owned) throws InterruptedException {
        owned.countDown();
        Thread.sleep(100);
    }

    /** As many as there are carriers. A monitor's owner keeps one of these, so one thread has to wait for that. */
    private static List<Thread> startPinned(CountDownLatch done) {
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < CARRIERS; i++) {
            all.add(start(() -> pinned(done::await)));
        }
        return all;
    }

    private static void pinned(Work work) throws Exception {
        Object own = new Object();
        synchronized (own) {
            work.run();
        }
    }

    private static Thread start(Work work) {
        return Thread.ofVirtual().start(work(work));
    }

    private static Runnable work(Work work) {
        return () -> {
            try {
                work.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
    }

    private static void awaitState(Thread thread, Thread.State... states) {
        while (!List.of(states).contains(thread.getState())) {
            Thread.onSpinWait();
        }
    }

    private static void join(List<Thread> all) throws InterruptedException {
        for (Thread thread : all) {
            thread.join();
        }
    }
}
