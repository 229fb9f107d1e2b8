package io.vtmonitor.threads;

import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.LockedObject;
import io.vtmonitor.model.LockedObject.Scope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds to a graph what class files prove about stacks: threads that wait for a class that another thread initializes.
 * Before JDK 25, the JVM does not show monitors, so it also adds the monitors that threads wait to enter, and their
 * owners. Before JDK 25, a thread without a carrier owns no monitor.
 */
@SuppressWarnings("ReferenceEquality") // snapshots are compared by identity
public final class StackEdges {
    /** The source from which owners of monitors are known. */
    public enum Owners {
        /** The JVM itself. */
        BY_JVM,
        /** The stacks of all threads that may own one. */
        BY_ALL_STACKS,
        /** The stacks of some of them: another thread may own it, too. */
        BY_SOME_STACKS
    }

    /** The start of a key for a monitor whose object is not known. Another thread may enter the same monitor. */
    private static final String ENTERED_BY = "entered by ";

    private StackEdges() {}

    /**
     * Adds the waits and the owners.
     *
     * @param held snapshots of threads on carriers, and of platform threads
     * @param owners from where owners of monitors are known
     */
    public static void add(GraphReader graph, List<CarrierSnapshot> held, Owners owners) {
        for (CarrierSnapshot each : held) {
            Thread thread = each.carrier().virtualThread();
            ClassWait wait = each.classWait();
            if (thread != null && wait != null && wait.isKnown()) {
                RunningInitializer initializer = wait.initializer();
                Thing type = new Thing(
                        Kind.CLASS_INITIALIZATION,
                        "java.lang.Class",
                        initializer.className(),
                        initializer.thread().getId() + " " + initializer.className());
                graph.waits(thread, type, false);
                graph.has(type, initializer.thread(), -1, How.OWNS, wait.confidence());
                graph.read(initializer.thread());
            }
            if (owners != Owners.BY_JVM && thread != null && each.doing() == CarrierSnapshot.Wait.ENTERS_MONITOR) {
                entered(graph, each, thread, held, owners == Owners.BY_ALL_STACKS);
            }
        }
    }

    private static void entered(
            GraphReader graph, CarrierSnapshot waiter, Thread thread, List<CarrierSnapshot> held, boolean allSeen) {
        Holder enters = entered(waiter);
        String lock = enters == null ? null : enters.lock();
        List<CarrierSnapshot> owners = new ArrayList<>();
        List<CarrierSnapshot> mayOwn = new ArrayList<>();
        for (CarrierSnapshot other : held) {
            Diagnosis diagnosis = other == waiter ? null : other.diagnosis();
            for (Holder holder : diagnosis == null ? List.<Holder>of() : diagnosis.holders()) {
                if (holder.hold() == Hold.MONITOR && ownsAnother(holder, other)) {
                    boolean sure = enters != null && isSame(enters, holder);
                    (sure ? owners : mayOwn).add(other);
                }
            }
        }
        // If a line enters several monitors, the name may be that of another one. Then no holder matches it.
        boolean doubtful = owners.isEmpty() && enters != null && isUnsure(enters, waiter);
        String name = doubtful ? null : lock;
        LockedObject object = enters == null ? null : enters.object();
        Thing thing = object == null || object.scope() != Scope.PROGRAM || owners.isEmpty()
                ? enteredBy(thread, name)
                : new Thing(Kind.MONITOR, "", name, object.name());
        graph.waits(thread, thing, false);
        boolean known = !owners.isEmpty();
        for (CarrierSnapshot owner : known ? owners : allSeen ? mayOwn : List.<CarrierSnapshot>of()) {
            Thread has = owner.carrier().virtualThread();
            if (has != null) {
                graph.has(
                        thing,
                        has,
                        tookAt(owner),
                        known && owners.size() == 1 ? How.OWNS : How.MAY_OWN,
                        Confidence.LIKELY);
                graph.read(has);
            }
        }
    }

    /** The monitor that a thread enters, if class files don't show its object. */
    public static Thing enteredBy(Thread thread, @Nullable String name) {
        return new Thing(Kind.MONITOR, "", name, ENTERED_BY + thread.getId());
    }

    /** Whether the object of a thing is known; false for {@link #enteredBy}. */
    public static boolean hasObject(Thing thing) {
        return !(thing.key() instanceof String text && text.startsWith(ENTERED_BY));
    }

    /**
     * Whether two frames lock the same object. Equal names prove little: two results of {@code get()} may be two
     * objects.
     */
    private static boolean isSame(Holder enters, Holder owns) {
        boolean sameClass = enters.frame().className().equals(owns.frame().className());
        return enters.object() != null
                && owns.object() != null
                && enters.object().isSame(owns.object(), sameClass);
    }

    /**
     * The depth of the outermost frame that owns a monitor, which is the one that the thread has had longest; -1 if it
     * is not known.
     */
    private static int tookAt(CarrierSnapshot owner) {
        Diagnosis diagnosis = owner.diagnosis();
        if (diagnosis == null) {
            return -1;
        }
        List<Frame> frames = diagnosis.blocking().stack().frames();
        int depth = -1;
        for (Holder holder : diagnosis.holders()) {
            if (holder.hold() == Hold.MONITOR && ownsAnother(holder, owner)) {
                depth = Math.max(depth, frames.indexOf(holder.frame()));
            }
        }
        return frames.size() == owner.trace().size() ? depth : -1;
    }

    /** The monitor that a thread enters, by its stack; null if it is not seen. */
    public static @Nullable Holder entered(CarrierSnapshot held) {
        Diagnosis diagnosis = held.diagnosis();
        return diagnosis == null
                ? null
                : diagnosis.holders().stream()
                        .filter(holder -> holder.hold() == Hold.MONITOR_ENTER)
                        .findFirst()
                        .orElse(null);
    }

    /**
     * Whether a frame owns a monitor other than the one that its thread waits for. If a line both enters and leaves a
     * monitor, it is not seen which of these the thread does. Then one of the monitors that the frame seems to own may
     * be the one that the thread waits for.
     */
    private static boolean ownsAnother(Holder holder, CarrierSnapshot held) {
        Holder entered = entered(held);
        boolean unsure = holder.confidence() != Confidence.EXACT || isUnsure(holder, held);
        boolean another = entered != null
                && entered.lock() != null
                && holder.lock() != null
                && !entered.lock().equals(holder.lock());
        boolean mayBeThatOne =
                unsure && !another && entered != null && entered.frame().equals(holder.frame());
        return holder.monitors() > (mayBeThatOne ? 1 : 0);
    }

    private static boolean isUnsure(Holder holder, CarrierSnapshot held) {
        Diagnosis diagnosis = held.diagnosis();
        List<Frame> frames =
                diagnosis == null ? List.of() : diagnosis.blocking().stack().frames();
        return held.unsure().contains(frames.indexOf(holder.frame()));
    }
}
