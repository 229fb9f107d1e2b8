package io.vtmonitor.waiting;

import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/** A lock as libraries have their own: not reentrant, with an owner. */
final class Mutex {
    private final Sync sync = new Sync();

    void lock() {
        sync.acquire(1);
    }

    void unlock() {
        sync.release(1);
    }

    private static final class Sync extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int ignored) {
            boolean taken = compareAndSetState(0, 1);
            if (taken) {
                setExclusiveOwnerThread(Thread.currentThread());
            }
            return taken;
        }

        @Override
        protected boolean tryRelease(int ignored) {
            setExclusiveOwnerThread(null);
            setState(0);
            return true;
        }
    }
}
