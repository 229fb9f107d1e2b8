package io.vtmonitor.live;

import io.vtmonitor.common.DaemonThread;
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
 * The thread that reads the stream of the repository. It opens the stream once there is something to read: the JDK's
 * reader takes a sixth of a second of processor time to start, and all that is recorded until then is read as well. JFR
 * lets an {@link Error} through. After one caused by a lack of memory, what came meanwhile is read again; any other
 * (our own jar was replaced while the JVM runs) ends the recording. Neither reaches the application's handler of
 * uncaught exceptions. If a chunk can't be read, JFR reports nothing and ends the stream as if it were complete
 * ({@code AbstractEventStream.execute}); then it is read again, too.
 */
final class StreamThread {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** Between two looks for something to read. */
    private static final long LOOK_NANOS = 250_000_000;

    private static final int LOOKS_A_SECOND = 4;

    /** How often in a row a stream may end without having seen a flush. */
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

    /** Opens what is read. */
    interface Opener {
        EventStream open() throws IOException;
    }

    /**
     * Not started yet.
     *
     * @param from where the stream is to begin
     * @param anything whether there may be something to read
     */
    StreamThread(LiveEvents events, RecordingEnd end, Instant from, BooleanSupplier anything) {
        this(events, end, from, anything, EventStream::openRepository, PAUSE);
    }

    /**
     * Not started yet.
     *
     * @param opener opens the stream
     * @param pause before it is opened again
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
     * Begins to read as soon as there is something to read.
     *
     * @param first called on this thread before it reads; or once the recording has been given up, as this thread no
     *     longer looks then for something to read
     * @param nothingYet called on this thread, about once a second, while there is nothing to read
     */
    void start(Runnable first, Runnable nothingYet) {
        this.first = first;
        this.nothingYet = nothingYet;
        thread.start();
    }

    /** Ends the reading; what is under way is finished. */
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

    /** Null where it was closed before. */
    private synchronized @Nullable EventStream open() throws IOException {
        EventStream ended = stream;
        if (ended != null) {
            ended.close();
        }
        EventStream opened = closed ? null : opener.open();
        stream = opened;
        return opened;
    }

    /** False where the recording ends before there is anything. */
    private boolean awaitAnything() {
        try {
            for (int look = 1; !anything.getAsBoolean(); look++) {
                if (look % LOOKS_A_SECOND == 0) {
                    tellNothing();
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

    private void tellNothing() {
        try {
            nothingYet.run();
        } catch (RuntimeException | Error ignored) {
            // No memory for a moment.
        }
    }

    /**
     * Waits for its end.
     *
     * @param deadline as {@link System#nanoTime} tells it
     * @return false where it has not ended by then
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
                if (end.isOver() || RecordingEnd.isJvmEnding()) {
                    return;
                }
                ends = events.flushes() == flushes ? ends + 1 : 1;
                flushes = events.flushes();
                if (ends >= MOST_ENDS) {
                    throw new IOException("JFR's stream of its repository has ended " + ends + " times in a row");
                }
                events.unread(new IOException("JFR has ended the stream of its repository"));
            } catch (OutOfMemoryError e) {
                events.unread(e);
            } catch (Throwable e) {
                end.giveUp(e);
                return;
            }
            if (!awaitBetterTimes()) {
                return;
            }
        }
    }

    /** Has what takes the events made; false where that fails for a reason that lasts. */
    private boolean isReady() {
        do {
            try {
                first.run();
                return true;
            } catch (OutOfMemoryError e) {
                events.unread(e);
            } catch (Throwable e) {
                end.giveUp(e);
                return false;
            }
        } while (awaitBetterTimes());
        return false;
    }

    /** And memory; false where the watch ends meanwhile. */
    private boolean awaitBetterTimes() {
        try {
            return !looks.await(pause.toNanos()) && end.why() == null;
        } catch (InterruptedException ignored) {
            return false;
        }
    }
}
