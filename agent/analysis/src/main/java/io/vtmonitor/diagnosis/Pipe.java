package io.vtmonitor.diagnosis;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.DiagnosedPinSink;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.PinSink;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * From pin to finding, the one place where thresholds are applied: concurrent recordings merge theirs to the lowest, so
 * JFR may hand over shorter events than were asked for. A diagnosis is made once for each distinct blocking.
 *
 * <p>Not thread-safe: fed by one thread.
 */
public final class Pipe implements PinSink {
    private static final int MAX_DIAGNOSES = 16_384;
    private static final int MAX_DIAGNOSES_LIVE = 8_192;
    private static final String OURS = "io.vtmonitor.scheduler.";

    private final long pinnedThreshold;
    private final long monitorThreshold;
    private final Function<Blocking, Diagnosis> diagnoser;
    private final List<DiagnosedPinSink> sinks;
    private final int mostDiagnoses;
    private final IdentityHashMap<Blocking, @Nullable Diagnosis> diagnoses = new IdentityHashMap<>();
    private long tooShort;

    /**
     * @param pinnedThreshold shorter pins are dropped
     * @param monitorThreshold shorter monitor enters and waits are dropped
     * @param diagnoser asked once for each distinct blocking
     * @param sinks take the findings, in this order
     */
    public Pipe(
            Duration pinnedThreshold,
            Duration monitorThreshold,
            Function<Blocking, Diagnosis> diagnoser,
            List<DiagnosedPinSink> sinks) {
        this(pinnedThreshold, monitorThreshold, diagnoser, sinks, MAX_DIAGNOSES);
    }

    private Pipe(
            Duration pinnedThreshold,
            Duration monitorThreshold,
            Function<Blocking, Diagnosis> diagnoser,
            List<DiagnosedPinSink> sinks,
            int mostDiagnoses) {
        this.mostDiagnoses = mostDiagnoses;
        this.pinnedThreshold = pinnedThreshold.toNanos();
        this.monitorThreshold = monitorThreshold.toNanos();
        this.diagnoser = diagnoser;
        this.sinks = List.copyOf(sinks);
    }

    /** A pipe inside an application's JVM: it remembers fewer diagnoses, so that it takes less memory. */
    public static Pipe live(
            Duration pinnedThreshold,
            Duration monitorThreshold,
            Function<Blocking, Diagnosis> diagnoser,
            List<DiagnosedPinSink> sinks) {
        return new Pipe(pinnedThreshold, monitorThreshold, diagnoser, sinks, MAX_DIAGNOSES_LIVE);
    }

    /** Pins that were handed over and dropped for being shorter than the thresholds, up to now. */
    public long tooShort() {
        return tooShort;
    }

    @Override
    public void accept(Pin pin) {
        if (isTooShort(pin)) {
            tooShort++;
            return;
        }
        Diagnosis diagnosis = diagnosis(pin.blocking());
        if (diagnosis != null) {
            DiagnosedPin diagnosed = new DiagnosedPin(pin, diagnosis);
            for (DiagnosedPinSink sink : sinks) {
                sink.accept(diagnosed);
            }
        }
    }

    private boolean isTooShort(Pin pin) {
        return pin.durationNanos() < least(pin.blocking());
    }

    private long least(Blocking blocking) {
        return blocking.event() == BlockingEvent.PINNED ? pinnedThreshold : monitorThreshold;
    }

    /** Whether this pin can go through at once: its diagnosis is known, or it is too short to need one. */
    boolean isReadyFor(Pin pin) {
        return isTooShort(pin) || knows(pin.blocking());
    }

    /**
     * Makes a diagnosis. Any thread: it is not remembered.
     *
     * @return null for a thread of ours: the schedule-delay probe must not report itself
     */
    @Nullable
    Diagnosis diagnose(Blocking blocking) {
        return isOurs(blocking) ? null : diagnoser.apply(blocking);
    }

    /** Remembers what {@link #diagnose} has made. */
    void remember(Blocking blocking, @Nullable Diagnosis fresh) {
        if (diagnoses.size() >= mostDiagnoses) {
            diagnoses.clear();
        }
        diagnoses.put(blocking, fresh);
    }

    /** Whether a diagnosis of it is remembered. */
    boolean knows(Blocking blocking) {
        return diagnoses.containsKey(blocking);
    }

    /** Forgets what was remembered: the next pin asks again. */
    void forget(Blocking blocking) {
        diagnoses.remove(blocking);
    }

    /** Tells the sinks what became of a provisional diagnosis that they had findings of. */
    void revise(Diagnosis before, Diagnosis after) {
        for (DiagnosedPinSink sink : sinks) {
            sink.revised(before, after);
        }
    }

    private @Nullable Diagnosis diagnosis(Blocking blocking) {
        Diagnosis known = diagnoses.get(blocking);
        if (known != null || knows(blocking)) {
            return known;
        }
        Diagnosis fresh = diagnose(blocking);
        remember(blocking, fresh);
        return fresh;
    }

    private static boolean isOurs(Blocking blocking) {
        List<Frame> frames = blocking.stack().frames();
        String before = "";
        for (int i = 0; i < frames.size(); i++) {
            String name = frames.get(i).className();
            if (!name.equals(before) && name.startsWith(OURS)) {
                return true;
            }
            before = name;
        }
        return false;
    }
}
