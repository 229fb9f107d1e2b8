package io.vtmonitor.live;

import io.vtmonitor.common.DaemonThread;
import io.vtmonitor.common.ThreadCpu;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.EventStream;
import org.jspecify.annotations.Nullable;

/**
 * The thread that reads the stream of the repository. JFR lets an {@link Error} through. After one caused by a lack of
 * memory, what came meanwhile is read again; any other (our own jar was replaced while the JVM runs) ends the
 * recording. Neither reaches the application's handler of uncaught exceptions. If a chunk can't be read, JFR reports
 * nothing and ends the stream as if it were complete ({@code AbstractEventStream.execute}); then it is read again, too.
 */
final class StreamThread {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** How often in a row a stream may end without having seen a flush. */
    private static final int MOST_ENDS = 10;

    private final LiveEvents events;
    private final RecordingEnd end;
    private final Instant from;
    private final Opener opener;
    private final Duration pause;
    private final Thread thread;
    private volatile EventStream stream;
    private volatile @Nullable ThreadCpu cpu;

    /** Opens what is read. */
    interface Opener {
        EventStream open() throws IOException;
    }

    /** Opens the stream, which is to begin there; not started yet. */
    StreamThread(LiveEvents events, RecordingEnd end, Instant from) throws IOException {
        this(events, end, from, EventStream::openRepository, PAUSE);
    }

    /**
     * Opens the stream by an opener of choice; not started yet.
     *
     * @param pause before it is opened again
     */
    StreamThread(LiveEvents events, RecordingEnd end, Instant from, Opener opener, Duration pause) throws IOException {
        this.events = events;
        this.end = end;
        this.from = from;
        this.opener = opener;
        this.pause = pause;
        stream = opener.open();
        thread = DaemonThread.of("vt-monitor-stream", this::readAll);
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

    /** Its processor time; null before it runs. */
    @Nullable
    ThreadCpu cpu() {
        return cpu;
    }

    private void readAll() {
        cpu = ThreadCpu.ofCaller();
        int ends = 0;
        long flushes = 0;
        while (!end.isExpected()) {
            try {
                stream.start();
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
            if (!readAgain()) {
                return;
            }
        }
    }

    /** Waits for better times, and memory; false where the watch ends meanwhile. */
    private boolean readAgain() {
        while (!end.isExpected() && end.why() == null) {
            try {
                Thread.sleep(pause.toMillis());
                stream.close();
                stream = opener.open();
                events.again(stream, from);
                return true;
            } catch (OutOfMemoryError e) {
                events.unread(e);
            } catch (InterruptedException ignored) {
                return false;
            } catch (Throwable e) {
                end.giveUp(e);
                return false;
            }
        }
        return false;
    }
}
