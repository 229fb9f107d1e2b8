package io.vtmonitor.model;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes findings without an object for each; see {@link PinSink}. */
public interface FindingSink extends Consumer<Finding> {
    /** A finding, told by its diagnosis and the rest of its {@link Pin}. */
    void finding(
            Diagnosis diagnosis,
            long startNanos,
            long durationNanos,
            long threadId,
            String threadName,
            @Nullable String previousOwner);

    /**
     * Many findings.
     *
     * @param pins none of a blocking without a diagnosis
     * @param diagnoses by the number of the blocking
     */
    default void findings(PinColumns pins, @Nullable Diagnosis[] diagnoses) {
        for (int i = 0; i < pins.size(); i++) {
            Diagnosis diagnosis = diagnoses[pins.blockingIndex(i)];
            if (diagnosis != null) {
                RecordedThread thread = pins.recordedThread(pins.thread(i));
                finding(diagnosis, pins.start(i), pins.duration(i), thread.id(), thread.name(), pins.previousOwner(i));
            }
        }
    }

    /**
     * A provisional diagnosis has become another one. What was counted under it belongs to the other, which all further
     * findings of its blocking have.
     *
     * @param before the same object as in the findings
     * @param after of the same blocking, and provisional itself where it may become yet another
     */
    default void revised(Diagnosis before, Diagnosis after) {}

    @Override
    default void accept(Finding finding) {
        Pin pin = finding.pin();
        finding(
                finding.diagnosis(),
                pin.startNanos(),
                pin.durationNanos(),
                pin.threadId(),
                pin.threadName(),
                pin.previousOwner());
    }
}
