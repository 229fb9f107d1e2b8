package io.vtmonitor.process;

import java.util.concurrent.locks.LockSupport;

/** JDK 21: pins as fast as it can, each some microseconds long, until its input ends. */
public final class Storms {
    private static final int THREADS = 16;

    private static volatile boolean over;

    private Storms() {}

    public static void main(String[] args) throws Exception {
        System.out.println("ready");
        System.in.read();
        for (int i = 0; i < THREADS; i++) {
            Thread.ofVirtual().start(Storms::pinAndPin);
        }
        while (System.in.read() >= 0) {
            // until the end of the input
        }
        over = true;
    }

    private static void pinAndPin() {
        Object monitor = new Object();
        while (!over) {
            pin(monitor);
        }
    }

    private static void pin(Object monitor) {
        synchronized (monitor) {
            LockSupport.parkNanos(20_000);
        }
    }
}
