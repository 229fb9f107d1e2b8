package io.vtmonitor.source;

import io.vtmonitor.model.Busy;
import io.vtmonitor.model.Pin;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;

/** Which event goes to which translator: the same for a stream and for a file. Not thread-safe. */
final class EventRouter {
    private final RecordedStacks stacks = new RecordedStacks();
    private final PinTranslator pins;
    private final Map<String, Consumer<RecordedEvent>> handlers;

    EventRouter(WatchedJvm jvm, Consumer<? super Pin> pinsTo, Consumer<? super Busy> busyTo) {
        pins = new PinTranslator(stacks, jvm, pinsTo);
        BusyTranslator busy = new BusyTranslator(stacks, !jvm.pinnedTellsAll(), busyTo);
        handlers = Map.of(
                "jdk.VirtualThreadPinned", pins::pinned,
                "jdk.JavaMonitorEnter", pins::monitorEnter,
                "jdk.JavaMonitorWait", pins::monitorWait,
                "jdk.FileRead", busy::read,
                "jdk.FileWrite", busy::write,
                "jdk.FileForce", busy::force);
    }

    /** By the event's name. */
    Map<String, Consumer<RecordedEvent>> handlers() {
        return handlers;
    }

    /** What is held back goes on. */
    void flush() {
        pins.flush();
    }

    /** What is remembered of the chunk before is of no use any more, and large. */
    void newChunk() {
        pins.newChunk();
        stacks.newChunk();
    }
}
