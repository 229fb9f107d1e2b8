package io.vtmonitor.threads;

import io.vtmonitor.model.Diagnosis;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A carrier that is held, and what is known of the thread on it.
 *
 * @param carrier the carrier and its virtual thread
 * @param state the state of the carrier's thread, which shows what the virtual thread does
 * @param doing what the virtual thread does
 * @param blocker the object that the thread is parked for; null if {@code LockSupport} has none
 * @param trace topmost frame first; empty if the JVM did not show it
 * @param diagnosis what follows from its stack; null if there is none
 * @param unsure depths of frames whose line has several instructions that fit
 * @param classWait the class that the thread waits for, or may wait for; null if there is none, or no thread is seen to
 *     initialize it
 */
public record CarrierSnapshot(
        Carrier carrier,
        Thread.State state,
        Wait doing,
        @Nullable Object blocker,
        List<StackTraceElement> trace,
        @Nullable Diagnosis diagnosis,
        Set<Integer> unsure,
        @Nullable ClassWait classWait) {
    /** What a thread that stays on its carrier does there. */
    public enum Wait {
        PARKED,
        ENTERS_MONITOR,
        WAITS_FOR_NOTIFY,
        WAITS_FOR_CLASS,
        NATIVE_CALL,
        /** It is shown as running, and has a processor or wants one. */
        COMPUTES,
        /** The same, if only the processor time of the whole process is known. */
        LIKELY_COMPUTES,
        /** It is shown as running, but hardly has or wants a processor. */
        IDLE,
        UNKNOWN
    }

    /** Whether it waits for something. */
    public boolean isBlocked() {
        return switch (doing) {
            case PARKED, ENTERS_MONITOR, WAITS_FOR_NOTIFY, WAITS_FOR_CLASS -> true;
            case NATIVE_CALL, COMPUTES, LIKELY_COMPUTES, IDLE, UNKNOWN -> false;
        };
    }

    /** Whether it computes, or likely does. */
    public boolean computes() {
        return doing == Wait.COMPUTES || doing == Wait.LIKELY_COMPUTES;
    }

    CarrierSnapshot with(Wait known) {
        return new CarrierSnapshot(carrier, state, known, blocker, trace, diagnosis, unsure, classWait);
    }
}
