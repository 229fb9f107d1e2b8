package io.vtmonitor.live;

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
 * What is made of a stream's events: pins and file I/O, each once though a stream be opened again, within the budget,
 * the time spent on them counted. On the stream's thread where nothing else is said.
 */
final class LiveEvents {
    private static final Logger LOG = LoggerFactory.getLogger(LiveEvents.class);

    /** Between a chunk's clock and the machine's while it is written; what is read twice is delivered once. */
    private static final long OVERLAP_NANOS = 2_000_000_000L;

    private final DeliveredPins delivered = new DeliveredPins();

    /** Failed submits and lost data, apart from the pins: no budget bounds how many come. */
    private final DeliveredPins counted = new DeliveredPins();

    private final AtomicLong lostBytes = new AtomicLong();
    private final AtomicLong handledNanos = new AtomicLong();
    private final AtomicLong unread = new AtomicLong();
    private final AtomicLong submitFailures = new AtomicLong();
    private final OwnAllocation allocation = new OwnAllocation();
    private final EventBudget budget;
    private final Consumer<RaisedThresholds> raised;

    /** Made for the first stream: a JVM without virtual threads has none. */
    private final Lazy<EventRouter> router;

    private final StreamClock clock;

    /** Whether the stream was opened a second time: some of what it tells has been delivered. */
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
     * @param allowed events of a kind a second, above which {@code setThreshold} is called for it
     * @param runs whether the recording runs
     * @param raised takes what that has raised, while it is raised
     * @param clock that is to follow the stream
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
                    tellRaised();
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
     * Before the stream starts.
     *
     * @param afterFlush called after each batch, about once a second
     */
    void deliverTo(PinSink pinsTo, Consumer<? super FileIo> busyTo, Runnable afterFlush) {
        pins = pinsTo;
        busy = busyTo;
        this.afterFlush = afterFlush;
    }

    /**
     * Hands on what was recorded and not delivered; to be called when the stream's thread has ended.
     *
     * @param file the recording, complete
     * @return what it tells, null where it was not read in time
     */
    @Nullable
    RecordingSummary rest(Path file, long deadline) throws UnreadableRecordingException, InterruptedException {
        return new Tail(file, delivered, clock).read(pins, busy, deadline);
    }

    /**
     * Before the stream starts: events that say what their thread was at are to be delivered, too.
     *
     * @param sink takes them
     * @param threads the ids of threads that the stream does not tell; null where it tells all
     */
    void deliverRequests(ContextualEvents.RequestSink sink, @Nullable ChunkThreads threads) {
        requests = new ContextualEvents(sink);
        chunkThreads = threads;
    }

    private long threadAt(long ticks) {
        ChunkThreads threads = chunkThreads;
        return threads == null ? 0 : threads.at(ticks);
    }

    /** Subscribes to a stream, which is to begin there. */
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
        stream.onError(this::unread); // else JFR prints a stack trace
        stream.onFlush(this::flushed);
    }

    /** Subscribes to a stream that replaces one that broke off. */
    void again(EventStream stream, Instant began) {
        again = true;
        long until = delivered.until();
        of(stream, until == Long.MIN_VALUE ? began : EpochNanos.instant(until - clock.ahead() - OVERLAP_NANOS));
        clock.reopened();
    }

    /** Whether it has not been counted; it is now. */
    private boolean isNew(RecordedEvent event, long detail) {
        if (clock.isAsking()) {
            clock.event(event.getLong("startTime"), RecordedEvents.startNanos(event));
        }
        String kind = event.getEventType().getName();
        long start = RecordedEvents.startNanos(event);
        if (again && counted.contains(kind, start, detail, clock.shift())) {
            return false;
        }
        counted.add(kind, start + clock.shift(), detail);
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
        tellRaised();
        afterFlush.run();
    }

    /** A recording that ends now has it. */
    private void tellRaised() {
        RaisedThresholds now = budget.raised();
        if (!now.limits().isEmpty() && !now.equals(reportedThresholds)) {
            reportedThresholds = now;
            raised.accept(now);
        }
    }

    /** Whether an event is being handled, or one has been since this was last asked. Any thread. */
    boolean wasReading() {
        boolean was = readSince;
        readSince = false;
        return was || reading;
    }

    /** How many came. */
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
            } catch (OutOfMemoryError e) {
                unread(e);
            }
            handledNanos.addAndGet(System.nanoTime() - begin);
            readSince = true;
            reading = false;
        };
    }

    /** Something of the stream could not be read; the first time a line says so. */
    void unread(Throwable failed) {
        try {
            if (unread.getAndIncrement() == 0) {
                LOG.warn(
                        "events could not be read: {}. The application keeps running; some pins may be missing.",
                        failed.toString());
            }
        } catch (Throwable ignored) {
            // Nothing may reach JFR's thread; the report has the count of unread events.
        }
    }

    /** The thresholds in force. Any thread. */
    EventBudget budget() {
        return budget;
    }

    /** How often something could not be read. Any thread. */
    long unread() {
        return unread.get();
    }

    /** Event data the JVM says it could not keep, in bytes. Any thread. */
    long lostBytes() {
        return lostBytes.get();
    }

    /** How often the scheduler could not take a virtual thread that was to start or continue. Any thread. */
    long submitFailures() {
        return submitFailures.get();
    }

    /** Bytes that our threads have allocated, a quarter of a minute late. Any thread. */
    long allocatedBytes() {
        return allocation.bytes();
    }

    /** Time spent on events, in nanoseconds. Any thread. */
    long handledNanos() {
        return handledNanos.get();
    }
}
