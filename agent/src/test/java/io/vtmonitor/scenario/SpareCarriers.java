package io.vtmonitor.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Several threads wait in {@code Object.wait}, for which JDK 21 to 23 start spare carriers; then each sleeps in a
 * monitor, on the carrier that it has kept.
 */
public final class SpareCarriers {
    private static final int THREADS = 5;

    private SpareCarriers() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, length -> {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                threads.add(Thread.ofVirtual().start(() -> use(length)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        });
    }

    private static void use(Duration length) {
        try {
            await(length);
            hold(length);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
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
