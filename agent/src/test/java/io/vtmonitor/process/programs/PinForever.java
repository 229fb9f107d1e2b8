package io.vtmonitor.process.programs;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Two virtual threads that sleep 100 ms at a time, each with a monitor of its own in hand. With two carriers, on JDK 21
 * to 23, nothing else can run meanwhile.
 */
public final class PinForever {
    private PinForever() {}

    public static void main(String[] arguments) throws InterruptedException {
        List<Thread> threads = IntStream.range(0, 2)
                .mapToObj(number -> Thread.ofVirtual().start(() -> hold(new Object())))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void hold(Object monitor) {
        while (!Thread.currentThread().isInterrupted()) {
            hundredMillis(monitor);
        }
    }

    private static void hundredMillis(Object monitor) {
        synchronized (monitor) {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
