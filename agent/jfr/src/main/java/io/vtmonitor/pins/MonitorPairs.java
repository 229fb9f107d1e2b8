package io.vtmonitor.pins;

import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.PinSink;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * JDK 24 and later: joins the two events of one wait for a monitor. The pinned event is the pin; the monitor event of
 * the same thread and time has the monitor's class and its previous owner, and is never a pin itself. The JVM commits
 * the monitor event first, microseconds before the other, but a reader may deliver them in another order, and a flush
 * or a chunk may end between them.
 *
 * <p>A monitor event is kept over one flush, a pinned event until the next; of both, no more than a bound. A pinned
 * event without a partner (too short for the other's threshold) is passed on as it is.
 */
final class MonitorPairs {
    private static final int BOUND = 1_024;

    private final BinaryOperator<Pin> join;
    private final PinSink next;
    private final Deque<Pin> pinned = new ArrayDeque<>();
    private Deque<Pin> monitors = new ArrayDeque<>();
    private Deque<Pin> monitorsBeforeFlush = new ArrayDeque<>();

    /**
     * @param join gives a pinned event (left) what its monitor event (right) knows
     * @param next takes the pins
     */
    MonitorPairs(BinaryOperator<Pin> join, PinSink next) {
        this.join = join;
        this.next = next;
    }

    /** A pinned event caused by a monitor, by its operation. */
    void pinned(Pin pin) {
        Pin partner = take(monitors, pin);
        partner = partner == null ? take(monitorsBeforeFlush, pin) : partner;
        if (partner != null) {
            next.accept(join.apply(pin, partner));
            return;
        }
        pinned.addLast(pin);
        if (pinned.size() > BOUND) {
            next.accept(pinned.removeFirst());
        }
    }

    void monitor(Pin monitor) {
        Pin partner = take(pinned, monitor);
        if (partner != null) {
            next.accept(join.apply(partner, monitor));
            return;
        }
        monitors.addLast(monitor);
        if (monitors.size() > BOUND) {
            monitors.removeFirst();
        }
    }

    /** What is held back must be released now: the stream has flushed, or the file is at its end. */
    void flush() {
        pinned.forEach(next::accept);
        pinned.clear();
        Deque<Pin> forgotten = monitorsBeforeFlush;
        forgotten.clear();
        monitorsBeforeFlush = monitors;
        monitors = forgotten;
    }

    /** The latest fits best: of the same thread, no two can overlap. */
    private static @Nullable Pin take(Deque<Pin> candidates, Pin pin) {
        for (Iterator<Pin> latest = candidates.descendingIterator(); latest.hasNext(); ) {
            Pin candidate = latest.next();
            if (overlap(candidate, pin) && sameKind(candidate, pin) && sameThread(candidate, pin)) {
                latest.remove();
                return candidate;
            }
        }
        return null;
    }

    private static boolean overlap(Pin one, Pin other) {
        return one.startNanos() < other.endNanos() && other.startNanos() < one.endNanos();
    }

    private static boolean sameThread(Pin one, Pin other) {
        boolean unknown = one.threadId() == 0 || other.threadId() == 0;
        return unknown ? one.blocking().stack().equals(other.blocking().stack()) : one.threadId() == other.threadId();
    }

    private static boolean sameKind(Pin one, Pin other) {
        return kind(one) == kind(other);
    }

    private static BlockingEvent kind(Pin pin) {
        String operation = pin.blocking().operationText();
        if (operation == null) {
            return pin.blocking().event();
        }
        return operation.startsWith("Object.wait") ? BlockingEvent.MONITOR_WAIT : BlockingEvent.MONITOR_ENTER;
    }
}
