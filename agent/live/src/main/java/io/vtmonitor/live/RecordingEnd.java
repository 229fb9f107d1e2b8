package io.vtmonitor.live;

import io.vtmonitor.common.OwnProcess;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether, when, and why the recording ended before the JVM: we gave it up, or others stopped it. The first reason
 * counts. Thread-safe.
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
     * The state of a recording that runs.
     *
     * @param closing ends the reading of the stream if the recording is given up or was stopped
     */
    RecordingEnd(OwnRecording recording, Runnable closing) {
        this.recording = recording;
        this.closing = closing;
        // Loads the classes that giveUp needs: our jar may be replaced later.
        Limit.of(LimitKind.RECORDING_GIVEN_UP, "", "");
    }

    /** Called before the recording is ended in the regular way. */
    void expect() {
        expected = true;
    }

    /** Whether the recording is being ended in the regular way. */
    boolean isExpected() {
        return expected;
    }

    /** Whether the recording runs and is not about to be ended. */
    boolean isRunning() {
        return !expected && !recording.hasEnded();
    }

    /** Whether nothing is recorded any longer. If others have ended the recording, logs that and closes the stream. */
    boolean isOver() {
        if (expected || why != null) {
            return true;
        }
        if (!recording.hasEnded() || OwnProcess.isEnding()) {
            return false;
        }
        reportStopped();
        return true;
    }

    private synchronized void reportStopped() {
        if (why != null) {
            return;
        }
        Instant now = Instant.now();
        at = now;
        why = Limit.of(LimitKind.RECORDING_STOPPED, now.toString());
        close(); // the stream would continue to deliver events of other recordings
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

    /** Ends the recording; the application continues to run. */
    synchronized void giveUp(String reason, String consequence) {
        if (why != null) {
            return;
        }
        Instant now = Instant.now();
        abandoned = true;
        at = now;
        why = Limit.of(LimitKind.RECORDING_GIVEN_UP, now.toString(), reason);
        try {
            recording.abandon();
        } catch (IOException | RuntimeException ignored) {
            // The recording has been ended by somebody else.
        }
        close();
        // Two parameters: for a third one, SLF4J loads a class, and our jar may have been replaced.
        LOG.warn(
                "recording ended at {}: {}. The application keeps running; its pins are not recorded.",
                now,
                reason + consequence);
    }

    /** Gives the recording up because the stream can't be read, and a retry would not help. */
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

    /** Whether we gave it up; then there is no file. */
    boolean isAbandoned() {
        return abandoned;
    }

    /** When it ended, if that was before the JVM; null while it runs. */
    @Nullable
    Instant at() {
        return at;
    }

    /** Why it ended; null while it runs. */
    @Nullable
    Limit why() {
        return why;
    }
}
