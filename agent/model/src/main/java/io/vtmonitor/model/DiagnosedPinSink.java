package io.vtmonitor.model;

/** Takes findings, as pins end or as a recording has them. */
@FunctionalInterface
public interface DiagnosedPinSink {
    /** Takes a finding. */
    void accept(DiagnosedPin diagnosed);

    /**
     * A provisional diagnosis has become another one. What was counted under it belongs to the other, which all further
     * findings of its blocking have.
     *
     * @param before the same object as in the findings
     * @param after of the same blocking, and provisional itself where it may become yet another
     */
    default void revised(Diagnosis before, Diagnosis after) {}
}
