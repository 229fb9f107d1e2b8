package io.vtmonitor.pins;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.PinSink;
import io.vtmonitor.model.PinnedReason;
import io.vtmonitor.model.Stack;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which events of {@link BlockingEvent} become pins, whoever read them: which JDK's event tells what, and
 * that equal blockings are one. Not thread-safe: one source of events, one set of rules.
 */
public final class PinRules {
    /** JDK 24+: a wait that unmounted leaves a monitor event of its last microseconds, which is no pin. */
    public static final long SHORTEST_MONITOR_WAIT = 1_000_000;

    private final boolean monitorsPin;
    private final boolean pinnedTellsAll;
    private final PinSink next;
    private final MonitorPairs pairs;
    private final int mostInterned;
    private final Map<Blocking, Blocking> byContent = new HashMap<>();

    /**
     * @param jvm whose events these are
     * @param mostInterned distinct blockings that are remembered; equal ones beyond it are not the same object
     * @param next takes the pins
     */
    public PinRules(JvmInfo jvm, int mostInterned, PinSink next) {
        this.mostInterned = mostInterned;
        this.monitorsPin = jvm.monitorsPin();
        this.pinnedTellsAll = jvm.pinnedTellsAll();
        this.next = next;
        this.pairs = new MonitorPairs(this::join, next);
    }

    /** Where an event goes. */
    public enum Route {
        /** It is a pin. */
        PIN,
        /** It is one, and another event may know more of it. */
        PIN_OF_MONITOR,
        /** It is none, but knows more of one. */
        MONITOR
    }

    /** Of a pinned event. */
    public static Route route(@Nullable String operation) {
        return waitsForMonitor(operation) ? Route.PIN_OF_MONITOR : Route.PIN;
    }

    /** Of a monitor event. */
    public Route monitorRoute() {
        return pinnedTellsAll ? Route.MONITOR : Route.PIN;
    }

    /** Takes an event, and hands on what has become a pin by it. */
    public void accept(Pin pin, Route route) {
        switch (route) {
            case PIN -> next.accept(pin);
            case PIN_OF_MONITOR -> pairs.pinned(pin);
            case MONITOR -> {
                if (pin.durationNanos() >= SHORTEST_MONITOR_WAIT) {
                    pairs.monitor(pin);
                }
            }
        }
    }

    /** Releases what is held back; see {@link MonitorPairs#flush}. */
    public void flush() {
        pairs.flush();
    }

    /**
     * Of a pinned event.
     *
     * @param operation JDK 24+: its {@code blockingOperation}
     * @param reason JDK 24+: its {@code pinnedReason}
     */
    public Blocking pinned(Stack stack, @Nullable String operation, @Nullable String reason) {
        boolean monitors = monitorsPin || saysThatMonitorsPin(reason);
        return intern(new Blocking(stack, kind(operation, reason), monitors, operation, reason, null));
    }

    /**
     * Of a monitor event.
     *
     * @param kind which of the two
     * @param monitorClass binary name
     */
    public Blocking monitor(BlockingEvent kind, Stack stack, @Nullable String monitorClass) {
        return intern(new Blocking(stack, kind, monitorsPin, null, null, monitorClass));
    }

    /** Legacy locking on JDK 24 and 25 pins as JDK 23 did, but pinned events report all of it. */
    static BlockingEvent kind(@Nullable String operation, @Nullable String reasonText) {
        PinnedReason reason = PinnedReason.parse(reasonText);
        if (operation == null || reason == null || reason.kind() != PinnedReason.Kind.UNSUPPORTED) {
            return BlockingEvent.PINNED;
        }
        if (operation.startsWith("Contended monitor enter")) {
            return BlockingEvent.MONITOR_ENTER;
        }
        return operation.startsWith("Object.wait") ? BlockingEvent.MONITOR_WAIT : BlockingEvent.PINNED;
    }

    /** A recording need not tell how its JVM was started; its pins do. */
    private static boolean saysThatMonitorsPin(@Nullable String reasonText) {
        PinnedReason reason = PinnedReason.parse(reasonText);
        return reason != null
                && (reason.kind() == PinnedReason.Kind.MONITOR || reason.kind() == PinnedReason.Kind.UNSUPPORTED);
    }

    private static boolean waitsForMonitor(@Nullable String operation) {
        return operation != null
                && (operation.startsWith("Contended monitor enter") || operation.startsWith("Object.wait"));
    }

    private Pin join(Pin pinned, Pin monitor) {
        Blocking blocking = pinned.blocking();
        return new Pin(
                intern(new Blocking(
                        blocking.stack(),
                        blocking.event(),
                        blocking.monitorsPin(),
                        blocking.operationText(),
                        blocking.reasonText(),
                        monitor.blocking().monitorClass())),
                pinned.startNanos(),
                pinned.durationNanos(),
                pinned.threadId(),
                pinned.threadName(),
                monitor.previousOwner());
    }

    private Blocking intern(Blocking blocking) {
        Blocking known = byContent.get(blocking);
        if (known != null) {
            return known;
        }
        if (byContent.size() < mostInterned) {
            byContent.put(blocking, blocking);
        }
        return blocking;
    }
}
