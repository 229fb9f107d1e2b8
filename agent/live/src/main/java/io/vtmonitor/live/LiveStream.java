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
 * The pins of this JVM as they end, about a second late.
 *
 * <p>Dangerous here: {@code RecordingStream.startAsync} makes a non-daemon thread that keeps the JVM alive, and a
 * recording started by a stream's own thread misses what comes before that thread runs. So the recording is started
 * first, by the caller, and a stream on the repository, which begins where the recording did, is read on a daemon
 * thread, from the JVM's first virtual thread on. At exit JFR's own shutdown hook races with ours; it dumps the
 * recording to the destination given here, and {@link #finish} waits for that and reads what the stream had not
 * delivered.
 */
public final class LiveStream {
    /** Longer than any report at the end takes. */
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
     * Starts recording; when this returns, no later pin is missed.
     *
     * @param jvm this JVM, with the thresholds to set
     * @param internals full access to the classes of {@code jdk.jfr.internal} and {@code jdk.internal.misc}
     * @param keepAs where the recording is to be left at exit; null to leave none
     * @param allowed events of a kind a second, above which its threshold rises
     * @throws IOException where the recording's file can't be made; nothing is left running then
     * @throws IllegalStateException where JFR can't start
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
        OwnRecording recording =
                new OwnRecording(known, stackDepth, keepAs, folder, new RepositoryOwner(internals, named != null));
        try {
            recording.start();
            LiveStream live = new LiveStream(
                    known, recording, guard, allowed, StreamClock.of(internals), VirtualThreadUse.of(internals));
            recording.noteOwn();
            recording.clearLeftovers();
            return live;
        } catch (RuntimeException | Error e) {
            guard.close();
            recording.discard();
            throw e;
        }
    }

    /**
     * To be called before {@link #deliver}: pins are to bear the id of their thread on every JDK, and events of the
     * application that say what their thread was at are delivered, too, on the stream's thread.
     */
    public void deliverRequests(ContextualEvents.RequestSink sink) {
        String repository = System.getProperty("jdk.jfr.repository");
        boolean complete = jvm.pinnedTellsAll() || repository == null;
        events.deliverRequests(sink, complete ? null : new ChunkThreads(Path.of(repository), OwnRecording.pinTypes()));
        requests = true;
    }

    /** Whether there may be anything: a request may be served by any thread, all else is of virtual threads. */
    public boolean isToBeRead() {
        return requests || anyVirtualThread.getAsBoolean();
    }

    /**
     * Begins to deliver, from the begin of the recording on. To be called once. Both consumers are called on the
     * stream's thread; at exit, with what the stream has not delivered, on that of the tail.
     *
     * @param pins takes the pins
     * @param busy takes file I/O
     * @param first called on the stream's thread before the first of them, once this JVM has had a virtual thread; or
     *     once the recording has been given up
     * @param afterFlush called on the stream's thread after each batch, about once a second, also while there can be no
     *     pin yet
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
     * When the recording ended; null while it runs. At the latest as the JVM begins to end: JFR's hook does not wait
     * for the application's, which may take long and pin.
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
     * Now by the clock that the pins' times are by, nanoseconds since the epoch. The machine's may have been set
     * meanwhile.
     */
    public long now() {
        return clock.now();
    }

    /** Event data the JVM says it could not keep, in bytes. */
    public long lostBytes() {
        return events.lostBytes();
    }

    /** How often the scheduler could not take a virtual thread that was to start or continue. */
    public long submitFailures() {
        return events.submitFailures();
    }

    /** Shorter pins are not recorded now: more than was asked for while too many come. */
    public Duration pinnedThreshold() {
        return events.budget().pinned();
    }

    /** Shorter monitor enters and waits are not recorded now, likewise. */
    public Duration monitorThreshold() {
        return events.budget().monitor();
    }

    /** Shorter file I/O is not recorded now, likewise. */
    public Duration fileThreshold() {
        return events.budget().file();
    }

    /** What was not recorded of that time (nanoseconds since the epoch), or delivered late, and why. */
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

    /** What changed of the JVM goes into the recording, which is to say the same as the live report. */
    public void tell(JvmInfo changed) {
        recording.tell(changed);
    }

    /** Processor time of the stream's thread, in seconds; where the system does not tell, the time spent on events. */
    public double selfSeconds() {
        return ThreadCpu.seconds(stream.cpu(), events.handledNanos());
    }

    /**
     * Bytes that our threads have allocated, by the last event of Flight Recorder, a quarter of a minute ago at most.
     */
    public long selfAllocatedBytes() {
        return events.allocatedBytes();
    }

    /** This JVM, with what became known when the recording was set up. */
    public JvmInfo jvm() {
        return jvm;
    }

    /**
     * Whether somebody keeps what is recorded: the user asked for the recording, or has another. Nobody sees what ours
     * has besides pins. Waits for JFR's lock.
     */
    public boolean isKept() {
        return recording.isKept();
    }

    /** Has somebody know, on the thread that starts it, when another recording begins. To be called once. */
    public void onOtherRecording(Runnable begun) {
        recording.onOther(begun);
    }

    /** Ends the recording where no shutdown of the JVM does; it is written to its file as at exit. */
    public void stop() {
        end.expect();
        recording.stop();
    }

    /** After {@link #stop} and {@link #finish}: takes back our registrations with JFR. */
    public void forget() {
        recording.forget();
    }

    /**
     * Waits for the recording to be written (at exit by JFR's own hook) and delivers the pins the stream has not. To be
     * followed by {@link #leave}.
     *
     * @param bound no longer than this
     * @return what the recording tells, null where it was not written or read in time
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

    /** What a recording tells that ended before the first virtual thread, without reading it. */
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
            kept.leave(recording::stopTime, deadline); // the report may take longer than the JVM waits
        }
    }

    /**
     * Leaves the recording where the user asked for it, or says why not.
     *
     * @param bound for JFR to write it, which it does whether we wait or not
     * @return false where the user asked for it and it is not there
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
