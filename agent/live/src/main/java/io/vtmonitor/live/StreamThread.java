package io.vtmonitor.live;

import io.vtmonitor.common.DaemonThread;
import io.vtmonitor.common.OwnProcess;
import io.vtmonitor.common.Pause;
import io.vtmonitor.common.ThreadCpu;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import jdk.jfr.consumer.EventStream;
import org.jspecify.annotations.Nullable;

/**
 * The thread that reads the stream of the repository. It opens the stream when there is something to read, because the
 * JDK's reader needs a sixth of a second of processor time to start. What was recorded before is read, too. JFR does
 * not catch an {@link Error}: if memory was the reason, the stream is opened again, and nothing is lost. Any other
 * error, such as one because our jar was replaced while the JVM runs, ends the recording. No error reaches the
 * application's handler of uncaught exceptions. If JFR can't read a chunk, it reports nothing and ends the stream as if
 * it were complete ({@code AbstractEventStream.execute}); then the stream is opened again, too.
 */
final class StreamThread {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** The time between two checks whether there is something to read. */
    private static final long LOOK_NANOS = 250_000_000;

    private static final int LOOKS_A_SECOND = 4;

    /** How often in succession a stream may end without a flush. */
    private static final int MOST_ENDS = 10;

    private final LiveEvents events;
    private final RecordingEnd end;
    private final Instant from;
    private final Opener opener;
    private final Duration pause;
    private final BooleanSupplier anything;
    private final Pause looks = new Pause();
    private final Thread thread;
    private Runnable first = () -> {};
    private Runnable nothingYet = () -> {};
    private boolean closed;
    private volatile boolean reading;
    private volatile @Nullable EventStream stream;
    private volatile @Nullable ThreadCpu cpu;

    /** Opens the stream. */
    interface Opener {
        EventStream open() throws IOException;
    }

    /**
     * Does not read before {@link #start}.
     *
     * @param from the time from which on to read
     * @param anything whether there may be something to read
     */
    StreamThread(LiveEvents events, RecordingEnd end, Instant from, BooleanSupplier anything) {
        this(events, end, from, anything, EventStream::openRepository, PAUSE);
    }

    /**
     * Does not read before {@link #start}.
     *
     * @param opener opens the stream
     * @param pause the time before it is opened again
     */
    StreamThread(
            LiveEvents events,
            RecordingEnd end,
            Instant from,
            BooleanSupplier anything,
            Opener opener,
            Duration pause) {
        this.events = events;
        this.end = end;
        this.from = from;
        this.opener = opener;
        this.pause = pause;
        this.anything = anything;
        thread = DaemonThread.of("vt-monitor-stream", this::readAll);
    }

    /**
     * Starts to read when there is something to read.
     *
     * @param first called on this thread before it reads, or when the recording has been given up before there was
     *     anything to read
     * @param nothingYet called on this thread, about once a second, while there is nothing to read
     */
    void start(Runnable first, Runnable nothingYet) {
        this.first = first;
        this.nothingYet = nothingYet;
        thread.start();
    }

    /** Ends the reading, after the event that is being handled. */
    void close() {
        looks.end();
        synchronized (this) {
            closed = true;
            EventStream opened = stream;
            if (opened != null) {
                opened.close();
            }
        }
    }

    /** Whether there has been something to read. Any thread. */
    boolean isReading() {
        return reading;
    }

    /** Null if this was closed. */
    private synchronized @Nullable EventStream open() throws IOException {
        EventStream ended = stream;
        if (ended != null) {
            ended.close();
        }
        EventStream opened = closed ? null : opener.open();
        stream = opened;
        return opened;
    }

    /** Returns false if it is closed before there is anything to read. */
    private boolean awaitAnything() {
        try {
            for (int look = 1; !anything.getAsBoolean(); look++) {
                if (look % LOOKS_A_SECOND == 0) {
                    callNothingYet();
                }
                if (looks.await(LOOK_NANOS)) {
                    return false;
                }
            }
            return true;
        } catch (InterruptedException ignored) {
            return false;
        }
    }

    private void callNothingYet() {
        try {
            nothingYet.run();
        } catch (RuntimeException | Error ignored) {
            // Out of memory: the next call may succeed.
        }
    }

    /**
     * Waits until the thread has ended.
     *
     * @param deadline a {@link System#nanoTime}
     * @return false if it has not ended by then
     */
    boolean hasEnded(long deadline) throws InterruptedException {
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
        return !thread.isAlive();
    }

    /** Its processor time; null before it runs. */
    @Nullable
    ThreadCpu cpu() {
        return cpu;
    }

    private void readAll() {
        cpu = ThreadCpu.ofCaller();
        boolean any = awaitAnything();
        if (!(any || end.why() != null) || !isReady() || !any) {
            return;
        }
        reading = true;
        int ends = 0;
        long flushes = 0;
        boolean first = true;
        while (!end.isExpected()) {
            try {
                EventStream opened = open();
                if (opened == null) {
                    return;
                }
                if (first) {
                    events.of(opened, from);
                } else {
                    events.again(opened, from);
                }
                first = false;
                opened.start();
                if (end.isOver() || OwnProcess.isEnding()) {
                    return;
                }
                ends = events.flushes() == flushes ? ends + 1 : 1;
                flushes = events.flushes();
                if (ends >= MOST_ENDS) {
                    throw new IOException("JFR's stream of its repository has ended " + ends + " times in a row");
                }
                events.unread(new IOException("JFR has ended the stream of its repository"));
            } catch (Throwable e) {
                if (!DaemonThread.isOutOfMemory(e)) {
                    end.giveUp(e);
                    return;
                }
                events.unread(e);
            }
            if (!awaitRetry()) {
                return;
            }
        }
    }

    /** Calls {@code first}. Returns false if that fails for a reason other than memory. */
    private boolean isReady() {
        do {
            try {
                first.run();
                return true;
            } catch (Throwable e) {
                if (!DaemonThread.isOutOfMemory(e)) {
                    end.giveUp(e);
                    return false;
                }
                events.unread(e);
            }
        } while (awaitRetry());
        return false;
    }

    /** Waits for {@link #PAUSE}, after which there may be memory again; returns false if the watch has ended. */
    private boolean awaitRetry() {
        try {
            return !looks.await(pause.toNanos()) && end.why() == null;
        } catch (InterruptedException ignored) {
            return false;
        }
    }
}
