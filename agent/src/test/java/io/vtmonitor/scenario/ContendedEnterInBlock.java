package io.vtmonitor.scenario;

import java.time.Duration;

/** Enters a monitor that a platform thread owns, while a caller owns another. */
public final class ContendedEnterInBlock {
    private static final Object OUTER = new Object();
    private static final Object LOCK = new Object();
    private static int entered;

    private ContendedEnterInBlock() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, ContendedEnterInBlock::block);
    }

    static void block(Duration length) throws InterruptedException {
        Peer owner = Peer.start(self -> {
            synchronized (LOCK) {
                self.outlast(length);
            }
        });
        hold(owner);
        owner.join();
    }

    static void hold(Peer owner) {
        synchronized (OUTER) {
            enter(owner);
        }
    }

    static void enter(Peer owner) {
        owner.arrive();
        synchronized (LOCK) {
            entered++;
        }
    }
}
