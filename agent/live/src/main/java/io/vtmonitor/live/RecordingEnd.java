package io.vtmonitor.live;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether, when and why the recording ended before the JVM did: given up by us, or stopped by somebody else. The first
 * reason counts. All methods may be called by any thread.
 */
final class RecordingEnd {
    private static final Logger LOG = LoggerFactory.getLogger(RecordingEnd.class);

    private final OwnRecording recording;
    private final Runnable closing;
    private volatile @Nullable Limit why;
    private volatile @Nullable Instant at;
    private volatile boolean abandoned;
    private volatile boolean expected;

    /**
     * Of one that runs.
     *
     * @param closing what is to be done, apart from the recording itself, where it is given up
     */
    RecordingEnd(OwnRecording recording, Runnable closing) {
        this.recording = recording;
        this.closing = closing;
        // Loads what giveUp needs: our jar may be replaced at any time from now on.
        Limit.of(LimitKind.RECORDING_GIVEN_UP, "", "");
    }

    /** From now on it ends as it should. */
    void expect() {
        expected = true;
    }

    /** Whether it is to end as it should. */
    boolean isExpected() {
        return expected;
    }

    /** Whether the recording runs, and is not about to be ended. */
    boolean isRunning() {
        return !expected && !recording.hasEnded();
    }

    /** Whether nothing is recorded any more; if somebody else has ended it, that is logged and the stream closed. */
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
        why = Limit.of(LimitKind.RECORDING_STOPPED, now.toString());
        close(); // the stream would continue to tell what other recordings ask for
        LOG.warn(
                "recording ended at {}: something else stopped it (JFR.stop?). The application keeps running; "
                        + "its pins are not recorded.",
                now);
    }

    private void close() {
        try {
            closing.run();
        } catch (RuntimeException ignored) {
            // The recording has been closed already.
        }
    }

    /** JFR's own hook ends all recordings then. */
    static boolean isJvmEnding() {
        Thread none = new Thread(() -> {}, "vt-monitor-none");
        try {
            Runtime.getRuntime().addShutdownHook(none);
            return !Runtime.getRuntime().removeShutdownHook(none);
        } catch (IllegalStateException ignored) {
            return true;
        }
    }

    /** Nothing more is recorded; the application runs on. */
    void giveUp(String reason, String consequence) {
        if (why != null) {
            return;
        }
        Instant now = Instant.now();
        why = Limit.of(LimitKind.RECORDING_GIVEN_UP, now.toString(), reason);
        at = now;
        abandoned = true;
        try {
            recording.abandon();
        } catch (IOException | RuntimeException ignored) {
            // The recording has been ended by somebody else.
        }
        close();
        // Two parameters: for a third SLF4J loads a class, which a jar that was replaced no longer has.
        LOG.warn(
                "recording ended at {}: {}. The application keeps running; its pins are not recorded.",
                now,
                reason + consequence);
    }

    /** Gives the recording up because the stream can't be read, for a reason that lasts. */
    void giveUp(Throwable lasting) {
        if (isExpected() || why != null) {
            return;
        }
        try {
            giveUp(
                    lasting.toString(),
                    lasting instanceof LinkageError ? " (was our jar replaced while this JVM ran?)" : "");
        } catch (Throwable ignored) {
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

    /** Why; null while it runs. */
    @Nullable
    Limit why() {
        return why;
    }
}
