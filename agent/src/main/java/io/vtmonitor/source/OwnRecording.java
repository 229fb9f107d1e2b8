package io.vtmonitor.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/** The recording that a live watch makes of its JVM: what is recorded, and the file it becomes at the end. */
final class OwnRecording {
    /** How much of the past is kept on disk when the user did not ask for the file. */
    private static final Duration KEPT = Duration.ofSeconds(30);

    private static final long MAX_KEPT_BYTES = 250L << 20;
    private static final long MILLIS_BETWEEN_LOOKS = 5;
    private static final String VM_NAME = System.getProperty("java.vm.name", "");

    private final Recording recording;
    private final WatchedJvm jvm;
    private final int stackDepth;
    private final @Nullable Path keepAs;
    private final Path file;
    private final Runnable watchEvents = this::commitWatchEvent;
    private @Nullable Leftovers leftovers;

    /**
     * Not started yet.
     *
     * @param jvm with the thresholds to set
     * @param stackDepth of what is recorded, in frames
     * @param keepAs where the recording is to be left at the end; null to leave none
     * @param temporary the folder for it then
     * @throws IOException where its file can't be made
     */
    OwnRecording(WatchedJvm jvm, int stackDepth, @Nullable Path keepAs, Path temporary) throws IOException {
        this.jvm = jvm;
        this.stackDepth = stackDepth;
        this.keepAs = keepAs == null ? null : keepAs.toAbsolutePath();
        this.file = destination(this.keepAs, temporary);
        recording = new Recording();
        try {
            configure();
        } catch (IOException | RuntimeException | Error failed) {
            discard();
            throw failed;
        }
    }

    private static Path destination(@Nullable Path keepAs, Path temporary) throws IOException {
        if (keepAs == null) {
            return Files.createTempFile(
                    temporary, "vt-monitor-" + ProcessHandle.current().pid() + "-", ".jfr");
        }
        Path folder = keepAs.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        return keepAs.resolveSibling(keepAs.getFileName() + ".part");
    }

    private void configure() throws IOException {
        recording.setName("vt-monitor");
        recording.setDestination(file);
        if (keepAs == null) {
            recording.setMaxAge(KEPT);
        }
        recording.setMaxSize(MAX_KEPT_BYTES);
        enable("jdk.VirtualThreadPinned", jvm.pinnedThreshold());
        // Before 24 these are pins; from 24 on they tell whose monitor a pinned event is about.
        enable("jdk.JavaMonitorEnter", jvm.monitorThreshold());
        enable("jdk.JavaMonitorWait", jvm.monitorThreshold());
        enable("jdk.FileRead", jvm.fileThreshold());
        enable("jdk.FileWrite", jvm.fileThreshold());
        enable("jdk.FileForce", jvm.fileThreshold());
        recording.enable("jdk.DataLoss");
        recording.enable("jdk.VirtualThreadSubmitFailed").withoutStackTrace();
        recording.enable(WatchEvent.NAME).with("period", "beginChunk");
        FlightRecorder.register(WatchEvent.class); // a detach before this attach has unregistered it
        FlightRecorder.addPeriodicEvent(WatchEvent.class, watchEvents);
    }

    private void enable(String event, Duration threshold) {
        // JDK 24+ throttles file events by default; no setting means "off" on those that know none.
        recording.enable(event).withThreshold(threshold).withStackTrace().with("throttle", "off");
    }

    private void commitWatchEvent() {
        WatchEvent event = new WatchEvent();
        event.javaVersion = jvm.javaVersion();
        event.parallelism = jvm.parallelism();
        event.parallelismFrom = jvm.parallelismFrom();
        event.pinnedThreshold = jvm.pinnedThreshold().toNanos();
        event.monitorThreshold = jvm.monitorThreshold().toNanos();
        event.fileThreshold = jvm.fileThreshold().toNanos();
        event.legacyLocking = jvm.legacyLocking();
        event.stackDepth = stackDepth;
        event.vmName = VM_NAME;
        event.commit();
    }

    /** When this returns, no later pin is missed. */
    void start() {
        recording.start();
    }

    /** Sets the threshold of an event that is recorded already. */
    void threshold(String event, Duration threshold) {
        recording.enable(event).withThreshold(threshold);
    }

    /** When the recording began; now where it has not. */
    Instant startTime() {
        Instant start = recording.getStartTime();
        return start == null ? Instant.now() : start;
    }

    /**
     * Takes a note of what the next watch may remove were this process killed: what is of no use to anybody then, so not the
     * recording that the user asked for.
     */
    void noteLeftovers(Path folder) {
        List<Path> own = new ArrayList<>();
        if (keepAs == null) {
            own.add(file);
        }
        String told = System.getProperty("jdk.jfr.repository");
        if (told != null) {
            own.add(Path.of(told));
        }
        leftovers = Leftovers.note(folder, own);
    }

    /** Has JFR end the chunk it writes: what it has not flushed can be read then. */
    static void endChunk() {
        try (Recording another = new Recording()) {
            another.start();
        }
    }

    /** Whether it has ended, be it by us, by somebody else or with the JVM. */
    boolean hasEnded() {
        return recording.getState() == RecordingState.STOPPED || recording.getState() == RecordingState.CLOSED;
    }

    /** Nothing of it stays: the watch could not begin. */
    void discard() {
        try {
            recording.setDestination(null);
        } catch (IOException | RuntimeException alreadyClosed) {
            // Then it has none.
        }
        forget();
        if (leftovers != null) {
            leftovers.close();
        }
        try {
            Files.deleteIfExists(file);
        } catch (IOException left) {
            // The next start removes it.
        }
    }

    /** Records nothing more and writes no file. */
    void abandon() throws IOException {
        recording.setDestination(null);
        recording.close();
    }

    /** Ends it where no shutdown of the JVM does; it is written to its file as at exit. */
    void stop() {
        try {
            recording.stop();
        } catch (IllegalStateException stoppedAlready) {
            // by the user, with jcmd
        }
    }

    /** Waits until JFR has written the file, which it does as the JVM ends or after {@link #stop}. */
    void awaitWritten(long deadline) throws InterruptedException {
        while (recording.getState() != RecordingState.CLOSED && System.nanoTime() < deadline) {
            Thread.sleep(MILLIS_BETWEEN_LOOKS); // the recorder tells its listeners before the file is complete
        }
    }

    /** The file while it is ours: what JFR writes to. */
    Path file() {
        return file;
    }

    /** Leaves the file where the user asked for it, or removes it. */
    void leaveFile() {
        if (leftovers != null) {
            leftovers.close();
        }
        try {
            if (keepAs == null) {
                Files.deleteIfExists(file);
            } else if (Files.exists(file)) {
                Files.move(file, keepAs, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException leftBehind) {
            // The JVM is going down; a file left behind is the smaller evil.
        }
    }

    /** Takes back what JFR was told of us. */
    void forget() {
        FlightRecorder.removePeriodicEvent(watchEvents);
        FlightRecorder.unregister(WatchEvent.class);
        recording.close();
    }
}
