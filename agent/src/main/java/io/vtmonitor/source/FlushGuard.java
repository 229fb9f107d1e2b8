package io.vtmonitor.source;

import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees that JFR still flushes, which it does every second. Its periodic thread can end, of a heap that was full for a moment
 * (JDK 21), or be kept by a periodic event of the application's: the recording goes on, and nobody would be told of a pin until
 * the JVM ends. A chunk that is ended is read whole, so where no flush comes one is ended now and then.
 *
 * <p>Time is counted in looks, not by the clock: a process that was stopped, or a machine that slept, has missed no flush.
 */
final class FlushGuard {
    private static final Logger LOG = LoggerFactory.getLogger(FlushGuard.class);

    /** Until the first flush, for longer than a start can take. */
    private static final int NOT_YET = -1_000_000;

    private final int looksWithout;
    private final Runnable endChunk;
    private final AtomicInteger looks = new AtomicInteger(NOT_YET);
    private final AtomicInteger ended = new AtomicInteger();

    /**
     * @param looksWithout a flush must come within so many looks
     * @param endChunk has JFR end its chunk
     */
    FlushGuard(int looksWithout, Runnable endChunk) {
        this.looksWithout = looksWithout;
        this.endChunk = endChunk;
    }

    /** A flush came. Any thread. */
    void flushed() {
        looks.set(0);
    }

    /** Called at even intervals, on one thread. */
    void look() {
        if (looks.incrementAndGet() < looksWithout) {
            return;
        }
        looks.set(0);
        endChunk.run();
        if (ended.getAndIncrement() == 0) {
            LOG.warn(
                    "Flight Recorder has stopped flushing: a full heap has ended its own thread, or a periodic event of the"
                            + " application's keeps it. From now on pins are told about ten seconds late.");
        }
    }

    /** How often a chunk had to be ended. */
    int chunksEnded() {
        return ended.get();
    }
}
