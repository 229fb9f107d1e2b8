package io.vtmonitor.model;

import org.jspecify.annotations.Nullable;

/** Takes findings: one by one as pins end, or in batches; see {@link PinSink}. */
@FunctionalInterface
public interface DiagnosedPinSink {
    /** Takes a finding. */
    void accept(DiagnosedPin diagnosed);

    /**
     * Takes a batch.
     *
     * @param pins none of a blocking without a diagnosis
     * @param diagnoses by the number of the blocking
     */
    default void accept(PinColumns pins, @Nullable Diagnosis[] diagnoses) {
        for (int i = 0; i < pins.size(); i++) {
            Pin pin = pins.pin(i);
            Diagnosis diagnosis = diagnoses[pins.blockingIndex(i)];
            if (pin != null && diagnosis != null) {
                accept(new DiagnosedPin(pin, diagnosis));
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
}
