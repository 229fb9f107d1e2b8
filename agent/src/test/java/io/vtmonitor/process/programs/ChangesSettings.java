package io.vtmonitor.process.programs;

import io.vtmonitor.nest.Blocks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/**
 * Changes settings of a recording while it runs.
 *
 * <p>Arguments: none, to do as the lines of the input say to the recording of the agent ({@code off}, {@code on},
 * {@code bare}); else {@code off}, {@code raised}, {@code silent} (off, and settings are not recorded any more), for a
 * recording of its own of which one pin of two is missing for that; or {@code bare}, of which one of two has no stack.
 */
public final class ChangesSettings {
    private static final String PINNED = "jdk.VirtualThreadPinned";

    private ChangesSettings() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            listen();
            return;
        }
        try (Recording recording = new Recording()) {
            for (String event : new String[] {PINNED, "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait"}) {
                recording.enable(event).withStackTrace().withThreshold(Duration.ofMillis(10));
            }
            for (String event : new String[] {"jdk.JVMInformation", "jdk.CPUInformation"}) {
                recording.enable(event).with("period", "beginChunk");
            }
            recording.enable("jdk.ActiveSetting");
            recording.start();
            pin(() -> new First());
            try (Recording another = new Recording()) {
                another.start(); // from here on in a later chunk
            }
            if (arguments[0].equals("silent")) {
                recording.disable("jdk.ActiveSetting");
                try (Recording another = new Recording()) {
                    another.start(); // a chunk that does not say
                }
            }
            switch (arguments[0]) {
                case "raised" -> recording.enable(PINNED).withThreshold(Duration.ofHours(1));
                case "bare" -> recording.enable(PINNED).withoutStackTrace();
                default -> recording.disable(PINNED);
            }
            pin(() -> new Second());
            recording.dump(Path.of(arguments[0] + ".jfr"));
        }
        System.out.println("done");
    }

    private static void listen() throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            for (Recording recording : FlightRecorder.getFlightRecorder().getRecordings()) {
                if (line.equals("off")) {
                    recording.disable(PINNED);
                } else if (line.equals("bare")) {
                    recording.enable(PINNED).withoutStackTrace();
                } else {
                    recording.enable(PINNED);
                }
            }
        }
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
}
