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
 * The recording that a live watch makes of its JVM: what is recorded, and the file that its tail is read from at the
 * end; alongside it the one that the user asked for, if so.
 */
final class OwnRecording implements EarlyStop.Begun {
    /** How much of the past is kept on disk for the tail. */
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
     * Not started yet.
     *
     * @param jvm with the thresholds to set
     * @param stackDepth of what is recorded, in frames
     * @param keepAs where the recording is to be left at the end; null to leave none
     * @param folder for our own file, and for the note of what the next watch may remove were this process killed
     * @param repository tells whose JFR's repository is
     * @throws IOException where its file can't be made
     * @throws IllegalStateException where JFR can't start, or the JVM is ending
     */
    OwnRecording(JvmInfo jvm, int stackDepth, @Nullable Path keepAs, Path folder, RepositoryOwner repository)
            throws IOException {
        settings = new RecordingSettings(jvm, stackDepth);
        kept = keepAs == null ? null : new RecordingFile(keepAs, shutdown, RecordingFile.MOST_BYTES);
        this.folder = folder;
        this.repository = repository;
        recording = new Recording(); // before any file: JFR may take a second to begin, and the JVM end meanwhile
        written = new DumpCompletion(recording, shutdown);
        try {
            EarlyStop.begin(this);
            configure();
        } catch (IOException | RuntimeException | Error e) {
            discard();
            throw e;
        }
    }

    /** The note first: whenever the process is killed, what is made afterwards is known to the next start. */
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

    /** When this returns, no later pin is missed. */
    void start() {
        starting = true;
        EarlyStop.checkGoesOn();
        recording.start();
        if (kept != null) {
            kept.begin(recording);
        }
    }

    /** Sets the threshold of an event that is recorded already. */
    void threshold(String event, Duration threshold) {
        recording.enable(event).withThreshold(threshold);
    }

    /** What changed of the JVM goes into the recording. */
    void tell(JvmInfo changed) {
        settings.tell(changed);
    }

    /** The thresholds that were raised go into the recording. */
    void tell(RaisedThresholds raised) {
        settings.tell(raised);
    }

    /**
     * Who sees that its settings are changed.
     *
     * @param ours the highest threshold of an event that was set by us
     */
    SettingsGuard guard(JvmInfo jvm, Function<String, Duration> ours, LongSupplier clock) {
        MergedSettings merged = new MergedSettings(recording, ChangedSettings.events(jvm));
        return new SettingsGuard(jvm, merged, ours, settings::tell, clock);
    }

    /** When the recording began; now where it has not. */
    Instant startTime() {
        Instant start = recording.getStartTime();
        return start == null ? Instant.now() : start;
    }

    /** When it ended; null while it runs. Waits for JFR's lock. */
    @Nullable
    Instant stopTime() {
        return recording.getStopTime();
    }

    private List<Path> ownFiles() {
        return kept == null ? List.of(file()) : List.of(file(), kept.part());
    }

    /**
     * Notes down what is of no use to anybody were this process killed: our files (that of the user's recording is
     * empty until the end), and JFR's repository only while nobody else records. To be called now and then, as that
     * changes.
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

    /** Whether somebody keeps what is recorded: who asked for the recording, or has another. Waits for JFR's lock. */
    boolean isKept() {
        return kept != null || OtherRecordings.areThere(this::isOwn);
    }

    /** Has somebody know, on the thread that starts it, when another recording begins. To be called once. */
    void onOther(Runnable begun) {
        OtherRecordings listener = new OtherRecordings(this::isOwn, begun);
        others = listener;
        listener.listen();
    }

    /** Removes what watches left whose process was killed. */
    void clearLeftovers() {
        LeftoverCleaner note = leftovers;
        if (note != null) {
            note.clearOthers();
        }
    }

    /** Has JFR end the chunk it writes: what it has not flushed can be read then. */
    static void endChunk() {
        try (Recording another = new Recording()) {
            another.start();
        }
    }

    /** The numbers of the types of events that make pins. */
    static List<Long> pinTypes() {
        List<Long> types = new ArrayList<>();
        for (EventType type : FlightRecorder.getFlightRecorder().getEventTypes()) {
            if (PIN_EVENTS.contains(type.getName())) {
                types.add(type.getId());
            }
        }
        return types;
    }

    /** Whether it has ended, be it by us, by somebody else or with the JVM. */
    boolean hasEnded() {
        return recording.getState() == RecordingState.STOPPED || recording.getState() == RecordingState.CLOSED;
    }

    /** Nothing of it stays: the watch could not begin. */
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

    /** Removes our own file, which nobody needs any more, and the note of it. */
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

    /** Records nothing more and writes no file. */
    void abandon() throws IOException {
        if (kept != null) {
            kept.abandon();
        }
        recording.setDestination(null);
        recording.close();
    }

    /** Ends it where no shutdown of the JVM does; it is written to its file as at exit. */
    void stop() {
        written.stop();
        if (kept != null) {
            kept.stop();
        }
    }

    /**
     * Waits until JFR has written the file, which it does as the JVM ends or after {@link #stop}.
     *
     * @return false where it has not by then, or can't
     */
    boolean awaitWritten(long deadline) throws InterruptedException {
        return written.await(deadline);
    }

    /** The file that the user asked for; null for none. */
    @Nullable
    RecordingFile kept() {
        return kept;
    }

    /** The file while it is ours: what JFR writes to. */
    Path file() {
        return Objects.requireNonNull(file, "made when it began");
    }

    /** Where it has not started it never will; else JFR's own hook writes the file. */
    @Override
    public void takeBack(long deadline) throws InterruptedException {
        if (starting && !written.await(deadline) && !written.isOver()) {
            return; // it may be written yet: the note stays
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

    /** Takes back our registrations with JFR. */
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
