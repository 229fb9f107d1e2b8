package io.vtmonitor.scenario;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** Waits for a ReentrantLock in a synchronized block. */
public final class LockInBlock {
    private static final Object MONITOR = new Object();
    private static final ReentrantLock LOCK = new ReentrantLock();

    private LockInBlock() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, LockInBlock::block);
    }

    static void block(Duration length) throws InterruptedException {
        Peer owner = Peer.start(self -> {
            LOCK.lock();
            try {
                self.outlast(length);
            } finally {
                LOCK.unlock();
            }
        });
        hold(owner);
        owner.join();
    }

    static void hold(Peer owner) {
        synchronized (MONITOR) {
            owner.arrive();
            LOCK.lock();
            LOCK.unlock();
        }
    }
}
