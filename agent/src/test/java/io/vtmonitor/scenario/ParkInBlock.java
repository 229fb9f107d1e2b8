package io.vtmonitor.scenario;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Parks in a synchronized block until a platform thread unparks it. */
public final class ParkInBlock {
    private static final Object LOCK = new Object();

    private ParkInBlock() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, ParkInBlock::block);
    }

    static void block(Duration length) throws InterruptedException {
        Thread sleeper = Thread.currentThread();
        Peer waker = Peer.start(self -> {
            self.outlast(length);
            LockSupport.unpark(sleeper);
        });
        hold(waker);
        waker.join();
    }

    static void hold(Peer waker) {
        synchronized (LOCK) {
            waker.arrive();
            LockSupport.park(LOCK);
        }
    }
}
