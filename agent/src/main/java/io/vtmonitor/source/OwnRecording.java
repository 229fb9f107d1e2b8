package io.vtmonitor.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/** The recording that a live watch makes of its JVM: what is recorded, and the file it becomes at the end. */
final class OwnRecording implements EarlyEnd.Begun {
    /** How much of the past is kept on disk when the user did not ask for the file. */
    private static final Duration KEPT = Duration.ofSeconds(30);

    private static final long MAX_KEPT_BYTES = 250L << 20;
    private static final long MILLIS_BETWEEN_LOOKS = 5;

    private final Recording recording;
    private final @Nullable Path keepAs;
    private final Path folder;
    private final RepositoryOwner repository;
    private final RecordingSettings settings;
    private volatile @Nullable Path file;
    private volatile boolean starting;
    private volatile boolean started;
    private volatile @Nullable Leftovers leftovers;

    /**
     * Not started yet.
     *
     * @param jvm with the thresholds to set
     * @param stackDepth of what is recorded, in frames
     * @param keepAs where the recording is to be left at the end; null to leave none
     * @param folder for it then, and for the note of what the next watch may remove were this process killed
     * @param repository tells whose JFR's repository is
     * @throws IOException where its file can't be made
     * @throws IllegalStateException where JFR can't start, or the JVM is ending
     */
    OwnRecording(WatchedJvm jvm, int stackDepth, @Nullable Path keepAs, Path folder, RepositoryOwner repository)
            throws IOException {
        settings = new RecordingSettings(jvm, stackDepth);
        this.keepAs = keepAs == null ? null : keepAs.toAbsolutePath();
        this.folder = folder;
        this.repository = repository;
        recording = new Recording(); // before any file: JFR may take a second to begin, and the JVM end meanwhile
        try {
            EarlyEnd.begin(this);
            configure();
        } catch (IOException | RuntimeException | Error failed) {
            discard();
            throw failed;
        }
    }

    /** The note first: whenever the process is killed, what is made afterwards is known to the next start. */
    @Override
    public void makeFiles() throws IOException {
        leftovers = Leftovers.note(folder);
        if (keepAs == null) {
            file = Files.createTempFile(
                    folder, "vt-monitor-" + ProcessHandle.current().pid() + "-", ".jfr");
        } else {
            Path parent = keepAs.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            file = keepAs.resolveSibling(keepAs.getFileName() + ".part");
        }
        Leftovers note = leftovers;
        if (note != null && keepAs == null) {
            note.own(List.of(file()));
        }
        recording.setDestination(file()); // makes it, too
    }

    private void configure() {
        recording.setName("vt-monitor");
        if (keepAs == null) {
            recording.setMaxAge(KEPT);
        }
        recording.setMaxSize(MAX_KEPT_BYTES);
        settings.apply(recording);
    }

    /** When this returns, no later pin is missed. */
    void start() {
        starting = true;
        EarlyEnd.checkGoesOn();
        recording.start();
        started = true;
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
     * Notes down what is of no use to anybody were this process killed: not the recording that the user asked for, and JFR's
     * repository only while nobody else records. To be called now and then, as that changes.
     */
    void noteOwn() {
        Leftovers note = leftovers;
        if (note == null) {
            return;
        }
        List<Path> own = new ArrayList<>();
        if (keepAs == null) {
            own.add(file());
        }
        Path only = recording.getState() == RecordingState.RUNNING ? repository.only(recording) : null;
        if (only != null) {
            own.add(only);
        }
        note.own(own);
    }

    /** Removes what watches left whose process was killed. */
    void clearLeftovers() {
        Leftovers note = leftovers;
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
        deleteFile();
    }

    private void deleteFile() {
        try {
            Path made = file;
            if (made != null) {
                Files.deleteIfExists(made);
            }
            forgetNote();
        } catch (IOException left) {
            // The next start removes it.
        }
    }

    private void forgetNote() {
        Leftovers note = leftovers;
        if (note != null) {
            note.close();
        }
        EarlyEnd.over();
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
        return Objects.requireNonNull(file, "made when it began");
    }

    /** Leaves the file where the user asked for it, or removes it. */
    void leaveFile() {
        try {
            if (keepAs == null || isEmpty(file())) {
                deleteFile();
            } else {
                Files.move(file(), keepAs, StandardCopyOption.REPLACE_EXISTING);
                forgetNote();
            }
        } catch (IOException leftBehind) {
            // The JVM is going down; a file left behind is the smaller evil.
        }
    }

    private static boolean isEmpty(Path file) throws IOException {
        return !Files.exists(file) || Files.size(file) == 0;
    }

    /** Where it has not started it never will; else JFR's own hook writes the file. */
    @Override
    public void takeBack(long deadline) throws InterruptedException {
        JfrShutdown shutdown = new JfrShutdown();
        while (starting && !isWritten() && !shutdown.isOver()) {
            if (System.nanoTime() >= deadline) {
                return; // it may be written yet: the note stays
            }
            Thread.sleep(MILLIS_BETWEEN_LOOKS);
        }
        Leftovers note = leftovers;
        if (starting && note != null && !isWritten()) {
            note.remove(repository.unclaimed());
        }
        if (file == null) {
            forgetNote();
        } else {
            leaveFile();
        }
    }

    private boolean isWritten() {
        return started && recording.getState() == RecordingState.CLOSED;
    }

    /** Takes back what JFR was told of us. */
    void forget() {
        settings.forget();
        recording.close();
    }
}
