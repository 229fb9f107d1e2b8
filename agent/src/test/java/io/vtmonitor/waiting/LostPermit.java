package io.vtmonitor.waiting;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A semaphore gets a permit, and nobody wakes the thread that is next: as where the JVM loses a wake-up. Besides,
 * threads that want more permits than there are, and one that waits behind such a thread: these wait rightly.
 */
final class LostPermit {
    private static final int THREADS = 3;

    private LostPermit() {}

    private interface Want {
        void of(Semaphore semaphore) throws InterruptedException;
    }

    static void start() throws ReflectiveOperationException {
        giveOneTo(LostPermit::several, LostPermit::several, LostPermit::several);
        giveOneTo(LostPermit::severalUninterruptibly, LostPermit::behind, LostPermit::behind);
        giveOneTo(LostPermit::one, LostPermit::several, LostPermit::one);
        giveOneTo(LostPermit::oneInTime, LostPermit::oneInTime, LostPermit::oneInTime);
    }

    private static void giveOneTo(Want... wants) throws ReflectiveOperationException {
        Semaphore semaphore = new Semaphore(0);
        for (int i = 0; i < THREADS; i++) {
            Want want = wants[i];
            Thread.ofVirtual().start(() -> {
                try {
                    want.of(semaphore);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            while (semaphore.getQueueLength() <= i) {
                Thread.onSpinWait();
            }
        }
        LostWakeUp.setState(LostWakeUp.field(Semaphore.class, "sync").get(semaphore), 1);
    }

    private static void one(Semaphore semaphore) throws InterruptedException {
        semaphore.acquire();
    }

    private static void oneInTime(Semaphore semaphore) throws InterruptedException {
        semaphore.tryAcquire(1, TimeUnit.HOURS);
    }

    private static void several(Semaphore semaphore) throws InterruptedException {
        semaphore.acquire(5);
    }

    private static void severalUninterruptibly(Semaphore semaphore) {
        semaphore.acquireUninterruptibly(5);
    }

    private static void behind(Semaphore semaphore) throws InterruptedException {
        semaphore.acquire();
    }
}
