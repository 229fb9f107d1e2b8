package io.vtmonitor.truth;

import java.util.concurrent.locks.ReentrantLock;

/**
 * The virtual thread "careless" has taken a lock and has ended without releasing it. Three threads wait for that lock
 * and will wait forever: they are stuck.
 */
public final class OwnerHasEnded {
    private static final int HEIRS = 3;
    private static final ReentrantLock LOCK = new ReentrantLock();

    private OwnerHasEnded() {}

    public static void main(String[] args) throws Exception {
        Truth.virtual("careless", LOCK::lock).join();
        for (int i = 0; i < HEIRS; i++) {
            Truth.virtual("heir-" + i, OwnerHasEnded::inherit);
        }
        Truth.await(() -> LOCK.getQueueLength() == HEIRS);
        Truth.stay();
    }

    private static void inherit() {
        LOCK.lock();
        LOCK.unlock();
    }
}
