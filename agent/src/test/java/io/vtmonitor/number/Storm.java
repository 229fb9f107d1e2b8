package io.vtmonitor.number;

import java.util.concurrent.locks.LockSupport;

/** Eight idle virtual threads that check every 50 µs whether there is work. Argument: for how many seconds. */
public final class Storm {
    private static volatile boolean work;

    private Storm() {}

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = 0; i < 8; i++) {
            Thread.ofVirtual().name("poller-" + i).start(Storm::poll);
        }
        Thread.sleep(1_000L * Integer.parseInt(arguments[0]));
    }

    private static void poll() {
        while (!work) {
            LockSupport.parkNanos(50_000);
        }
    }
}
