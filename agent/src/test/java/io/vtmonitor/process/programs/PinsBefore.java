package io.vtmonitor.process.programs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Recording;

/**
 * As many pins as there are carriers, in class loads, which keep the carrier on every JDK. They begin when
 * {@code 1.jfr} has ended, and are over while {@code 2.jfr} is recorded: JDK 24 and later record them whole.
 */
public final class PinsBefore {
    private static final int CARRIERS = Integer.getInteger("jdk.virtualThreadScheduler.parallelism");

    private PinsBefore() {}

    public static void main(String[] arguments) throws Exception {
        try (Recording first = recording()) {
            Thread.sleep(100);
            first.dump(Path.of("1.jfr"));
        }
        CountDownLatch begun = new CountDownLatch(CARRIERS);
        CountDownLatch over = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CARRIERS; i++) {
            threads.add(Thread.ofVirtual().start(new Loads(begun, over)::load));
        }
        begun.await();
        Thread.sleep(3_000); // the time that is not watched, and no lost capacity
        try (Recording second = recording()) {
            Thread.sleep(500); // the time that is
            over.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
            second.dump(Path.of("2.jfr"));
        }
        System.out.println("done");
    }

    private static Recording recording() throws IOException {
        Recording recording = new Recording();
        recording.enable("jdk.VirtualThreadPinned").withStackTrace().withThreshold(Duration.ofMillis(10));
        for (String event : new String[] {"jdk.JVMInformation", "jdk.CPUInformation", "jdk.InitialSystemProperty"}) {
            recording.enable(event).with("period", "beginChunk");
        }
        recording.enable("jdk.ActiveSetting");
        recording.start();
        return recording;
    }

    private static final class Loads extends ClassLoader {
        private final CountDownLatch begun;
        private final CountDownLatch over;

        Loads(CountDownLatch begun, CountDownLatch over) {
            this.begun = begun;
            this.over = over;
        }

        void load() {
            try {
                Class.forName("acme.Nowhere", true, this);
            } catch (ClassNotFoundException expected) {
                // the load is over
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            begun.countDown();
            try {
                over.await();
            } catch (InterruptedException ignored) {
                Thread.currentThread().interrupt();
            }
            throw new ClassNotFoundException(name);
        }
    }
}
