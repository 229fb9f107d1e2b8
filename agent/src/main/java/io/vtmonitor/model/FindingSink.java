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
