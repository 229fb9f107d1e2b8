package io.vtmonitor.unpinned;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Threads that are pinned wait for locks on all carriers that there may be, and the owner has none. Monitors let each
 * of these programs end.
 */
public final class Crowd {
    private static final int ROUNDS = 3;
    private static final String OURS = "vt-monitor-unpin-owner";

    /** The only class that is rewritten. */
    static final class Shared {
        private int calls;
        private boolean open;

        synchronized void call() {
            calls++;
        }

        synchronized void run(Work work) throws Exception {
            calls++;
            work.run();
        }

        synchronized void open(CountDownLatch opened) throws Exception {
            open = true;
            notifyAll();
            opened.countDown();
            Thread.sleep(100);
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private Crowd() {}

    /** @param arguments what to do, and by how many threads */
    public static void main(String[] arguments) throws Exception {
        System.in.read();
        int threads = Integer.parseInt(arguments[1]);
        switch (arguments[0]) {
            case "owner" -> join(owner(threads));
            case "interrupted" -> interrupted(owner(threads));
            case "chain" -> chain(threads);
            case "again" -> again(threads);
            case "monitor" -> monitor();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.out.println("done");
        awaitNoThreadOfOurs();
        System.out.println("left alone");
        System.exit(0);
    }

    /** The owner sleeps, and the others come meanwhile. What it does afterwards is done on a carrier. */
    private static List<Thread> owner(int threads) throws Exception {
        Shared shared = new Shared();
        CountDownLatch owned = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        all.add(start(() -> {
            shared.run(() -> sleep(owned));
            if (Thread.currentThread().toString().contains(OURS)) {
                System.out.println("our thread was kept");
            }
        }));
        owned.await();
        for (int i = 0; i < threads; i++) {
            all.add(startPinned(shared::call));
        }
        return all;
    }

    /** Those that wait are woken repeatedly; the owner is left to sleep. */
    private static void interrupted(List<Thread> all) throws InterruptedException {
        for (Thread thread : all) {
            while (!thread.join(Duration.ofMillis(1))) {
                all.stream().skip(1).forEach(Thread::interrupt);
            }
        }
    }

    /** The owner waits for a second lock, whose owner waits for a third, whose owner sleeps. */
    private static void chain(int threads) throws Exception {
        Shared shared = new Shared();
        Shared second = new Shared();
        Shared third = new Shared();
        CountDownLatch owned = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        all.add(start(() -> third.run(() -> sleep(owned))));
        owned.await();
        all.add(startAndAwaitOwned(second, third));
        all.add(startAndAwaitOwned(shared, second));
        for (int i = 0; i < threads; i++) {
            all.add(startPinned(shared::call));
        }
        join(all);
    }

    private static Thread startAndAwaitOwned(Shared shared, Shared next) throws InterruptedException {
        CountDownLatch owned = new CountDownLatch(1);
        Thread thread = start(() -> shared.run(() -> {
            owned.countDown();
            next.call();
        }));
        owned.await();
        return thread;
    }

    /** Each one is the owner, sleeps, and waits for the lock again, pinned. */
    private static void again(int threads) throws Exception {
        Shared shared = new Shared();
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(start(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    shared.run(() -> Thread.sleep(5));
                    pinned(shared::call);
                }
            }));
        }
        join(all);
    }

    /**
     * Two carriers. Who is to be notified keeps one, in the monitor; who has notified it sleeps as the owner of the
     * lock; the third waits for the first, on the other carrier.
     */
    @SuppressWarnings("SynchronizationOnLocalVariableOrMethodParameter")
    private static void monitor() throws Exception {
        Object object = new Shared();
        Shared shared = (Shared) object;
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch notified = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        all.add(start(() -> {
            synchronized (object) {
                inside.countDown();
                while (!shared.open) {
                    object.wait();
                }
            }
            done.countDown();
        }));
        inside.await();
        all.add(start(() -> shared.open(notified)));
        notified.await();
        all.add(startPinned(done::await));
        join(all);
    }

    private static void sleep(CountDownLatch owned) throws InterruptedException {
        owned.countDown();
        Thread.sleep(100);
    }

    private static Thread startPinned(Work work) {
        return start(() -> pinned(work));
    }

    private static void pinned(Work work) throws Exception {
        Object own = new Object();
        synchronized (own) {
            work.run();
        }
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

    private static void join(List<Thread> all) throws InterruptedException {
        for (Thread thread : all) {
            thread.join();
        }
    }

    private static void awaitNoThreadOfOurs() {
        while (Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals(OURS))) {
            Thread.onSpinWait();
        }
    }
}
