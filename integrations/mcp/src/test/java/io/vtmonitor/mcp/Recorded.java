package io.vtmonitor.mcp;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;

/** A real recording with one pin: a virtual thread sleeps in a class initializer. */
final class Recorded {
    private Recorded() {}

    /** Pins as it is initialized. */
    static final class Slow {
        static final long NANOS = slept();

        private static long slept() {
            long begin = System.nanoTime();
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return System.nanoTime() - begin;
        }
    }

    static void into(Path file) throws IOException, InterruptedException {
        try (Recording recording = new Recording()) {
            recording
                    .enable("jdk.VirtualThreadPinned")
                    .withThreshold(Duration.ofMillis(1))
                    .withStackTrace();
            recording.enable("jdk.JVMInformation");
            recording.enable("jdk.CPUInformation");
            recording.enable("jdk.ActiveSetting");
            recording.start();
            Thread.ofVirtual()
                    .start(() -> System.setProperty("slept", String.valueOf(Slow.NANOS)))
                    .join();
            recording.stop();
            recording.dump(file);
        }
    }
}
