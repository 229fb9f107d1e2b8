package io.vtmonitor.scenario;

import java.time.Duration;

/** Enters a monitor that a platform thread owns. */
public final class ContendedEnter {
    private static final Object LOCK = new Object();
    private static int entered;

    private ContendedEnter() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, ContendedEnter::block);
    }

    static void block(Duration length) throws InterruptedException {
        Peer owner = Peer.start(self -> {
            synchronized (LOCK) {
                self.outlast(length);
            }
        });
        enter(owner);
        owner.join();
    }

    static void enter(Peer owner) {
        owner.arrive();
        synchronized (LOCK) {
            entered++;
        }
    }
}
