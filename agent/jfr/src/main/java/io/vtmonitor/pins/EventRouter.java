package io.vtmonitor.pins;

import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.PinSink;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import jdk.jfr.consumer.RecordedEvent;

/** Which event goes to which translator: the same for a stream and for a file. Not thread-safe. */
public final class EventRouter {
    private final RecordedStacks stacks = new RecordedStacks();
    private final PinTranslator pins;
    private final Map<String, Consumer<RecordedEvent>> handlers;

    public EventRouter(JvmInfo jvm, PinSink pinsTo, Consumer<? super FileIo> busyTo) {
        this(jvm, pinsTo, busyTo, ticks -> 0);
    }

    /** @param threads the id of the thread of an event that began then, in ticks, where the event does not say */
    public EventRouter(JvmInfo jvm, PinSink pinsTo, Consumer<? super FileIo> busyTo, LongUnaryOperator threads) {
        pins = new PinTranslator(stacks, jvm, pinsTo, threads);
        FileIoTranslator busy = new FileIoTranslator(stacks, !jvm.pinnedTellsAll(), busyTo);
        handlers = Map.of(
                "jdk.VirtualThreadPinned", pins::pinned,
                "jdk.JavaMonitorEnter", pins::monitorEnter,
                "jdk.JavaMonitorWait", pins::monitorWait,
                "jdk.FileRead", busy::read,
                "jdk.FileWrite", busy::write,
                "jdk.FileForce", busy::force);
    }

    /** By the event's name. */
    public Map<String, Consumer<RecordedEvent>> handlers() {
        return handlers;
    }

    /** Releases what is held back. */
    public void flush() {
        pins.flush();
    }

    /** What is remembered of the chunk before is of no use any more, and large. */
    public void newChunk() {
        pins.newChunk();
        stacks.newChunk();
    }
}
