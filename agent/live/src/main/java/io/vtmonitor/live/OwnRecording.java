package io.vtmonitor.live;

import io.vtmonitor.common.OwnProcess;
import io.vtmonitor.pins.ChangedSettings;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.RaisedThresholds;
import io.vtmonitor.pins.RecordingSettings;
import io.vtmonitor.recording.DumpCompletion;
import io.vtmonitor.recording.JfrShutdown;
import io.vtmonitor.recording.LeftoverCleaner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/**
 * The recording that a live watch makes of its JVM: what is recorded, and the file whose end is read at exit. If the
 * user has asked for a recording, also that one.
 */
final class OwnRecording implements EarlyStop.Begun {
    /** For how long events are kept on disk, of which the last are read at exit. */
    private static final Duration KEPT = Duration.ofSeconds(30);

    private static final Set<String> PIN_EVENTS =
            Set.of("jdk.VirtualThreadPinned", "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait");

    private static final long MAX_KEPT_BYTES = 250L << 20;

    private final JfrShutdown shutdown = new JfrShutdown();
    private final Recording recording;
    private final DumpCompletion written;
    private final @Nullable RecordingFile kept;
    private final Path folder;
    private final RepositoryOwner repository;
    private final RecordingSettings settings;
    private volatile @Nullable Path file;
    private volatile boolean starting;
    private volatile @Nullable LeftoverCleaner leftovers;
    private volatile @Nullable OtherRecordings others;

    /**
     * Does not record before {@link #start}.
     *
     * @param jvm has the thresholds to set
     * @param stackDepth frames of each recorded stack
     * @param keepAs the file for the recording at the end; null for none
     * @param folder for our own file, and for the note that says what the next watch may remove if this process is
     *     killed
     * @param repository says whether others use JFR's repository
     * @throws IOException if its file can't be created
     * @throws IllegalStateException if JFR can't start, or the JVM is ending
     */
    OwnRecording(JvmInfo jvm, int stackDepth, @Nullable Path keepAs, Path folder, RepositoryOwner repository)
            throws IOException {
        settings = new RecordingSettings(jvm, stackDepth);
        kept = keepAs == null ? null : new RecordingFile(keepAs, shutdown, RecordingFile.MOST_BYTES);
        this.folder = folder;
        this.repository = repository;
        recording = new Recording(); // before the files: JFR may need a second, in which the JVM may end
        written = new DumpCompletion(recording, shutdown);
        try {
            EarlyStop.begin(this);
            configure();
        } catch (IOException | RuntimeException | Error e) {
            discard();
            throw e;
        }
    }

    /** Writes the note first, so that the next start finds all later files if this process is killed. */
    @Override
    public void makeFiles() throws IOException {
        leftovers = LeftoverCleaner.note(folder);
        file = OwnProcess.temporaryFile(folder, "vt-monitor-" + OwnProcess.id() + "-", ".jfr");
        LeftoverCleaner note = leftovers;
        if (note != null) {
            note.own(ownFiles());
        }
        recording.setDestination(file());
    }

    private void configure() {
        recording.setName("vt-monitor");
        recording.setMaxAge(KEPT);
        recording.setMaxSize(MAX_KEPT_BYTES);
        settings.apply(recording);
        OwnAllocation.enable(recording);
    }

    /** Starts to record. After the return, no pin is missed. */
    void start() {
        starting = true;
        EarlyStop.checkGoesOn();
        recording.start();
        if (kept != null) {
            kept.begin(recording);
        }
    }

    /** Sets the threshold of an event that is already recorded. */
    void threshold(String event, Duration threshold) {
        recording.enable(event).withThreshold(threshold);
    }

    /** Writes what has changed about the JVM into the recording. */
    void tell(JvmInfo changed) {
        settings.tell(changed);
    }

    /** Writes the raised thresholds into the recording. */
    void tell(RaisedThresholds raised) {
        settings.tell(raised);
    }

    /**
     * Creates a guard that detects when others change the settings of the recording.
     *
     * @param ours the highest threshold of an event that we have set
     */
    SettingsGuard guard(JvmInfo jvm, Function<String, Duration> ours, LongSupplier clock) {
        MergedSettings merged = new MergedSettings(recording, ChangedSettings.events(jvm));
        return new SettingsGuard(jvm, merged, ours, settings::tell, clock);
    }

    /** When the recording began; if it has not, the current time. */
    Instant startTime() {
        Instant start = recording.getStartTime();
        return start == null ? Instant.now() : start;
    }

    /** When the recording ended; null while it runs. Waits for JFR's lock. */
    @Nullable
    Instant stopTime() {
        return recording.getStopTime();
    }

    private List<Path> ownFiles() {
        return kept == null ? List.of(file()) : List.of(file(), kept.part());
    }

    /**
     * Writes down what the next start may remove if this process is killed: our files (that of the user's recording is
     * empty until the end), and JFR's repository if there is no other recording. Called repeatedly, because others may
     * start to record.
     */
    void noteOwn() {
        LeftoverCleaner note = leftovers;
        if (note == null) {
            return;
        }
        List<Path> own = new ArrayList<>(ownFiles());
        Path only = recording.getState() == RecordingState.RUNNING ? repository.only(this::isOwn) : null;
        if (only != null) {
            own.add(only);
        }
        note.own(own);
    }

    private boolean isOwn(Recording other) {
        return other.equals(recording) || RecordingFile.is(kept, other);
    }

    /** Whether a recording is kept: the user has asked for one, or there is another one. Waits for JFR's lock. */
    boolean isKept() {
        return kept != null || OtherRecordings.areThere(this::isOwn);
    }

    /** Registers a callback for the start of another recording, called on the thread that starts it. Called once. */
    void onOther(Runnable begun) {
        OtherRecordings listener = new OtherRecordings(this::isOwn, begun);
        others = listener;
        listener.listen();
    }

    /** Removes the files of watches whose processes were killed. */
    void clearLeftovers() {
        LeftoverCleaner note = leftovers;
        if (note != null) {
            note.clearOthers();
        }
    }

    /** Has JFR end its current chunk, so that events that it has not flushed can be read. */
    static void endChunk() {
        try (Recording another = new Recording()) {
            another.start();
        }
    }

    /** The ids of the types of events that make pins. */
    static List<Long> pinTypes() {
        List<Long> types = new ArrayList<>();
        for (EventType type : FlightRecorder.getFlightRecorder().getEventTypes()) {
            if (PIN_EVENTS.contains(type.getName())) {
                types.add(type.getId());
            }
        }
        return types;
    }

    /** Whether the recording has ended, by us, by others, or with the JVM. */
    boolean hasEnded() {
        return recording.getState() == RecordingState.STOPPED || recording.getState() == RecordingState.CLOSED;
    }

    /** Removes everything, because the watch could not begin. */
    void discard() {
        try {
            recording.setDestination(null);
        } catch (IOException | RuntimeException ignored) {
            // The recording has been closed, or never had a destination.
        }
        if (kept != null) {
            kept.discard();
        }
        forget();
        deleteFile();
    }

    /** Removes our own file, which is no longer needed, and its note. */
    void deleteFile() {
        try {
            Path made = file;
            if (made != null) {
                Files.deleteIfExists(made);
            }
            forgetNote();
        } catch (IOException ignored) {
            // A file that can't be deleted is removed by the next start.
        }
    }

    private void forgetNote() {
        LeftoverCleaner note = leftovers;
        if (note != null) {
            note.close();
        }
        EarlyStop.over();
    }

    /** Ends the recording without writing a file. */
    void abandon() throws IOException {
        if (kept != null) {
            kept.abandon();
        }
        recording.setDestination(null);
        recording.close();
    }

    /** Ends the recording while the JVM continues to run. It is written to its file as at exit. */
    void stop() {
        written.stop();
        if (kept != null) {
            kept.stop();
        }
    }

    /**
     * Waits until JFR has written the file, which it does at the end of the JVM or after {@link #stop}.
     *
     * @return false if it has not done so by then, or can't
     */
    boolean awaitWritten(long deadline) throws InterruptedException {
        return written.await(deadline);
    }

    /** The file that the user asked for; null for none. */
    @Nullable
    RecordingFile kept() {
        return kept;
    }

    /** Our file, to which JFR writes. */
    Path file() {
        return Objects.requireNonNull(file, "made when it began");
    }

    /** If the recording has not started, it never will. Otherwise, JFR's hook writes the file. */
    @Override
    public void takeBack(long deadline) throws InterruptedException {
        if (starting && !written.await(deadline) && !written.isOver()) {
            return; // JFR may still write it: the note remains
        }
        LeftoverCleaner note = leftovers;
        if (starting && note != null && !written.isSo()) {
            note.remove(repository.unclaimed());
        }
        if (kept != null) {
            kept.leave(this::stopTime, deadline);
        }
        deleteFile();
    }

    /** Removes our registrations from JFR. */
    void forget() {
        settings.forget();
        written.forget();
        OtherRecordings listener = others;
        if (listener != null) {
            listener.forget();
        }
        if (kept != null) {
            kept.forget();
        }
        recording.close();
    }
}
