package io.vtmonitor.process.programs;

import java.util.concurrent.locks.LockSupport;

/**
 * What JDK 21 does at a JVM's first wait that keeps its carrier takes some milliseconds, and those are off the wait.
 */
final class FirstUnmount {
    private FirstUnmount() {}

    /** Has it done. The wait is shorter than any threshold. */
    static void done() throws InterruptedException {
        Thread.ofVirtual()
                .start(() -> {
                    synchronized (FirstUnmount.class) {
                        LockSupport.parkNanos(1);
                    }
                })
                .join();
    }
}
