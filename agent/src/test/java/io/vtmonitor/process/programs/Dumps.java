package io.vtmonitor.process.programs;

import io.vtmonitor.nest.Blocks;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;

/**
 * Pins once for each dump: in static initializers, which keep the carrier on every JDK. Of the first recording
 * {@code 1.jfr} has one pin and {@code 2.jfr} two; the second recording, {@code 3.jfr}, has one and begins after a
 * pause in which nothing is recorded, and in which there is a pin as well.
 *
 * <p>Arguments: the milliseconds of that pause.
 */
public final class Dumps {
    /** Longer than a bin of a timeline: in none there is time of two pins. */
    private static final int BIN_MILLIS = 63;

    private Dumps() {}

    public static void main(String[] arguments) throws Exception {
        try (Recording first = recording()) {
            pin(() -> new First());
            first.dump(Path.of("1.jfr"));
            Thread.sleep(BIN_MILLIS);
            pin(() -> new Second());
            first.dump(Path.of("2.jfr"));
            first.stop();
        }
        pin(() -> new Missed());
        Thread.sleep(Integer.parseInt(arguments[0]));
        try (Recording second = recording()) {
            pin(() -> new Third());
            second.dump(Path.of("3.jfr"));
        }
        System.out.println("done");
    }

    private static Recording recording() {
        Recording recording = new Recording();
        recording.enable("jdk.VirtualThreadPinned").withStackTrace().withThreshold(Duration.ofMillis(10));
        for (String event : new String[] {"jdk.JVMInformation", "jdk.CPUInformation", "jdk.InitialSystemProperty"}) {
            recording.enable(event).with("period", "beginChunk");
        }
        recording.enable("jdk.ActiveSetting");
        recording.start();
        return recording;
    }

    private static void pin(Runnable initializes) throws InterruptedException {
        Thread.ofVirtual().start(initializes).join();
    }

    private static boolean slept() {
        Blocks.sleep();
        return true;
    }

    private static final class First {
        static final boolean READY = slept();
    }

    private static final class Second {
        static final boolean READY = slept();
    }

    private static final class Missed {
        static final boolean READY = slept();
    }

    private static final class Third {
        static final boolean READY = slept();
    }
}
