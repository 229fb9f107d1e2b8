package io.vtmonitor.junit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/** The one recording of this JVM's tests. Only to be loaded where {@link Availability} finds no reason against it. */
final class PinRecording {
    /** What the repository keeps; a test's pins are read soon after the test. */
    private static final long MOST_BYTES = 256L << 20;

    private static final List<String> BLOCKING =
            List.of("jdk.VirtualThreadPinned", "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait");

    private static final List<String> FACTS =
            List.of("jdk.JVMInformation", "jdk.CPUInformation", "jdk.InitialSystemProperty");

    private static @org.jspecify.annotations.Nullable PinRecording only;

    private final Recording recording = new Recording();

    private PinRecording() {
        recording.setName("vt-monitor tests");
        for (String event : BLOCKING) {
            recording.enable(event).withThreshold(Duration.ofMillis(1)).withStackTrace();
        }
        for (String fact : FACTS) {
            recording.enable(fact).with("period", "beginChunk");
        }
        recording.enable("jdk.ActiveSetting");
        recording.enable("jdk.DataLoss");
        recording.setToDisk(true);
        recording.setMaxSize(MOST_BYTES);
        recording.start();
    }

    /** Starts it the first time it is asked for. */
    static synchronized PinRecording running() {
        if (only == null) {
            only = new PinRecording();
        }
        return only;
    }

    /**
     * Ends the current chunk and copies what was recorded since a moment into a file.
     *
     * @return the file, to be deleted
     */
    Path since(Instant begin) throws IOException {
        Path file = Files.createTempFile("vt-monitor-", ".jfr");
        try (Recording snapshot = FlightRecorder.getFlightRecorder().takeSnapshot();
                InputStream chunks = snapshot.getStream(begin, Instant.now())) {
            if (chunks == null) {
                throw new IOException("Flight Recorder has kept nothing of the time since " + begin);
            }
            Files.copy(chunks, file, StandardCopyOption.REPLACE_EXISTING);
            return file;
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }
}
