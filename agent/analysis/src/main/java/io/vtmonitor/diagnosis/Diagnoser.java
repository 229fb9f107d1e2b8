package io.vtmonitor.diagnosis;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.HolderFinder;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.PinnedReason;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Site;
import io.vtmonitor.model.UnpinPlanner;
import io.vtmonitor.model.Verdict;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Computes what follows from a blocking: holders, site, operation, reason, entry, advice, verdict. */
public final class Diagnoser implements Function<Blocking, Diagnosis> {
    /** What a thread waits on for a class that another one initializes. */
    private static final String INITIALIZATION_LOCK = "[I";

    private final HolderFinder holderFinder;
    private final Adviser adviser;
    private final UnpinPlanner unpin;

    /** What to do about a blocking, given its holders and the reason; {@code advice} knows. */
    @FunctionalInterface
    public interface Adviser {
        Advice advise(Blocking blocking, List<Holder> holders, Reason reason);
    }

    /** Without offers of {@code unpin}. */
    public Diagnoser(HolderFinder holderFinder, Adviser adviser) {
        this(holderFinder, adviser, UnpinPlanner.NONE);
    }

    /** @param unpin what {@code unpin} would do to the holders */
    public Diagnoser(HolderFinder holderFinder, Adviser adviser, UnpinPlanner unpin) {
        this.holderFinder = holderFinder;
        this.adviser = adviser;
        this.unpin = unpin;
    }

    @Override
    public Diagnosis apply(Blocking blocking) {
        List<Holder> holders = holderFinder.find(blocking);
        List<String> unread = holderFinder.unread(blocking);
        Reason reason = reason(blocking, holders, unread);
        Operation operation = OperationFinder.operation(blocking, holders);
        return new Diagnosis(
                blocking,
                new Site(siteMethods(blocking, holders), operation),
                holders,
                reason,
                isCompensated(blocking, holders, reason),
                entry(blocking.stack().frames()),
                adviser.advise(blocking, holders, reason).withUnpin(unpin.offer(blocking, holders)),
                Verdict.of(blocking, holders, reason),
                unread,
                holderFinder.isProvisional(blocking));
    }

    /**
     * Whether the JVM may have started a spare carrier. From 24 on, where the event has a reason, it starts none:
     * legacy locking pins there. If no holder is known, as without a stack, the monitor's class distinguishes
     * {@code Object.wait} from the JVM's own wait for a class.
     */
    private static boolean isCompensated(Blocking blocking, List<Holder> holders, Reason reason) {
        if (!blocking.monitorsPin() || blocking.reasonText() != null) {
            return false;
        }
        boolean forClass = INITIALIZATION_LOCK.equals(blocking.monitorClass());
        boolean unseen = holders.isEmpty() && blocking.event() == BlockingEvent.MONITOR_WAIT && !forClass;
        return unseen || reason == Reason.OBJECT_WAIT;
    }

    private static Reason reason(Blocking blocking, List<Holder> holders, List<String> unread) {
        if (!holders.isEmpty()) {
            return holders.get(0).hold().reason();
        }
        PinnedReason said = PinnedReason.parse(blocking.reasonText());
        if (said == null || blocking.event() != BlockingEvent.PINNED) {
            return Reason.UNKNOWN;
        }
        return switch (said.kind()) {
            case CLASS_INIT_WAIT -> Reason.CLASS_INIT_WAIT;
            case CLASS_INIT -> Reason.CLASS_INIT;
            case CRITICAL_SECTION -> Reason.CRITICAL_SECTION;
            case MONITOR -> Reason.MONITOR;
            // A native frame would be a holder: in a whole stack without one, the JVM means a frame of its own.
            case NATIVE ->
                blocking.isTimedWait() && !blocking.stack().truncated() && unread.isEmpty()
                        ? Reason.TIMED_WAIT
                        : Reason.UNKNOWN;
            case UNSUPPORTED, OTHER -> Reason.UNKNOWN;
        };
    }

    /** A method, and whether a newer JDK frees it. */
    private record Held(MethodName method, boolean monitor) {}

    /**
     * A method that holds in two ways is named for each: where it holds by its monitor alone, that is another site,
     * which another JDK frees.
     */
    private static List<MethodName> siteMethods(Blocking blocking, List<Holder> holders) {
        if (!holders.isEmpty()) {
            Set<Held> held = new LinkedHashSet<>();
            for (Holder holder : holders) {
                held.add(new Held(holder.frame().method(), holder.hold().isMonitor()));
            }
            return held.stream().map(Held::method).toList();
        }
        List<Frame> frames = blocking.stack().frames();
        for (Frame frame : frames) {
            if (!JdkNames.isJdk(frame.className())) {
                return List.of(frame.method());
            }
        }
        return List.of(
                frames.isEmpty()
                        ? new MethodName("unknown", "unknown")
                        : frames.get(0).method());
    }

    private static @Nullable MethodName entry(List<Frame> frames) {
        int entry = JdkNames.entry(frames.size(), i -> frames.get(i).className());
        return entry < 0 ? null : frames.get(entry).method();
    }
}
