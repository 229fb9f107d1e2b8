package io.vtmonitor.scenario;

import java.time.Duration;

/** Calls Object.wait until a platform thread notifies. */
public final class WaitAndNotify {
    private static final Object LOCK = new Object();
    private static boolean notified;

    private WaitAndNotify() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, WaitAndNotify::block);
    }

    static void block(Duration length) throws InterruptedException {
        Peer notifier = Peer.start(self -> {
            self.outlast(length);
            wake();
        });
        await(notifier);
        notifier.join();
    }

    static void await(Peer notifier) throws InterruptedException {
        synchronized (LOCK) {
            notified = false;
            notifier.arrive();
            while (!notified) {
                LOCK.wait();
            }
        }
    }

    static void wake() {
        synchronized (LOCK) {
            notified = true;
            LOCK.notifyAll();
        }
    }
}
