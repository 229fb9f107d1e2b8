package io.vtmonitor.model;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes pins without an object for each: a recording has millions, and what is made for them is memory to be touched.
 */
public interface PinSink extends Consumer<Pin> {
    /** A pin, told by what {@link Pin} consists of. */
    void pin(
            Blocking blocking,
            long startNanos,
            long durationNanos,
            long threadId,
            String threadName,
            @Nullable String previousOwner);

    /** Many pins; see {@link PinColumns}. */
    default void pins(PinColumns pins) {
        for (int i = 0; i < pins.size(); i++) {
            Blocking blocking = pins.blocking(pins.blockingIndex(i));
            if (blocking != null) {
                RecordedThread thread = pins.recordedThread(pins.thread(i));
                pin(blocking, pins.start(i), pins.duration(i), thread.id(), thread.name(), pins.previousOwner(i));
            }
        }
    }

    @Override
    default void accept(Pin pin) {
        pin(
                pin.blocking(),
                pin.startNanos(),
                pin.durationNanos(),
                pin.threadId(),
                pin.threadName(),
                pin.previousOwner());
    }
}
