package io.vtmonitor.scenario;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** Cure: waits for a ReentrantLock that a platform thread owns, instead of for a monitor. */
public final class LockContention {
    private static final ReentrantLock LOCK = new ReentrantLock();

    private LockContention() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, LockContention::block);
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
        owner.arrive();
        LOCK.lock();
        LOCK.unlock();
        owner.join();
    }
}
