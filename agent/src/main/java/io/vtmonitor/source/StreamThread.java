package io.vtmonitor.source;

import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.EventStream;

/**
 * The thread that reads the stream of the repository. JFR lets an {@link Error} through: one for want of memory passes, and what
 * came meanwhile is read again; any other (our own jar replaced while the JVM runs) ends the recording. Neither reaches the
 * application's handler of uncaught exceptions.
 */
final class StreamThread {
    private static final long OUT_OF_MEMORY_MILLIS = 1_000;

    private final LiveEvents events;
    private final RecordingEnd end;
    private final Instant from;
    private final Thread thread;
    private volatile EventStream stream;

    /** Opens the stream, which is to begin there; not started yet. */
    StreamThread(LiveEvents events, RecordingEnd end, Instant from) throws IOException {
        this.events = events;
        this.end = end;
        this.from = from;
        stream = EventStream.openRepository();
        thread = new Thread(this::readAll, "vt-monitor-stream");
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
    }

    void start() {
        events.of(stream, from);
        thread.start();
    }

    /** Ends the reading; what is under way is finished. */
    void close() {
        stream.close();
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

    private void readAll() {
        while (!end.isExpected()) {
            try {
                stream.start();
                return;
            } catch (OutOfMemoryError passing) {
                events.unread(passing);
                if (!readAgain()) {
                    return;
                }
            } catch (Throwable lasting) {
                end.giveUp(lasting);
                return;
            }
        }
    }

    /** Waits until there is memory again; false where the watch ends meanwhile. */
    private boolean readAgain() {
        while (!end.isExpected() && end.why() == null) {
            try {
                Thread.sleep(OUT_OF_MEMORY_MILLIS);
                stream.close();
                stream = EventStream.openRepository();
                events.again(stream, from);
                return true;
            } catch (OutOfMemoryError still) {
                events.unread(still);
            } catch (InterruptedException nobodyElseDoes) {
                return false;
            } catch (Throwable lasting) {
                end.giveUp(lasting);
                return false;
            }
        }
        return false;
    }
}
