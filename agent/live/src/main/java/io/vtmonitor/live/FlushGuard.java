package io.vtmonitor.live;

import io.vtmonitor.common.DaemonThread;
import io.vtmonitor.common.Pause;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks that JFR still flushes, which it does every second, and that the recording runs. JFR's periodic thread can end
 * because of a heap that was full for a moment, or be blocked by a periodic event of the application. Then the
 * recording continues, but no pin would be delivered until the JVM ends. A chunk that is ended is read completely, so
 * if no flush comes, a chunk is ended from time to time.
 *
 * <p>Time is counted in looks, not by the clock: a process that was stopped, or a machine that slept, has missed no
 * flush. The thread is its own, since to ask JFR for anything takes a lock that an event of the application's may hold
 * for ever.
 */
final class FlushGuard implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FlushGuard.class);
    private static final int LOOKS_WITHOUT = 10;
    private static final long NANOS_BETWEEN = 1_000_000_000;

    /** The first flush is given longer: a start may be slow. It must have its end, too: a heap can be full at once. */
    private static final int MORE_FOR_THE_FIRST = 10;

    private final Recorder recorder;
    private final Pause pause = new Pause();
    private final AtomicInteger looks = new AtomicInteger(-MORE_FOR_THE_FIRST);
    private final AtomicInteger missed = new AtomicInteger();
    private final AtomicInteger inTime = new AtomicInteger();
    private volatile boolean reported;
    private int behind;
    private volatile boolean toldBehind;
    private volatile boolean flushedSinceLook;

    /** So many flushes in a row that no ended chunk brought are JFR's own again. */
    private static final int IN_TIME = 5;

    /** What is looked at. */
    interface Recorder {
        /** Whether anybody reads what is flushed. */
        boolean isRead();

        /**
         * Whether our own thread has been at work on events since the last time it was asked: no flush can arrive then.
         */
        boolean isReading();

        /** Whether the recording is over; the thread that answers says so. */
        boolean hasEnded();

        /** Has JFR end the chunk it writes. */
        void endChunk();
    }

    FlushGuard(Recorder recorder) {
        this.recorder = recorder;
    }

    /** Looks once a second from now on, on a thread of its own. */
    void start() {
        Thread thread = DaemonThread.of("vt-monitor-flush", this::run);
        thread.start();
    }

    /** A flush came. Any thread. */
    void flushed() {
        looks.set(0);
        flushedSinceLook = true;
        if (inTime.incrementAndGet() >= IN_TIME) {
            takeBack();
        }
    }

    private void takeBack() {
        boolean stopped = reported;
        if (stopped || toldBehind) {
            reported = false;
            toldBehind = false;
            LOG.info(
                    "{}: pins are reported about a second after they end",
                    stopped ? "Flight Recorder flushes again" : "the agent has caught up");
        }
    }

    private void run() {
        try {
            boolean over = false;
            while (!over && !pause.await(NANOS_BETWEEN)) {
                over = look();
            }
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks once; true where the recording is over. */
    boolean look() {
        try {
            if (recorder.hasEnded()) {
                return true;
            }
            if (!recorder.isRead()) {
                return false;
            }
            if (recorder.isReading()) {
                looks.updateAndGet(without -> Math.min(without, 0));
                lookBehind();
                return false;
            }
            behind = 0;
            if (looks.incrementAndGet() >= LOOKS_WITHOUT) {
                inTime.set(0);
                tell();
                recorder.endChunk();
                missed.incrementAndGet();
                looks.set(0);
            }
        } catch (RuntimeException | Error ignored) {
            // The next check tries again.
        }
        return false;
    }

    private void lookBehind() {
        if (flushedSinceLook) {
            flushedSinceLook = false;
            behind = 0;
        } else if (++behind >= LOOKS_WITHOUT && !toldBehind) {
            inTime.set(0);
            toldBehind = true;
            LOG.warn("the agent's own thread is behind with reading what Flight Recorder wrote: until it has caught "
                    + "up, pins are reported late");
        }
    }

    private void tell() {
        if (reported) {
            return;
        }
        try {
            LOG.warn("Flight Recorder has stopped flushing: a full heap ended its thread, or a periodic event of the "
                    + "application blocks it. From now on pins are reported about ten seconds late, or at the JVM's "
                    + "end.");
            reported = true;
        } catch (RuntimeException | Error ignored) {
            // The warning is logged at a later check; ending the chunk must not wait for it.
        }
    }

    /** How often a chunk was ended because no flush had come in time. */
    int missed() {
        return missed.get();
    }

    /** Whether flushes are missed still. */
    boolean stopped() {
        return reported;
    }

    @Override
    public void close() {
        pause.end();
    }
}
