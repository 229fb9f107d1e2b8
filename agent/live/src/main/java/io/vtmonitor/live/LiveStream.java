package io.vtmonitor.live;

import io.vtmonitor.common.EpochNanos;
import io.vtmonitor.common.ThreadCpu;
import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.PinSink;
import io.vtmonitor.pins.BlindSpots;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.LegacyLocking;
import io.vtmonitor.pins.RecordedSpans;
import io.vtmonitor.recording.RecordingSummary;
import io.vtmonitor.recording.UnreadableRecordingException;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.io.IOException;
import java.lang.invoke.MethodHandles.Lookup;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the pins of this JVM, about a second after they end.
 *
 * <p>Dangerous here: {@code RecordingStream.startAsync} creates a non-daemon thread that keeps the JVM alive, and a
 * recording that a stream's own thread starts misses what happens before that thread runs. So the caller starts the
 * recording first. A daemon thread reads a stream of the repository that begins where the recording did, from the first
 * virtual thread of the JVM on. At exit, JFR's shutdown hook runs concurrently with ours. It dumps the recording to the
 * file that was set as its destination. {@link #finish} waits for that, and reads what the stream has not delivered.
 */
public final class LiveStream {
    /** Longer than any report takes at exit. */
    private static final Duration AT_EXIT = Duration.ofSeconds(10);

    private final JvmInfo jvm;
    private final OwnRecording recording;
    private final StreamClock clock;
    private final LiveEvents events;
    private final RecordingEnd end;
    private final StreamThread stream;
    private final BooleanSupplier anyVirtualThread;
    private final Instant startTime;
    private final DiskGuard guard;
    private final SettingsGuard settings;
    private final FlushGuard flushes;
    private volatile boolean requests;
    private volatile @Nullable Limit missing;
    private volatile @Nullable Limit begunLater;
    private volatile @Nullable Instant finished;

    private LiveStream(
            JvmInfo jvm,
            OwnRecording recording,
            DiskGuard guard,
            long allowed,
            StreamClock clock,
            BooleanSupplier anyVirtualThread) {
        this.jvm = jvm;
        this.recording = recording;
        this.guard = guard;
        this.clock = clock;
        this.anyVirtualThread = anyVirtualThread;
        end = new RecordingEnd(recording, this::closeStream);
        events = new LiveEvents(jvm, allowed, end::isRunning, recording::threshold, recording::tell, clock);
        startTime = recording.startTime();
        stream = new StreamThread(events, end, startTime, this::isToBeRead);
        settings = recording.guard(jvm, event -> events.budget().highest(event), clock::now);
        flushes = new FlushGuard(new OwnRecordingState(recording, events, stream, end, settings));
        try {
            guard.watch(why -> end.giveUp(why, ": on a full disk, JFR would end the JVM"));
        } catch (RuntimeException | Error e) {
            stream.close();
            throw e;
        }
    }

    private void closeStream() {
        stream.close();
    }

    /**
     * Starts to record. After the return, no pin is missed.
     *
     * @param jvm this JVM, with the thresholds to set
     * @param internals full access to the classes of {@code jdk.jfr.internal} and {@code jdk.internal.misc}
     * @param keepAs the file for the recording at exit; null for none
     * @param allowed events of each kind per second, above which their threshold rises
     * @throws IOException if a file can't be created, or there is not enough space; then nothing is left running
     * @throws IllegalStateException if JFR can't start
     */
    public static LiveStream record(
            JvmInfo jvm, Function<Class<?>, Lookup> internals, @Nullable Path keepAs, long allowed) throws IOException {
        int stackDepth = JfrOptions.set(internals); // before the first Recording is made
        boolean legacyLocking = LegacyLocking.inForce(internals);
        String vmName = System.getProperty("java.vm.name", "");
        JvmInfo known = jvm.with(legacyLocking, BlindSpots.of(legacyLocking, vmName, stackDepth, List.of()));
        Path named = JfrOptions.repositoryFolder(internals);
        Path folder = named == null ? Path.of(System.getProperty("java.io.tmpdir", ".")) : named;
        DiskGuard guard = DiskGuard.reserve(folder, JfrOptions.chunkBytes(internals));
        OwnRecording recording = null;
        try {
            recording =
                    new OwnRecording(known, stackDepth, keepAs, folder, new RepositoryOwner(internals, named != null));
            recording.start();
            LiveStream live = new LiveStream(
                    known, recording, guard, allowed, StreamClock.of(internals), VirtualThreadUse.of(internals));
            recording.noteOwn();
            recording.clearLeftovers();
            return live;
        } catch (IOException | RuntimeException | Error e) {
            guard.close();
            if (recording != null) {
                recording.discard();
            }
            throw e;
        }
    }

    /**
     * Also delivers events of the application that say what their thread was working on, on the stream's thread. Pins
     * then have the id of their thread on every JDK. Must be called before {@link #deliver}.
     */
    public void deliverRequests(ContextualEvents.RequestSink sink) {
        String repository = System.getProperty("jdk.jfr.repository");
        boolean complete = jvm.pinnedTellsAll() || repository == null;
        events.deliverRequests(sink, complete ? null : new ChunkThreads(Path.of(repository), OwnRecording.pinTypes()));
        requests = true;
    }

    /**
     * Whether there may be events to deliver: any thread can serve requests, but all other events are about virtual
     * threads.
     */
    public boolean isToBeRead() {
        return requests || anyVirtualThread.getAsBoolean();
    }

    /**
     * Starts to deliver events, from the start of the recording on. Called once. Both consumers are called on the
     * stream's thread, except at exit: then the thread that reads the end of the recording calls them.
     *
     * @param pins receives pins
     * @param busy receives file I/O
     * @param first called on the stream's thread before the first event, when {@link #isToBeRead} has become true, or
     *     when the recording has been given up
     * @param afterFlush called on the stream's thread after each batch, about once a second, and as often while there
     *     is nothing to deliver
     */
    public void deliver(PinSink pins, Consumer<? super FileIo> busy, Runnable first, Runnable afterFlush) {
        events.deliverTo(pins, busy, () -> {
            flushes.flushed();
            afterFlush.run();
        });
        stream.start(first, afterFlush);
        flushes.start();
    }

    /**
     * When the recording ended; null while it runs. Not later than the start of the JVM's shutdown: JFR's hook does not
     * wait for the hooks of the application, which may take long and pin.
     */
    public @Nullable Instant ended() {
        Instant early = end.at();
        return early == null ? finished : early;
    }

    /** When the recording began. */
    public Instant startTime() {
        return startTime;
    }

    /**
     * The current time by the clock of the pins, in nanoseconds since the epoch. The machine's clock may have been
     * changed since the start.
     */
    public long now() {
        return clock.now();
    }

    /** Bytes of event data that were lost, as the JVM reports it. */
    public long lostBytes() {
        return events.lostBytes();
    }

    /** How often the scheduler could not accept a virtual thread that was started or continued. */
    public long submitFailures() {
        return events.submitFailures();
    }

    /** Shorter pins are not recorded now. Higher than configured while there are too many pins. */
    public Duration pinnedThreshold() {
        return events.budget().pinned();
    }

    /** Shorter monitor enters and waits are not recorded now. Higher than configured while there are too many. */
    public Duration monitorThreshold() {
        return events.budget().monitor();
    }

    /** Shorter file I/O is not recorded now. Higher than configured while there is too much. */
    public Duration fileThreshold() {
        return events.budget().file();
    }

    /** What was not recorded of that time (nanoseconds since the epoch) or delivered late, and why. */
    public List<Limit> limits(long startNanos, long endNanos) {
        List<Limit> limits = new ArrayList<>(events.budget().limits());
        limits.addAll(settings.limits(startNanos, endNanos));
        Limit ended = end.why();
        add(limits, ended);
        Instant begin = finished;
        if (ended == null && begin != null && begin.plus(AT_EXIT).isBefore(Instant.now())) {
            limits.add(Limit.of(LimitKind.SHUTDOWN_NOT_RECORDED, begin.toString()));
        }
        add(limits, missing);
        add(limits, begunLater);
        if (events.unread() > 0) {
            limits.add(Limit.of(LimitKind.EVENTS_UNREAD, events.unread()));
        }
        if (flushes.missed() > 0) {
            limits.add(Limit.of(flushes.stopped() ? LimitKind.FLUSHES_LATE : LimitKind.FLUSHES_LATE_FOR_A_WHILE));
        }
        return limits;
    }

    private static void add(List<Limit> limits, @Nullable Limit limit) {
        if (limit != null) {
            limits.add(limit);
        }
    }

    /** Writes what has changed about the JVM into the recording, which has to agree with the live report. */
    public void tell(JvmInfo changed) {
        recording.tell(changed);
    }

    /** Processor time of the stream's thread in seconds. If the system does not report it, the time spent on events. */
    public double selfSeconds() {
        return ThreadCpu.seconds(stream.cpu(), events.handledNanos());
    }

    /** Bytes that our threads have allocated, as of the last event of Flight Recorder, at most 15 s ago. */
    public long selfAllocatedBytes() {
        return events.allocatedBytes();
    }

    /** This JVM, with the facts that became known when the recording was set up. */
    public JvmInfo jvm() {
        return jvm;
    }

    /**
     * Whether a recording is kept: the user has asked for one, or there is another one. Of our own recording, only pins
     * are read. Waits for JFR's lock.
     */
    public boolean isKept() {
        return recording.isKept();
    }

    /** Registers a callback for the start of another recording, called on the thread that starts it. Called once. */
    public void onOtherRecording(Runnable begun) {
        recording.onOther(begun);
    }

    /** Ends the recording while the JVM continues to run. It is written to its file as at exit. */
    public void stop() {
        end.expect();
        recording.stop();
    }

    /** Removes our registrations from JFR. Called after {@link #stop} and {@link #finish}. */
    public void forget() {
        recording.forget();
    }

    /**
     * Waits until the recording is written (at exit by JFR's hook), and delivers the pins that the stream has not
     * delivered. Must be followed by {@link #leave}.
     *
     * @param bound the longest wait
     * @return a summary of the recording; null if it was not written or read in time
     */
    public @Nullable RecordingSummary finish(Duration bound) {
        end.expect();
        finished = Instant.now();
        guard.close();
        flushes.close();
        if (end.isAbandoned()) {
            recording.deleteFile();
            return null;
        }
        long deadline = System.nanoTime() + bound.toNanos();
        try {
            boolean whole = recording.awaitWritten(deadline);
            stream.close();
            if (!isToBeRead()) {
                leaveKept(deadline);
                return withoutPins(whole ? recording.stopTime() : null);
            }
            RecordingSummary tail = stream.hasEnded(deadline) ? events.rest(recording.file(), deadline) : null;
            if (!whole && System.nanoTime() < deadline) {
                missing = Limit.of(LimitKind.LAST_PINS_NOT_WRITTEN);
            } else if (tail == null) {
                missing = Limit.of(LimitKind.LAST_PINS_NOT_READ);
            }
            leaveKept(deadline);
            return tail;
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        } catch (UnreadableRecordingException ignored) {
            missing = Limit.of(LimitKind.LAST_PINS_UNREADABLE);
        } finally {
            recording.deleteFile();
        }
        return null;
    }

    /** A summary of a recording that ended before the first virtual thread, without reading it. */
    private RecordingSummary withoutPins(@Nullable Instant stopped) {
        Instant begun = finished;
        Instant until = stopped != null ? stopped : begun != null ? begun : Instant.now();
        return new RecordingSummary(
                jvm,
                RecordedSpans.of(EpochNanos.nanos(startTime), EpochNanos.nanos(until)),
                0,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private void leaveKept(long deadline) throws InterruptedException {
        RecordingFile kept = recording.kept();
        if (kept != null && kept.awaitWritten(deadline)) {
            begunLater = kept.limit(startTime);
            kept.leave(recording::stopTime, deadline); // before the report, which may take longer than the JVM waits
        }
    }

    /**
     * Moves the recording to the file that the user asked for, or logs why it could not be moved.
     *
     * @param bound the longest wait for JFR to write it, which JFR does in any case
     * @return false if the user asked for the file and it does not exist
     */
    public boolean leave(Duration bound) {
        RecordingFile kept = recording.kept();
        try {
            return kept == null || kept.leave(recording::stopTime, System.nanoTime() + bound.toNanos());
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
