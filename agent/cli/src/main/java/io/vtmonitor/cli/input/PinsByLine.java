package io.vtmonitor.cli.input;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.PinSink;
import io.vtmonitor.model.Stack;
import io.vtmonitor.model.StackResolver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds the indices of instructions to frames, which printed stacks do not have. They are found by the lines in class
 * files.
 */
final class PinsByLine implements PinSink {
    private static final int MOST_REMEMBERED = 8_192;

    private final StackResolver lines;
    private final PinSink next;
    private final Map<Blocking, Blocking> known = new HashMap<>();

    /**
     * @param lines finds the instructions
     * @param next receives the pins
     */
    PinsByLine(StackResolver lines, PinSink next) {
        this.lines = lines;
        this.next = next;
    }

    @Override
    public void accept(Pin pin) {
        Blocking blocking = known.get(pin.blocking());
        if (blocking == null) {
            blocking = resolved(pin.blocking());
            if (known.size() < MOST_REMEMBERED) {
                known.put(pin.blocking(), blocking);
            }
        }
        next.accept(new Pin(
                blocking,
                pin.startNanos(),
                pin.durationNanos(),
                pin.threadId(),
                pin.threadName(),
                pin.previousOwner()));
    }

    private Blocking resolved(Blocking blocking) {
        List<StackTraceElement> trace = new ArrayList<>();
        for (Frame frame : blocking.stack().frames()) {
            trace.add(new StackTraceElement(frame.className(), frame.methodName(), null, frame.line()));
        }
        boolean entering = blocking.event() == BlockingEvent.MONITOR_ENTER;
        List<Frame> frames =
                new ArrayList<>(lines.resolve(trace, entering).stack().frames());
        for (int i = 0; i < frames.size(); i++) {
            frames.set(
                    i, withTypes(frames.get(i), blocking.stack().frames().get(i).descriptor()));
        }
        return new Blocking(
                new Stack(frames, blocking.stack().truncated()),
                blocking.event(),
                blocking.monitorsPin(),
                blocking.operationText(),
                blocking.reasonText(),
                blocking.monitorClass());
    }

    /** What is printed is sure, and a class file need not be at hand. */
    private static Frame withTypes(Frame found, String printed) {
        return printed.isEmpty()
                ? found
                : new Frame(
                        found.className(),
                        found.methodName(),
                        printed,
                        found.bytecodeIndex(),
                        found.line(),
                        found.modifiers());
    }
}
