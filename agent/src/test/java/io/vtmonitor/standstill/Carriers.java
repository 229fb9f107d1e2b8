package io.vtmonitor.standstill;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/** Threads that keep their carriers while they wait. System property {@code carriers}: how many there are. */
final class Carriers {
    static final Map<String, Stand.Work> PROGRAMS = Map.of(
            "lock-without-carrier", Carriers::nextHasNone,
            "owner-without-carrier", Carriers::ownerHasNone,
            "lost-in-monitor", () -> Stand.settle(Stand.virtual("session", Carriers::awaitInMonitor)),
            "lost-in-initializer", () -> Stand.settle(Stand.virtual("session", Carriers::awaitInInitializer)),
            "lost-in-native", () -> Stand.settle(Stand.virtual("session", Carriers::awaitInNative)));

    private static final int CARRIERS = Integer.getInteger("carriers", 4);
    private static final CountDownLatch NEVER = new CountDownLatch(1);
    private static final ReentrantLock LOCK = new ReentrantLock();

    private Carriers() {}

    /** A lock is free, its next owner has no carrier, and all carriers are held by threads that wait for the lock. */
    private static void nextHasNone() throws InterruptedException {
        LOCK.lock();
        Stand.untilWaits(Stand.virtual("next-in-line", Carriers::useLock));
        pinAll();
        LOCK.unlock();
        Thread.sleep(300);
    }

    /** The owner of a lock slept and has no carrier to wake on, since threads that wait for the lock have all. */
    private static void ownerHasNone() throws InterruptedException {
        CountDownLatch owned = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Stand.virtual("owner", () -> own(owned, go));
        owned.await();
        pinAll();
        go.countDown();
        Thread.sleep(300);
    }

    private static void own(CountDownLatch owned, CountDownLatch go) throws InterruptedException {
        LOCK.lock();
        owned.countDown();
        go.await();
        LOCK.unlock();
    }

    private static void pinAll() throws InterruptedException {
        for (int i = 0; i < CARRIERS; i++) {
            Stand.untilWaits(Stand.virtual("pinned-" + i, Carriers::useLockInMonitor));
        }
    }

    private static void useLock() {
        LOCK.lock();
        LOCK.unlock();
    }

    private static void useLockInMonitor() {
        Object monitor = new Object();
        synchronized (monitor) {
            useLock();
        }
    }

    private static void awaitInMonitor() throws InterruptedException {
        Object monitor = new Object();
        synchronized (monitor) {
            NEVER.await();
        }
    }

    private static final class Session {
        static final int VALUE = open();

        private static int open() {
            try {
                NEVER.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return 1;
        }

        static int value() {
            return VALUE;
        }
    }

    private static void awaitInInitializer() {
        Session.value();
    }

    /** With {@code -Djdk.reflect.useNativeAccessorOnly=true} a native frame is below it. */
    private static void awaitInNative() throws Exception {
        Method method = Carriers.class.getDeclaredMethod("awaitNever");
        method.invoke(null);
    }

    private static void awaitNever() throws InterruptedException {
        NEVER.await();
    }
}
