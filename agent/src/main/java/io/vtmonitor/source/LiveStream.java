package io.vtmonitor.source;

import io.vtmonitor.model.Busy;
import io.vtmonitor.model.Pin;
import java.io.IOException;
import java.lang.invoke.MethodHandles.Lookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pins of this JVM as they end, about a second late.
 *
 * <p>Dangerous here: {@code RecordingStream.startAsync} makes a non-daemon thread that keeps the JVM alive, and a
 * recording started by a stream's own thread misses what comes before that thread runs. So the recording is started
 * first, by the caller, and a stream on the repository, told to begin where the recording did, is read on a daemon
 * thread. At exit JFR's own shutdown hook races with ours; it dumps the recording to the destination given here, and
 * {@link #finish} waits for that and reads what the stream had not delivered.
 */
public final class LiveStream {
    private static final Logger LOG = LoggerFactory.getLogger(LiveStream.class);

    /** How much of the past the recording on disk keeps when the user did not ask for the file. */
    private static final Duration KEPT = Duration.ofSeconds(30);

    private static final long MAX_KEPT_BYTES = 250L << 20;
    private static final long OUT_OF_MEMORY_MILLIS = 1_000;
    private static final String VM_NAME = System.getProperty("java.vm.name", "");

    private final WatchedJvm jvm;
    private final Recording recording = new Recording();
    private final Thread thread;
    private final DeliveredPins delivered = new DeliveredPins();
    private final AtomicLong lostBytes = new AtomicLong();
    private final AtomicLong selfNanos = new AtomicLong();
    private final AtomicLong unread = new AtomicLong();
    private final AtomicLong submitFailures = new AtomicLong();
    private final Path file;
    private final @Nullable Path keepAs;
    private final Runnable watchEvents;
    private final int stackDepth;
    private final EventBudget budget;
    private final DiskGuard guard;
    private final @Nullable Leftovers leftovers;
    private volatile EventStream stream;
    private volatile @Nullable String gaveUp;
    private volatile @Nullable Instant gaveUpAt;
    private volatile boolean finishing;
    private volatile @Nullable String missing;

    /** In this flush. On the stream's thread. */
    private boolean clockKnown;

    /** Whether the stream was opened a second time: some of what it tells has been delivered. */
    private boolean again;

    private @Nullable EventRouter router;
    private Runnable afterFlush = () -> {};
    private Consumer<? super Pin> pins = pin -> {};
    private Consumer<? super Busy> busy = interval -> {};

    private LiveStream(
            WatchedJvm jvm, Function<Class<?>, Lookup> internals, int stackDepth, @Nullable Path keepAs, long allowed)
            throws IOException {
        this.keepAs = keepAs == null ? null : keepAs.toAbsolutePath();
        this.stackDepth = stackDepth;
        boolean legacyLocking = LegacyLocking.inForce(internals);
        this.jvm = jvm.with(legacyLocking, BlindSpots.of(legacyLocking, VM_NAME, stackDepth, List.of()));
        Path temporary = Path.of(System.getProperty("java.io.tmpdir", "."));
        DiskGuard.check(temporary);
        this.file = destination(this.keepAs);
        this.watchEvents = this::commitWatchEvent;
        configure();
        this.budget = new EventBudget(
                this.jvm, allowed, (event, threshold) -> recording.enable(event).withThreshold(threshold));
        recording.start();
        stream = EventStream.openRepository();
        guard = DiskGuard.start(repository(temporary), why -> giveUp(why, ": with none JFR would end the JVM"));
        Leftovers.clear(temporary);
        leftovers = Leftovers.note(temporary, own(file, this.keepAs));
        thread = new Thread(this::readAll, "vt-monitor-stream");
    }

    /**
     * Starts recording; when this returns, no later pin is missed.
     *
     * @param jvm this JVM, with the thresholds to set
     * @param internals full access to the classes of {@code jdk.jfr.internal} and {@code jdk.internal.misc}
     * @param keepAs where the recording is to be left at exit; null to leave none
     * @param allowed events of a kind a second, above which its threshold rises
     * @throws IOException where the recording's file can't be made
     * @throws IllegalStateException where JFR can't start
     */
    public static LiveStream record(
            WatchedJvm jvm, Function<Class<?>, Lookup> internals, @Nullable Path keepAs, long allowed)
            throws IOException {
        int stackDepth = JfrOptions.set(internals); // before the first Recording is made
        return new LiveStream(jvm, internals, stackDepth, keepAs, allowed);
    }

    /** JFR tells it by this property once a stream is open; the folder above stays when it is wiped. */
    private static Path repository(Path otherwise) {
        String told = System.getProperty("jdk.jfr.repository");
        Path parent = told == null ? null : Path.of(told).toAbsolutePath().getParent();
        return parent == null ? otherwise : parent;
    }

    /** What is of no use to anybody when this process is killed; the recording is, where the user asked for it. */
    private static List<Path> own(Path file, @Nullable Path keepAs) {
        List<Path> own = new ArrayList<>();
        if (keepAs == null) {
            own.add(file);
        }
        String told = System.getProperty("jdk.jfr.repository");
        if (told != null) {
            own.add(Path.of(told));
        }
        return own;
    }

    /** Nothing more is recorded; the application runs on. On the guard's thread or the stream's. */
    private void giveUp(String why, String consequence) {
        Instant now = Instant.now();
        gaveUp = "recording ended at " + now + ": " + why;
        gaveUpAt = now;
        try {
            recording.setDestination(null);
            recording.close();
            stream.close();
        } catch (IOException | RuntimeException ending) {
            // Somebody else ended it: so it is.
        }
        LOG.warn("{}{}. The application runs on, its pins are not recorded.", gaveUp, consequence);
    }

    private static Path destination(@Nullable Path keepAs) throws IOException {
        if (keepAs == null) {
            return Files.createTempFile("vt-monitor-" + ProcessHandle.current().pid() + "-", ".jfr");
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

    /**
     * Begins to deliver, from the begin of the recording on. To be called once. Both consumers are called on the stream's
     * thread; at exit, with what the stream has not delivered, on the hook's.
     *
     * @param pinsTo takes the pins
     * @param busyTo takes file I/O
     * @param afterFlush called on the stream's thread after each batch, about once a second
     */
    public void deliver(Consumer<? super Pin> pinsTo, Consumer<? super Busy> busyTo, Runnable afterFlush) {
        pins = pinsTo;
        busy = busyTo;
        router = new EventRouter(
                jvm,
                pin -> {
                    if (!again || !delivered.contains(pin)) {
                        delivered.add(pin);
                        pinsTo.accept(pin);
                    }
                },
                interval -> {
                    if (!again || !delivered.contains(interval)) {
                        delivered.add(interval);
                        busyTo.accept(interval);
                    }
                });
        this.afterFlush = afterFlush;
        subscribe(startTime());
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
    }

    private void subscribe(Instant from) {
        EventRouter to = router;
        if (to == null) {
            return;
        }
        stream.setReuse(true);
        stream.setOrdered(false);
        stream.setStartTime(from);
        to.handlers().forEach((event, handler) -> stream.onEvent(event, timed(event, handler)));
        stream.onEvent(WatchEvent.NAME, event -> to.newChunk());
        stream.onEvent("jdk.DataLoss", event -> lostBytes.addAndGet(event.getLong("amount")));
        stream.onEvent("jdk.VirtualThreadSubmitFailed", event -> submitFailures.incrementAndGet());
        stream.onError(this::unread); // else JFR prints a stack trace
        stream.onFlush(() -> {
            to.flush();
            delivered.flushed();
            clockKnown = false;
            budget.flushed();
            afterFlush.run();
        });
    }

    /**
     * The stream's thread. JFR lets an {@link Error} through: one for want of memory passes, and what came meanwhile is read
     * again; any other (our own jar replaced while the JVM runs) ends the recording. Neither reaches the application's handler
     * of uncaught exceptions.
     */
    private void readAll() {
        while (!finishing) {
            try {
                stream.start();
                return;
            } catch (OutOfMemoryError passing) {
                unread(passing);
                if (!readAgain()) {
                    return;
                }
            } catch (Throwable lasting) {
                end(lasting);
                return;
            }
        }
    }

    /** Waits until there is memory again; false where the watch ends meanwhile. */
    private boolean readAgain() {
        while (!finishing && gaveUp == null) {
            try {
                Thread.sleep(OUT_OF_MEMORY_MILLIS);
                stream.close();
                stream = EventStream.openRepository();
                again = true;
                long until = delivered.until();
                subscribe(until == Long.MIN_VALUE ? startTime() : Instant.ofEpochSecond(0, until));
                return true;
            } catch (OutOfMemoryError still) {
                unread.incrementAndGet();
            } catch (InterruptedException nobodyElseDoes) {
                return false;
            } catch (Throwable lasting) {
                end(lasting);
                return false;
            }
        }
        return false;
    }

    private void end(Throwable lasting) {
        if (finishing || gaveUp != null) {
            return;
        }
        try {
            giveUp(
                    lasting.toString(),
                    lasting instanceof LinkageError ? " (was our jar replaced while this JVM ran?)" : "");
        } catch (Throwable notEvenThat) {
            gaveUpAt = Instant.now();
        }
    }

    /** Something of the stream could not be read; the first time a line says so. */
    private void unread(Throwable failed) {
        try {
            if (unread.getAndIncrement() == 0) {
                LOG.warn(
                        "events could not be read: {}. The application runs on, some pins may be missing.",
                        failed.toString());
            }
        } catch (Throwable noMemoryForTheLine) {
            // The report says it.
        }
    }

    private Consumer<RecordedEvent> timed(String name, Consumer<RecordedEvent> handler) {
        return event -> {
            long begin = System.nanoTime();
            budget.event(name, event.getDuration());
            if (!clockKnown) {
                clockKnown = true;
                delivered.clock(event.getLong("startTime"), RecordedEvents.startNanos(event));
            }
            try {
                handler.accept(event);
            } catch (OutOfMemoryError passing) {
                unread(passing);
            }
            selfNanos.addAndGet(System.nanoTime() - begin);
        };
    }

    /** When the recording ended before the JVM did; null while it runs. */
    public @Nullable Instant ended() {
        return gaveUpAt;
    }

    /** When the recording began. */
    public Instant startTime() {
        Instant start = recording.getStartTime();
        return start == null ? Instant.now() : start;
    }

    /** Event data the JVM says it could not keep, in bytes. */
    public long lostBytes() {
        return lostBytes.get();
    }

    /** How often the scheduler could not take a virtual thread that was to start or go on. */
    public long submitFailures() {
        return submitFailures.get();
    }

    /** Shorter pins are not recorded now: more than was asked for while too many come. */
    public Duration pinnedThreshold() {
        return budget.pinned();
    }

    /** Shorter monitor enters and waits are not recorded now, likewise. */
    public Duration monitorThreshold() {
        return budget.monitor();
    }

    /** What was not recorded because there was too much of it, one sentence each. */
    public List<String> limits() {
        List<String> limits = new ArrayList<>(budget.limits());
        if (gaveUp != null) {
            limits.add(gaveUp);
        }
        if (missing != null) {
            limits.add(missing);
        }
        if (unread.get() > 0) {
            limits.add("events could not be read, " + unread.get() + " times: some pins may be missing");
        }
        return limits;
    }

    /** Time spent on events, in seconds. */
    public double selfSeconds() {
        return selfNanos.get() / 1e9;
    }

    /** This JVM, with what became known when the recording was set up. */
    public WatchedJvm jvm() {
        return jvm;
    }

    /** Ends the recording where no shutdown of the JVM does; it is written to its file as at exit. */
    public void stop() {
        try {
            recording.stop();
        } catch (IllegalStateException stoppedAlready) {
            // by the user, with jcmd
        }
    }

    /** After {@link #stop} and {@link #finish}: takes back what JFR was told of us. */
    public void forget() {
        FlightRecorder.removePeriodicEvent(watchEvents);
        FlightRecorder.unregister(WatchEvent.class);
        recording.close();
    }

    /**
     * Waits for the recording to be written (at exit by JFR's own hook), delivers the pins the stream has not, and leaves
     * the file where the user asked for it.
     *
     * @param bound no longer than this
     * @return what the recording tells, null where it was not written or read in time
     */
    public @Nullable Reading finish(Duration bound) {
        finishing = true;
        guard.close();
        if (gaveUp != null) {
            leaveFile();
            return null;
        }
        long deadline = System.nanoTime() + bound.toNanos();
        try {
            while (recording.getState() != RecordingState.CLOSED && System.nanoTime() < deadline) {
                Thread.sleep(5); // the recorder tells its listeners before the file is complete, its state after
            }
            stream.close();
            thread.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
            Reading tail = thread.isAlive() ? null : new Tail(file, delivered).read(pins, busy, deadline);
            if (tail == null) {
                missing = "what was recorded last could not all be read within " + bound.toSeconds()
                        + " s: some of the last pins are missing";
            }
            return tail;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return null;
        } catch (UnreadableRecordingException unreadable) {
            missing = "what was recorded last can't be read: some of the last pins are missing";
            return null;
        } finally {
            leaveFile();
        }
    }

    private void leaveFile() {
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
}
