package io.vtmonitor.live;

import io.vtmonitor.common.DaemonThread;
import io.vtmonitor.common.EpochNanos;
import io.vtmonitor.common.Lazy;
import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.PinSink;
import io.vtmonitor.pins.AgentInfoEvent;
import io.vtmonitor.pins.EventRouter;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.RaisedThresholds;
import io.vtmonitor.pins.RecordedEvents;
import io.vtmonitor.recording.RecordingSummary;
import io.vtmonitor.recording.UnreadableRecordingException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the events of a stream into pins and file I/O. Each is delivered once, even if the stream is opened again.
 * Keeps to the budget, and measures the time spent on events. Called on the stream's thread unless noted otherwise.
 */
final class LiveEvents {
    private static final Logger LOG = LoggerFactory.getLogger(LiveEvents.class);

    /**
     * The difference between the clock of a chunk and the machine's while the chunk is written is less than this.
     * Events that are read twice because of it are delivered once.
     */
    private static final long OVERLAP_NANOS = 2_000_000_000L;

    private final DeliveredPins delivered = new DeliveredPins();

    /** Failed submits and lost data. Separate from pins because no budget bounds their number. */
    private final DeliveredPins counted = new DeliveredPins();

    private final AtomicLong lostBytes = new AtomicLong();
    private final AtomicLong handledNanos = new AtomicLong();
    private final AtomicLong unread = new AtomicLong();
    private final AtomicLong submitFailures = new AtomicLong();
    private final OwnAllocation allocation = new OwnAllocation();
    private final EventBudget budget;
    private final Consumer<RaisedThresholds> raised;

    /** Created for the first stream, which a JVM without virtual threads does not have. */
    private final Lazy<EventRouter> router;

    private final StreamClock clock;

    /** Whether the stream was opened again: then some of its events have already been delivered. */
    private boolean again;

    private volatile boolean reading;
    private volatile boolean readSince;
    private long flushes;
    private RaisedThresholds reportedThresholds = RaisedThresholds.NONE;
    private PinSink pins = pin -> {};
    private Consumer<? super FileIo> busy = interval -> {};
    private Runnable afterFlush = () -> {};
    private @Nullable ContextualEvents requests;
    private @Nullable ChunkThreads chunkThreads;

    /**
     * @param allowed events of each kind per second; if there are more, {@code setThreshold} is called for the kind
     * @param runs whether the recording runs
     * @param raised receives the thresholds that were raised, each time that they change
     * @param clock the clock of the stream, which this updates
     */
    LiveEvents(
            JvmInfo jvm,
            long allowed,
            BooleanSupplier runs,
            BiConsumer<String, Duration> setThreshold,
            Consumer<RaisedThresholds> raised,
            StreamClock clock) {
        this.clock = clock;
        this.raised = raised;
        budget = new EventBudget(
                jvm,
                allowed,
                runs,
                (event, threshold) -> {
                    setThreshold.accept(event, threshold);
                    reportRaised();
                },
                clock::now);
        router = new Lazy<>(() -> new EventRouter(
                jvm,
                pin -> {
                    if (!again || !delivered.contains(pin, clock.shift())) {
                        delivered.add(clock.shifted(pin));
                        pins.accept(clock.shifted(pin));
                    }
                },
                interval -> {
                    if (!again || !delivered.contains(interval, clock.shift())) {
                        delivered.add(clock.shifted(interval));
                        busy.accept(clock.shifted(interval));
                    }
                },
                this::threadAt));
    }

    /**
     * Called before the stream starts.
     *
     * @param afterFlush called after each batch, about once a second
     */
    void deliverTo(PinSink pinsTo, Consumer<? super FileIo> busyTo, Runnable afterFlush) {
        pins = pinsTo;
        busy = busyTo;
        this.afterFlush = afterFlush;
    }

    /**
     * Delivers what was recorded and not delivered. Called when the stream's thread has ended.
     *
     * @param file the complete recording
     * @return a summary of the recording; null if it could not be read in time
     */
    @Nullable
    RecordingSummary rest(Path file, long deadline) throws UnreadableRecordingException, InterruptedException {
        return new Tail(file, delivered, clock).read(pins, busy, deadline);
    }

    /**
     * Also delivers events that say what their thread was working on. Called before the stream starts.
     *
     * @param sink receives them
     * @param threads the ids of threads that the stream does not have; null if it has all
     */
    void deliverRequests(ContextualEvents.RequestSink sink, @Nullable ChunkThreads threads) {
        requests = new ContextualEvents(sink, this::isNew);
        chunkThreads = threads;
    }

    private long threadAt(long ticks) {
        ChunkThreads threads = chunkThreads;
        return threads == null ? 0 : threads.at(ticks);
    }

    /** Subscribes to a stream, and sets the time from which on it delivers. */
    void of(EventStream stream, Instant from) {
        stream.setReuse(true);
        stream.setOrdered(false);
        stream.setStartTime(from);
        EventRouter routing = router.get();
        routing.handlers().forEach((event, handler) -> stream.onEvent(event, timed(event, handler)));
        stream.onEvent(AgentInfoEvent.NAME, event -> routing.newChunk());
        stream.onEvent("jdk.DataLoss", event -> {
            long amount = event.getLong("amount");
            if (isNew(event, amount)) {
                lostBytes.addAndGet(amount);
            }
        });
        stream.onEvent("jdk.VirtualThreadSubmitFailed", event -> {
            if (isNew(event, event.getLong("javaThreadId"))) {
                submitFailures.incrementAndGet();
            }
        });
        allocation.of(stream);
        ContextualEvents contextual = requests;
        if (contextual != null) {
            contextual.of(stream, this::unread);
        }
        stream.onError(this::unread); // otherwise JFR prints a stack trace
        stream.onFlush(this::flushed);
    }

    /** Subscribes to a stream that replaces one that has ended early. */
    void again(EventStream stream, Instant began) {
        again = true;
        long until = delivered.until();
        of(stream, until == Long.MIN_VALUE ? began : EpochNanos.instant(until - clock.ahead() - OVERLAP_NANOS));
        clock.reopened();
    }

    /** Whether the event has not been counted; counts it. */
    private boolean isNew(RecordedEvent event, long detail) {
        if (clock.isAsking()) {
            clock.event(event.getLong("startTime"), RecordedEvents.startNanos(event));
        }
        String kind = event.getEventType().getName();
        long start = RecordedEvents.startNanos(event);
        long end = start + RecordedEvents.durationNanos(event);
        if (again && counted.contains(kind, start, end, detail, clock.shift())) {
            return false;
        }
        counted.add(kind, start + clock.shift(), end + clock.shift(), detail);
        return true;
    }

    private void flushed() {
        flushes++;
        router.get().flush();
        ChunkThreads threads = chunkThreads;
        if (threads != null) {
            threads.flushed();
        }
        delivered.flushed();
        counted.flushed();
        clock.flushed();
        budget.flushed();
        reportRaised();
        afterFlush.run();
    }

    /** Passes raised thresholds on at once, so that a recording that ends now has them. */
    private void reportRaised() {
        RaisedThresholds now = budget.raised();
        if (!now.limits().isEmpty() && !now.equals(reportedThresholds)) {
            reportedThresholds = now;
            raised.accept(now);
        }
    }

    /** Whether an event is being handled, or was handled since the last call. Any thread. */
    boolean wasReading() {
        boolean was = readSince;
        readSince = false;
        return was || reading;
    }

    /** The number of flushes. */
    long flushes() {
        return flushes;
    }

    private Consumer<RecordedEvent> timed(String name, Consumer<RecordedEvent> handler) {
        return event -> {
            long begin = System.nanoTime();
            reading = true;
            if (clock.isAsking()) {
                clock.event(event.getLong("startTime"), RecordedEvents.startNanos(event));
            }
            budget.event(name, RecordedEvents.startNanos(event) + clock.shift(), event.getDuration());
            try {
                handler.accept(event);
            } catch (RuntimeException | Error e) {
                if (!DaemonThread.isOutOfMemory(e)) {
                    throw e;
                }
                unread(e);
            }
            handledNanos.addAndGet(System.nanoTime() - begin);
            readSince = true;
            reading = false;
        };
    }

    /** Counts events that could not be read, and logs the first failure. */
    void unread(Throwable failed) {
        try {
            if (unread.getAndIncrement() == 0) {
                LOG.warn(
                        "events could not be read: {}. The application keeps running; some pins may be missing.",
                        failed.toString());
            }
        } catch (Throwable ignored) {
            // No exception may reach JFR's thread. The report has the number of unread events.
        }
    }

    /** The current thresholds. Any thread. */
    EventBudget budget() {
        return budget;
    }

    /** How often something could not be read. Any thread. */
    long unread() {
        return unread.get();
    }

    /** Bytes of event data that were lost, as the JVM reports it. Any thread. */
    long lostBytes() {
        return lostBytes.get();
    }

    /** How often the scheduler could not accept a virtual thread that was started or continued. Any thread. */
    long submitFailures() {
        return submitFailures.get();
    }

    /** Bytes that our threads have allocated, as of at most 15 s ago. Any thread. */
    long allocatedBytes() {
        return allocation.bytes();
    }

    /** Nanoseconds spent on events. Any thread. */
    long handledNanos() {
        return handledNanos.get();
    }
}
