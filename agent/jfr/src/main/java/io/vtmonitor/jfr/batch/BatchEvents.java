package io.vtmonitor.jfr.batch;

import io.vtmonitor.jfr.ChunkConstants;
import io.vtmonitor.jfr.EventColumns;
import io.vtmonitor.jfr.batch.EventBatch.Occasion;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.PinSink;
import io.vtmonitor.model.RecordedThread;
import io.vtmonitor.model.Stack;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.PinRules;
import io.vtmonitor.pins.PinRules.Route;
import io.vtmonitor.pins.RecordedEvents;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Turns batches of one JVM, in the order of the file, into pins and file I/O. What follows from an occasion is found
 * once for each; for an event, nothing is looked up but numbers. Not thread-safe.
 */
public final class BatchEvents {
    private static final int MAX_INTERNED = 1 << 18;

    private final PinSink pins;
    private final PinRules rules;
    private final Consumer<? super FileIo> busy;
    private final boolean compensated;

    /**
     * @param jvm whose events these are
     * @param pins takes the pins
     * @param busy takes file I/O
     */
    public BatchEvents(JvmInfo jvm, PinSink pins, Consumer<? super FileIo> busy) {
        this.pins = pins;
        rules = new PinRules(jvm, MAX_INTERNED, pins);
        this.busy = busy;
        compensated = !jvm.pinnedTellsAll();
    }

    /** What an occasion comes to. */
    private record Meaning(
            @Nullable Blocking blocking,
            Route route,
            boolean ofVirtualOnly,
            @Nullable String fileOperation) {
        boolean isPin() {
            return blocking != null && route == Route.PIN;
        }
    }

    /** Hands on first what has to be looked at one by one, then all the pins, which most events are. */
    public void accept(EventBatch batch) {
        EventColumns events = batch.events;
        Meaning[] meanings = new Meaning[batch.occasions.length];
        boolean pinsOnly = true;
        for (int i = 0; i < meanings.length; i++) {
            Occasion occasion = batch.occasions[i];
            if (occasion != null) {
                meanings[i] = meaning(occasion);
                events.blocking(i, meanings[i].blocking());
                pinsOnly &= meanings[i].isPin() && !meanings[i].ofVirtualOnly();
            }
        }
        if (!pinsOnly) {
            sort(batch, meanings);
        }
        for (int i = 0; i < events.size(); i++) {
            Pin pin = events.pin(i);
            if (pin != null) {
                pins.accept(pin);
            }
        }
    }

    /** Moves the pins to the front and hands on all else. */
    private void sort(EventBatch batch, Meaning[] meanings) {
        EventColumns events = batch.events;
        int kept = 0;
        for (int i = 0; i < events.size(); i++) {
            Meaning meaning = meanings[events.blockingIndex(i)];
            RecordedThread thread = events.recordedThread(events.thread(i));
            if (meaning.ofVirtualOnly() && !thread.virtual() && (thread.known() || !looksVirtual(batch, i))) {
                continue;
            }
            if (meaning.isPin()) {
                events.move(i, kept++);
            } else {
                other(batch, i, meaning);
            }
        }
        events.trim(kept);
    }

    private void other(EventBatch batch, int event, Meaning meaning) {
        Pin pin = batch.events.pin(event);
        if (pin == null) {
            file(batch, event, meaning);
            return;
        }
        rules.accept(pin, meaning.route());
    }

    private Meaning meaning(Occasion occasion) {
        return switch (occasion.kind()) {
            case PINNED ->
                new Meaning(
                        rules.pinned(occasion.stack(), occasion.operation(), occasion.reason()),
                        PinRules.route(occasion.operation()),
                        false,
                        null);
            case MONITOR_ENTER -> monitor(BlockingEvent.MONITOR_ENTER, occasion);
            case MONITOR_WAIT -> monitor(BlockingEvent.MONITOR_WAIT, occasion);
            case FILE_READ -> new Meaning(null, Route.PIN, true, "file_read");
            case FILE_WRITE -> new Meaning(null, Route.PIN, true, "file_write");
            default -> new Meaning(null, Route.PIN, true, "file_force");
        };
    }

    private Meaning monitor(BlockingEvent kind, Occasion occasion) {
        return new Meaning(
                rules.monitor(kind, occasion.stack(), occasion.monitorClass()), rules.monitorRoute(), true, null);
    }

    private void file(EventBatch batch, int event, Meaning meaning) {
        String operation = meaning.fileOperation();
        Occasion occasion = batch.occasions[batch.events.blockingIndex(event)];
        if (operation != null && occasion != null) {
            busy.accept(new FileIo(
                    occasion.stack(),
                    operation,
                    batch.events.start(event),
                    batch.events.duration(event),
                    compensated || operation.equals("file_force")));
        }
    }

    /** Where the recording does not say whose event it is: see {@link RecordedEvents#isVirtual}. */
    private static boolean looksVirtual(EventBatch batch, int event) {
        Occasion occasion = batch.occasions[batch.events.blockingIndex(event)];
        Stack stack = occasion == null ? ChunkConstants.NO_STACK : occasion.stack();
        List<Frame> frames = stack.frames();
        return stack.truncated()
                || (!frames.isEmpty()
                        && frames.get(frames.size() - 1).className().equals(RecordedEvents.CONTINUATION));
    }

    /** Releases what is held back. */
    public void flush() {
        rules.flush();
    }
}
