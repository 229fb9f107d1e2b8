package io.vtmonitor.recording;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.pins.EventFields;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.ResourcePool.Holder;
import io.vtmonitor.report.ResourcePool.Look;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a pool has lent, as the agent wrote it into a recording. */
final class RecordedResources {
    private static final int PARTS_BEFORE_FRAMES = 5;

    private RecordedResources() {}

    static ResourcePool pool(EventFields event) {
        return new ResourcePool(
                RecordedWaits.text(event, "pool"),
                event.text("name"),
                RecordedWaits.text(event, "lends"),
                known(event, "size"),
                known(event, "sizeOfEach"),
                RecordedWaits.count(event, "inUse"),
                RecordedWaits.count(event, "mostInUse"),
                known(event, "idle"),
                RecordedWaits.count(event, "waiting"),
                RecordedWaits.count(event, "mostWaiting"),
                Math.max(0, event.number("borrowings")),
                Math.max(0, event.number("failures")),
                RecordedWaits.nanos(event, "waited"),
                RecordedWaits.nanos(event, "longestWait"),
                Math.max(0, event.number("returns")),
                RecordedWaits.nanos(event, "held"),
                RecordedWaits.nanos(event, "longestHold"),
                Math.max(0, event.number("neverReturned")),
                worst(event));
    }

    private static @Nullable Integer known(EventFields event, String field) {
        return event.number(field) < 0 ? null : Integer.valueOf(RecordedWaits.count(event, field));
    }

    private static @Nullable Look worst(EventFields event) {
        Instant at = RecordedWaits.instant(event.text("worstAt"));
        return at == null
                ? null
                : new Look(
                        at,
                        RecordedWaits.count(event, "worstInUse"),
                        RecordedWaits.count(event, "worstWaiting"),
                        RecordedWaits.nanos(event, "worstWait"),
                        RecordedWaits.count(event, "worstLookedAt"),
                        holders(event.text("holders")));
    }

    private static List<Holder> holders(@Nullable String text) {
        List<Holder> holders = new ArrayList<>();
        for (String line : RecordedWaits.lines(text)) {
            List<String> parts = List.of(line.split("\t", -1));
            if (parts.size() >= PARTS_BEFORE_FRAMES
                    && parts.get(0).matches("\\d{1,9}")
                    && parts.get(1).matches("\\d{1,18}")) {
                holders.add(new Holder(
                        parts.get(4).isEmpty() ? null : StackFrame.parse(parts.get(4)),
                        RecordedWaits.named(Confidence.class, parts.get(2), Confidence.UNKNOWN),
                        RecordedWaits.named(WaitOperation.class, parts.get(3), WaitOperation.UNKNOWN),
                        Integer.parseInt(parts.get(0)),
                        Long.parseLong(parts.get(1)),
                        StackFrame.parse(parts.subList(PARTS_BEFORE_FRAMES, parts.size()))));
            }
        }
        return holders;
    }
}
