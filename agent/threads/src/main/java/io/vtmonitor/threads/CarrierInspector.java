package io.vtmonitor.threads;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.StackResolver;
import io.vtmonitor.threads.CarrierSnapshot.Wait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Examines the threads that hold carriers: their stacks, what they wait for, and which frames hold the carriers. */
public final class CarrierInspector {
    /** The class of the monitor that JFR's events name for a wait for the initialization of a class. */
    private static final String CLASS_INIT_LOCK = "[I";

    private final boolean monitorsPin;
    private final Function<Blocking, Diagnosis> diagnoser;
    private final StackResolver resolver;
    private final ClassStates states;

    /**
     * @param monitorsPin whether owning a monitor holds the carrier in this JVM
     * @param diagnoser finds the holders of a carrier from the stack on it
     * @param resolver completes the stacks of running threads
     */
    public CarrierInspector(
            boolean monitorsPin, Function<Blocking, Diagnosis> diagnoser, StackResolver resolver, ClassStates states) {
        this.monitorsPin = monitorsPin;
        this.diagnoser = diagnoser;
        this.resolver = resolver;
        this.states = states;
    }

    /** A carrier's state and the stack on it, before they are analyzed. */
    record Look(
            Carrier carrier, Thread.State state, @Nullable Object blocker, List<StackTraceElement> trace) {
        private static final int TRIES = 4;

        /**
         * Reads until the result is reliable. State and stack are read one after the other. If a thread parks only for
         * moments, they may not belong together, and look like a wait for a class. Or a native call may take only a
         * moment. Both count only if the next reading is the same.
         */
        static Look settled(Supplier<Look> reading) {
            Look look = reading.get();
            for (int i = 1; look.mayBePassing() && i < TRIES; i++) {
                Look again = reading.get();
                if (again.state == look.state && again.trace.equals(look.trace)) {
                    return again;
                }
                look = again;
            }
            return look.waitsForClass()
                    ? new Look(look.carrier, Thread.State.RUNNABLE, look.blocker, look.trace)
                    : look;
        }

        private boolean mayBePassing() {
            return waitsForClass()
                    || (!trace.isEmpty() && CarrierInspector.wait(state, trace.get(0)) == Wait.NATIVE_CALL);
        }

        /**
         * Whether the state is that of a wait, but the topmost method does not wait, so that the JVM itself seems to
         * wait for a class.
         */
        boolean waitsForClass() {
            return !trace.isEmpty() && CarrierInspector.wait(state, trace.get(0)) == Wait.WAITS_FOR_CLASS;
        }

        private boolean showsAsRunning() {
            return !trace.isEmpty() && CarrierInspector.wait(state, trace.get(0)) == Wait.COMPUTES;
        }

        private static Look at(Carrier carrier) {
            // Not the virtual thread's own state: on JDK 21, to read that takes a lock of the thread.
            Thread.State state = carrier.thread().getState();
            Thread thread = carrier.virtualThread();
            return thread == null
                    ? new Look(carrier, state, null, List.of())
                    : new Look(carrier, state, LockSupport.getBlocker(thread), List.of(thread.getStackTrace()));
        }
    }

    /** The carriers that are held, in the order of their names. */
    public List<CarrierSnapshot> into(List<Carrier> carriers) {
        List<Look> looks = carriers.stream()
                .filter(carrier -> carrier.mounted() != null)
                .map(carrier -> Look.settled(() -> Look.at(carrier)))
                .sorted(Comparator.comparing(look -> look.carrier().thread().getName()))
                .toList();
        List<StackTraceElement> running = looks.stream()
                .flatMap(look -> look.trace().stream().limit(1).filter(top -> mayWaitForClass(wait(look.state(), top))))
                .toList();
        boolean showAsRunning = looks.stream().anyMatch(Look::showsAsRunning);
        ProcessorUse use = showAsRunning ? ProcessorUse.now() : ProcessorUse.UNKNOWN;
        ClassInitWaits classWaits = new ClassInitWaits(initializers(looks), running, resolver, states::now, use);
        return witnessed(looks.stream().map(look -> held(look, classWaits)).toList(), use);
    }

    /**
     * What threads own according to their stacks, which are read once. It does not find out whether a thread computes
     * or waits for a class.
     */
    List<CarrierSnapshot> stacks(List<Carrier> threads) {
        List<CarrierSnapshot> found = new ArrayList<>();
        for (Carrier each : threads) {
            Look look = Look.at(each);
            if (!look.trace().isEmpty()) {
                Wait wait = wait(look.state(), look.trace().get(0));
                found.add(snapshot(look, mayWaitForClass(wait) ? Wait.UNKNOWN : wait, null));
            }
        }
        return found;
    }

    /** Corrects which threads compute: that follows from the use of processors, not from states. */
    private static List<CarrierSnapshot> witnessed(List<CarrierSnapshot> held, ProcessorUse use) {
        int computing = (int) held.stream().filter(CarrierSnapshot::computes).count();
        if (computing == 0) {
            return held;
        }
        Wait seen = use.of(computing);
        return held.stream()
                .map(each -> each.computes() ? each.with(seen) : each)
                .toList();
    }

    /**
     * The running initializers. Stacks of platform threads are read only if a thread may wait for one of these: that
     * stops the JVM for a moment.
     */
    private static List<RunningInitializer> initializers(List<Look> looks) {
        List<RunningInitializer> found = new ArrayList<>();
        for (Look look : looks) {
            Thread thread = look.carrier().virtualThread();
            if (thread != null) {
                found.addAll(RunningInitializer.of(thread, look.trace()));
            }
        }
        if (looks.stream().anyMatch(look -> look.blocker() == null)) {
            Thread.getAllStackTraces()
                    .forEach((thread, trace) -> found.addAll(RunningInitializer.of(thread, List.of(trace))));
        }
        return found;
    }

    private CarrierSnapshot held(Look look, ClassInitWaits classWaits) {
        if (look.trace().isEmpty()) {
            return new CarrierSnapshot(
                    look.carrier(), look.state(), Wait.UNKNOWN, null, List.of(), null, Set.of(), null);
        }
        StackTraceElement top = look.trace().get(0);
        Wait wait = wait(look.state(), top);
        Thread thread = look.carrier().virtualThread();
        ClassWait classWait = thread != null && mayWaitForClass(wait)
                ? classWaits.of(thread, look.trace(), wait == Wait.WAITS_FOR_CLASS)
                : null;
        if (classWait != null && classWait.isKnown()) {
            wait = Wait.WAITS_FOR_CLASS; // the JVM shows such a thread as RUNNABLE
        }
        return snapshot(look, wait, classWait);
    }

    private CarrierSnapshot snapshot(Look look, Wait wait, @Nullable ClassWait classWait) {
        StackResolver.Resolved resolved = resolver.resolve(look.trace(), wait == Wait.ENTERS_MONITOR);
        return new CarrierSnapshot(
                look.carrier(),
                look.state(),
                wait,
                look.blocker(),
                look.trace(),
                diagnoser.apply(blocking(resolved, wait)),
                resolved.unsure(),
                classWait);
    }

    private static boolean mayWaitForClass(Wait wait) {
        return switch (wait) {
            case COMPUTES, NATIVE_CALL, WAITS_FOR_CLASS -> true;
            case PARKED, ENTERS_MONITOR, WAITS_FOR_NOTIFY, LIKELY_COMPUTES, IDLE, UNKNOWN -> false;
        };
    }

    private static Wait wait(Thread.State state, StackTraceElement top) {
        return switch (state) {
            case BLOCKED -> Wait.ENTERS_MONITOR;
            case WAITING -> waiting(top);
            // A wait for a class has no time limit.
            case TIMED_WAITING -> waiting(top) == Wait.WAITS_FOR_CLASS ? Wait.COMPUTES : waiting(top);
            case RUNNABLE -> top.isNativeMethod() && !yields(top) ? Wait.NATIVE_CALL : Wait.COMPUTES;
            case NEW, TERMINATED -> Wait.UNKNOWN;
        };
    }

    /** Whether a thread yields. A pinned thread that yields spins, although the system's yield is a native call. */
    private static boolean yields(StackTraceElement top) {
        return top.getClassName().equals("java.lang.Thread")
                && top.getMethodName().startsWith("yield");
    }

    private static Wait waiting(StackTraceElement top) {
        String type = top.getClassName();
        String method = top.getMethodName();
        if (method.startsWith("park") || type.equals("java.lang.VirtualThread")) {
            return Wait.PARKED;
        }
        return Objects.equals(type, "java.lang.Object") && method.startsWith("wait")
                ? Wait.WAITS_FOR_NOTIFY
                : Wait.WAITS_FOR_CLASS; // the JVM itself waits, for the lock of a class under initialization
    }

    private Blocking blocking(StackResolver.Resolved resolved, Wait wait) {
        BlockingEvent event = switch (wait) {
            case ENTERS_MONITOR -> BlockingEvent.MONITOR_ENTER;
            case WAITS_FOR_NOTIFY, WAITS_FOR_CLASS -> BlockingEvent.MONITOR_WAIT;
            default -> BlockingEvent.PINNED;
        };
        String monitorClass = wait == Wait.WAITS_FOR_CLASS ? CLASS_INIT_LOCK : null;
        return switch (wait) {
            // it waits and holds its carrier
            case PARKED, ENTERS_MONITOR, WAITS_FOR_NOTIFY, WAITS_FOR_CLASS ->
                new Blocking(resolved.stack(), event, monitorsPin, null, null, monitorClass);
            case COMPUTES, LIKELY_COMPUTES, IDLE, NATIVE_CALL, UNKNOWN ->
                Blocking.lookedAt(resolved.stack(), event, monitorsPin, monitorClass);
        };
    }
}
