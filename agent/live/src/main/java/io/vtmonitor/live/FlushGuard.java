package io.vtmonitor.live;

import io.vtmonitor.common.DaemonThread;
import io.vtmonitor.common.Pause;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks that JFR still flushes, which it does every second, and that the recording runs. JFR's periodic thread may end
 * because the heap was full for a moment, or be blocked by a periodic event of the application. Then the recording
 * continues, but the stream delivers no pins until the JVM ends. As the stream delivers chunks that have ended, this
 * has JFR end its chunk if no flush comes.
 *
 * <p>It counts checks, not time: if a process was stopped or a machine slept, no flush is missing. It has a thread of
 * its own because calls of JFR need a lock, which an event of the application may hold forever.
 */
final class FlushGuard implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FlushGuard.class);
    private static final int LOOKS_WITHOUT = 10;
    private static final long NANOS_BETWEEN = 1_000_000_000;

    /**
     * The first flush may take so many checks longer, as a start may be slow. It is not exempt, because the heap may be
     * full from the start on.
     */
    private static final int MORE_FOR_THE_FIRST = 10;

    private final Recorder recorder;
    private final Pause pause = new Pause();
    private final AtomicInteger looks = new AtomicInteger(-MORE_FOR_THE_FIRST);
    private final AtomicInteger missed = new AtomicInteger();
    private final AtomicInteger inTime = new AtomicInteger();
    private volatile boolean reported;
    private int behind;
    private volatile boolean reportedBehind;
    private volatile boolean flushedSinceLook;

    /** So many flushes without the end of a chunk show that JFR flushes again. */
    private static final int IN_TIME = 5;

    /** What is checked. */
    interface Recorder {
        /** Whether flushes are read. */
        boolean isRead();

        /**
         * Whether our thread has handled events since the last call: then a flush is not expected, as it comes after
         * all events before it.
         */
        boolean isReading();

        /** Whether the recording has ended. Logs it if nobody has done so. */
        boolean hasEnded();

        /** Has JFR end the current chunk. */
        void endChunk();
    }

    FlushGuard(Recorder recorder) {
        this.recorder = recorder;
    }

    /** Starts to check once a second, on a thread of its own. */
    void start() {
        Thread thread = DaemonThread.of("vt-monitor-flush", this::run);
        thread.start();
    }

    /** Called at each flush, by any thread. */
    void flushed() {
        looks.set(0);
        flushedSinceLook = true;
        if (inTime.incrementAndGet() >= IN_TIME) {
            reportInTime();
        }
    }

    private void reportInTime() {
        boolean stopped = reported;
        if (stopped || reportedBehind) {
            reported = false;
            reportedBehind = false;
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

    /** Checks once; returns true if the recording is over. */
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
                checkBehind();
                return false;
            }
            behind = 0;
            if (looks.incrementAndGet() >= LOOKS_WITHOUT) {
                inTime.set(0);
                warnStopped();
                recorder.endChunk();
                missed.incrementAndGet();
                looks.set(0);
            }
        } catch (RuntimeException | Error ignored) {
            // The next check tries again.
        }
        return false;
    }

    private void checkBehind() {
        if (flushedSinceLook) {
            flushedSinceLook = false;
            behind = 0;
        } else if (++behind >= LOOKS_WITHOUT && !reportedBehind) {
            inTime.set(0);
            reportedBehind = true;
            LOG.warn("the agent's own thread is behind with reading what Flight Recorder wrote: until it has caught "
                    + "up, pins are reported late");
        }
    }

    private void warnStopped() {
        if (reported) {
            return;
        }
        try {
            LOG.warn("Flight Recorder has stopped flushing: a full heap ended its thread, or a periodic event of the "
                    + "application blocks it. From now on pins are reported about ten seconds late, or at the JVM's "
                    + "end.");
            reported = true;
        } catch (RuntimeException | Error ignored) {
            // A later check logs the warning. The end of the chunk must not depend on it.
        }
    }

    /** How often a chunk was ended because a flush was missing. */
    int missed() {
        return missed.get();
    }

    /** Whether flushes are missing at this time. */
    boolean stopped() {
        return reported;
    }

    @Override
    public void close() {
        pause.end();
    }
}
