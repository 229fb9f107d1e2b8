package io.vtmonitor.live;

import java.util.function.Predicate;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/** Recordings of this JVM that are not ours: somebody will read what the agent writes into them. */
final class OtherRecordings implements FlightRecorderListener {
    private final Predicate<Recording> own;
    private final Runnable begun;

    /**
     * Does not listen before {@link #listen}.
     *
     * @param begun called on the thread that starts another recording
     */
    OtherRecordings(Predicate<Recording> own, Runnable begun) {
        this.own = own;
        this.begun = begun;
    }

    /** Whether another recording exists. Waits for JFR's lock. */
    static boolean areThere(Predicate<Recording> own) {
        for (Recording recording : FlightRecorder.getFlightRecorder().getRecordings()) {
            if (!own.test(recording)) {
                return true;
            }
        }
        return false;
    }

    void listen() {
        FlightRecorder.addListener(this);
    }

    void forget() {
        FlightRecorder.removeListener(this);
    }

    @Override
    public void recordingStateChanged(Recording changed) {
        if (changed.getState() == RecordingState.RUNNING && !own.test(changed)) {
            begun.run();
        }
    }
}
