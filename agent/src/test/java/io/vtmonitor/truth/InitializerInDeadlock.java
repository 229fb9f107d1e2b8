package io.vtmonitor.truth;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The static initializer of a class, run by the virtual thread "initializer", waits for the lock of "owner", which
 * needs the class: a deadlock. Twenty more threads wait for the class; from JDK 26 on, they hold no carriers.
 */
public final class InitializerInDeadlock {
    private static final int USERS = 20;
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final CountDownLatch OWNED = new CountDownLatch(1);

    private InitializerInDeadlock() {}

    private static final class Registry {
        private static int entries;

        static {
            LOCK.lock();
            entries = 1;
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Truth.virtual("owner", () -> {
            LOCK.lock();
            OWNED.countDown();
            while (!LOCK.hasQueuedThreads()) {
                Thread.sleep(10);
            }
            use();
        });
        OWNED.await();
        Truth.virtual("initializer", InitializerInDeadlock::use);
        Truth.await(LOCK::hasQueuedThreads);
        for (int i = 0; i < USERS; i++) {
            Truth.virtual("user-" + i, InitializerInDeadlock::use);
        }
        Truth.stay();
    }

    private static void use() {
        Registry.entries++;
    }
}
