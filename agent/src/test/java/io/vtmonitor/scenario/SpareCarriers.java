package io.vtmonitor.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Several threads wait in {@code Object.wait}, for which JDK 21 to 23 start spare carriers; then as many others sleep in a
 * monitor each, on the spare carriers, too.
 */
public final class SpareCarriers {
    private static final int THREADS = 5;

    private SpareCarriers() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, length -> {
            all(() -> await(length));
            all(() -> hold(length));
        });
    }

    /** What one thread does. */
    private interface Part {
        void run() throws InterruptedException;
    }

    private static void all(Part part) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    part.run();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void await(Duration length) throws InterruptedException {
        Object monitor = new Object();
        synchronized (monitor) {
            monitor.wait(length.toMillis());
        }
    }

    private static void hold(Duration length) throws InterruptedException {
        Object monitor = new Object();
        synchronized (monitor) {
            Thread.sleep(length);
        }
    }
}
