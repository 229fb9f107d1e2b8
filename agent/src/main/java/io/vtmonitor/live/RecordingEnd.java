package io.vtmonitor.live;

import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether, when and why the recording ended before the JVM did: given up by us, or stopped by somebody else. The first reason
 * counts. All methods may be called by any thread.
 */
final class RecordingEnd {
    private static final Logger LOG = LoggerFactory.getLogger(RecordingEnd.class);

    private final OwnRecording recording;
    private final Runnable closing;
    private volatile @Nullable String why;
    private volatile @Nullable Instant at;
    private volatile boolean abandoned;
    private volatile boolean expected;

    /**
     * Of one that runs.
     *
     * @param closing what is to be done, beside the recording itself, where it is given up
     */
    RecordingEnd(OwnRecording recording, Runnable closing) {
        this.recording = recording;
        this.closing = closing;
    }

    /** From now on it ends as it should. */
    void expect() {
        expected = true;
    }

    /** Whether it is to end as it should. */
    boolean isExpected() {
        return expected;
    }

    /** Whether nothing is recorded any more; where somebody else has ended it, that is told and the stream closed. */
    boolean isOver() {
        if (expected || why != null) {
            return true;
        }
        if (!recording.hasEnded() || isJvmEnding()) {
            return false;
        }
        tellStopped();
        return true;
    }

    private synchronized void tellStopped() {
        if (why != null) {
            return;
        }
        Instant now = Instant.now();
        at = now;
        why = "recording ended at " + now + ": somebody else has stopped it (JFR.stop?)";
        close(); // the stream would go on to tell what other recordings ask for
        LOG.warn("{}. The application runs on, its pins are not recorded.", why);
    }

    private void close() {
        try {
            closing.run();
        } catch (RuntimeException closed) {
            // So it is.
        }
    }

    /** JFR's own hook ends all recordings then. */
    static boolean isJvmEnding() {
        Thread none = new Thread(() -> {}, "vt-monitor-none");
        try {
            Runtime.getRuntime().addShutdownHook(none);
            return !Runtime.getRuntime().removeShutdownHook(none);
        } catch (IllegalStateException ending) {
            return true;
        }
    }

    /** Nothing more is recorded; the application runs on. */
    void giveUp(String reason, String consequence) {
        if (why != null) {
            return;
        }
        Instant now = Instant.now();
        why = "recording ended at " + now + ": " + reason;
        at = now;
        abandoned = true;
        try {
            recording.abandon();
        } catch (IOException | RuntimeException ending) {
            // Somebody else ended it: so it is.
        }
        close();
        LOG.warn("{}{}. The application runs on, its pins are not recorded.", why, consequence);
    }

    /** Likewise, where the stream can't be read for a reason that lasts. */
    void giveUp(Throwable lasting) {
        if (isExpected() || why != null) {
            return;
        }
        try {
            giveUp(
                    lasting.toString(),
                    lasting instanceof LinkageError ? " (was our jar replaced while this JVM ran?)" : "");
        } catch (Throwable notEvenThat) {
            abandoned = true;
            at = Instant.now();
        }
    }

    /** Whether we gave it up: there is no file then. */
    boolean isAbandoned() {
        return abandoned;
    }

    /** When it ended before the JVM did; null while it runs. */
    @Nullable
    Instant at() {
        return at;
    }

    /** Why, as a sentence; null while it runs. */
    @Nullable
    String why() {
        return why;
    }
}
