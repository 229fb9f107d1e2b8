package io.vtmonitor.recording;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * Detects that JFR has written a recording to its file and closed it ({@code PlatformRecording.stop}). It does not ask
 * for the recording's state: that would wait for JFR's lock, which is held for as long as another recording is written.
 */
public final class DumpCompletion implements FlightRecorderListener {
    private static final long MILLIS_BETWEEN_LOOKS = 50;

    private final Recording recording;
    private final JfrShutdown shutdown;
    private final CountDownLatch written = new CountDownLatch(1);
    private volatile boolean stopped;

    /**
     * Listens from now on, until {@link #forget}.
     *
     * @param shutdown of this JVM: when it is over, nothing is written any more
     */
    public DumpCompletion(Recording recording, JfrShutdown shutdown) {
        this.recording = recording;
        this.shutdown = shutdown;
        FlightRecorder.addListener(this);
    }

    /** Called by JFR, on its thread. */
    @Override
    public void recordingStateChanged(Recording changed) {
        if (changed.equals(recording) && changed.getState() == RecordingState.CLOSED) {
            written.countDown();
        }
    }

    /** Ends the recording where no shutdown of the JVM does: when this returns, it is written or never will be. */
    public void stop() {
        try {
            recording.stop();
        } catch (IllegalStateException ignored) {
            // The user has stopped it with jcmd.
        }
        stopped = true;
    }

    /** Whether it is whole in its file. */
    public boolean isSo() {
        return written.getCount() == 0;
    }

    /**
     * Waits until it is, which JFR sees to as the JVM ends or at {@link #stop}.
     *
     * @param deadline as {@link System#nanoTime} tells it
     * @return false if it is not by then, or JFR could not write it
     */
    public boolean await(long deadline) throws InterruptedException {
        while (!isSo() && !isOver() && System.nanoTime() < deadline) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()) + 1;
            if (written.await(Math.min(MILLIS_BETWEEN_LOOKS, left), TimeUnit.MILLISECONDS)) {
                return true;
            }
        }
        return isSo();
    }

    /** Whether nothing is written any more. */
    public boolean isOver() {
        return stopped || shutdown.isOver();
    }

    /** Listens no more. */
    public void forget() {
        FlightRecorder.removeListener(this);
    }
}
