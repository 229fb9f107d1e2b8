package io.vtmonitor.fleet;

import java.util.ArrayList;
import java.util.List;

/** Ten virtual threads sleep in a monitor: pins on JDK 21. */
final class PinsForAMoment {
    private PinsForAMoment() {}

    public static void main(String[] arguments) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            threads.add(Thread.ofVirtual().start(PinsForAMoment::pin));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void pin() {
        synchronized (new Object()) {
            try {
                Thread.sleep(100); // on a busy machine the pin begins late, and below 20 ms the JVM records none
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
