package io.vtmonitor.scheduler;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.common.ThreadText;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Operation;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.scheduler.CarrierSnapshot.Wait;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Names the pattern behind held carriers, in the order of how much it explains. */
final class StallClassifier {
    /** A thread that pins for microseconds is seen between two pins. */
    private static final int LOOKS = 40;

    private static final long BETWEEN_LOOKS_NANOS = 5_000_000;

    private static final int NAMED_PLACES = 3;

    private final LockDeadlockDetector locks;
    private final boolean pollerIsVirtual;

    /** Where a thread is that the carriers' threads wait for. */
    enum Whereabouts {
        PLATFORM,
        MOUNTED,
        /** A virtual thread that could run and has no carrier. */
        WAITS_FOR_CARRIER,
        /** A virtual thread that waits for something else; it will need a carrier afterwards. */
        UNMOUNTED
    }

    /** What was found. */
    record Judgement(StallPattern pattern, Confidence confidence, String verdict) {}

    /**
     * @param whereabouts asked for owners of locks
     * @param locks what a blocker tells
     * @param pollerIsVirtual JDK 24 and 25: sockets are polled by virtual threads
     */
    StallClassifier(
            Function<Thread, Whereabouts> whereabouts, Function<Object, LockWait> locks, boolean pollerIsVirtual) {
        this.locks = new LockDeadlockDetector(whereabouts, locks);
        this.pollerIsVirtual = pollerIsVirtual;
    }

    Judgement judge(List<CarrierSnapshot> held) {
        if (!held.isEmpty() && held.stream().allMatch(each -> each.isBlocked() || isWaitedFor(each, held))) {
            Judgement deadlock = locks.judge(held);
            deadlock = deadlock == null ? initializer(held) : deadlock;
            return deadlock == null
                    ? new Judgement(
                            StallPattern.PINS,
                            Confidence.EXACT,
                            "All " + carriers(held.size()) + " held by blocked virtual threads: " + places(held)
                                    + poller(held) + ".")
                    : deadlock;
        }
        return running(held);
    }

    /** Each of them continues now and then, so that none is stuck; none gives its carrier back. */
    static Judgement pinsAgain(List<CarrierSnapshot> held) {
        return new Judgement(
                StallPattern.PINS,
                Confidence.EXACT,
                "All " + carriers(held.size())
                        + " held by the same virtual threads, which continue and block again without releasing them: "
                        + places(held) + ".");
    }

    private @Nullable Judgement initializer(List<CarrierSnapshot> held) {
        List<CarrierSnapshot> waiters = held.stream()
                .filter(each -> each.doing() == Wait.WAITS_FOR_CLASS)
                .toList();
        if (waiters.isEmpty()) {
            return null;
        }
        ClassWait surest = waiters.stream()
                .map(CarrierSnapshot::classWait)
                .filter(wait -> wait != null && wait.isKnown())
                .min(Comparator.comparing(ClassWait::confidence))
                .orElse(null);
        List<CarrierSnapshot> cycle = ClassWait.Cycle.in(held);
        if (!cycle.isEmpty()) {
            return ClassWait.Cycle.judge(cycle);
        }
        if (surest != null) {
            boolean all = held.stream().allMatch(each -> waiters.contains(each) || isWaitedFor(each, waiters));
            return new Judgement(
                    StallPattern.CLASS_INITIALIZER,
                    all ? surest.confidence() : Confidence.LIKELY,
                    initializer(surest, waitersFor(surest, waiters), held));
        }
        return new Judgement(
                StallPattern.CLASS_INITIALIZER,
                Confidence.LIKELY,
                "Virtual threads that wait for a class to be initialized hold carriers: " + places(waiters)
                        + ". No thread is seen running its static initializer.");
    }

    /** Those that wait for the same initializer, or for one that is not known. */
    private static List<CarrierSnapshot> waitersFor(ClassWait wait, List<CarrierSnapshot> waiters) {
        return waiters.stream()
                .filter(each -> isOfInitializer(each.classWait(), wait.initializer()))
                .toList();
    }

    private static boolean isOfInitializer(@Nullable ClassWait wait, Initializer initializer) {
        return wait == null || !wait.isKnown() || wait.initializer().thread().equals(initializer.thread());
    }

    /**
     * Whether it runs an initializer that others are known to wait for: then what it does there is what they wait for.
     */
    private static boolean isWaitedFor(CarrierSnapshot held, List<CarrierSnapshot> waiters) {
        return waiters.stream()
                .map(CarrierSnapshot::classWait)
                .anyMatch(wait -> wait != null
                        && wait.isKnown()
                        && wait.initializer().thread().equals(held.carrier().virtualThread()));
    }

    private String initializer(ClassWait wait, List<CarrierSnapshot> waiters, List<CarrierSnapshot> held) {
        Initializer initializer = wait.initializer();
        CarrierSnapshot its = held.stream()
                .filter(each -> initializer.thread().equals(each.carrier().virtualThread()))
                .findFirst()
                .orElse(null);
        boolean blocked = its == null ? initializer.thread().getState() != Thread.State.RUNNABLE : its.isBlocked();
        String where = its == null || !blocked
                ? "in " + StackFrame.of(initializer.trace().get(0))
                : "in " + operation(its) + " (" + place(its) + ")" + poller(List.of(its));
        String used = wait.used();
        return "Class " + initializer.className() + " is not initialized: "
                + ThreadText.of(initializer.thread(), its != null)
                + (blocked
                        ? " runs its static initializer and is blocked there "
                        : " runs its static initializer, still ")
                + where + ", while " + carriers(waiters.size()) + " held by virtual threads that "
                + (wait.confidence() == Confidence.EXACT ? "" : "are likely to ") + "wait for the class"
                + (used == null || used.equals(initializer.className()) ? "" : " before " + used + " can be used")
                + ".";
    }

    private static Judgement running(List<CarrierSnapshot> held) {
        boolean computes = held.stream().allMatch(CarrierSnapshot::computes);
        boolean nativeCalls = held.stream().allMatch(each -> each.doing() == Wait.NATIVE_CALL);
        if (held.isEmpty()) {
            return new Judgement(
                    StallPattern.UNKNOWN, Confidence.UNKNOWN, "Which threads hold the carriers can't be seen.");
        }
        ClassWait unclear = held.stream()
                .map(CarrierSnapshot::classWait)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (computes || nativeCalls) {
            return new Judgement(
                    computes ? StallPattern.CPU : StallPattern.NATIVE_CALLS,
                    unclear == null && held.stream().noneMatch(each -> each.doing() == Wait.LIKELY_COMPUTES)
                            ? Confidence.EXACT
                            : Confidence.LIKELY,
                    "All " + carriers(held.size())
                            + (computes
                                    ? " computing, and the JDK does not preempt virtual threads: "
                                    : " in native calls: ")
                            + places(held) + "." + unclear(unclear));
        }
        boolean idle = held.stream().allMatch(each -> each.doing() == Wait.IDLE);
        boolean several = held.stream().map(CarrierSnapshot::doing).distinct().count() > 1;
        return new Judgement(
                StallPattern.UNKNOWN,
                Confidence.UNKNOWN,
                "All " + carriers(held.size()) + " held"
                        + (idle
                                ? " by threads that show as running but hardly use a processor: "
                                : several ? ", for several reasons: " : ": ")
                        + places(held) + "."
                        + (idle ? " A call of the foreign function API looks like this." + unclear(unclear) : ""));
    }

    private static String unclear(@Nullable ClassWait wait) {
        if (wait == null) {
            return "";
        }
        return " A thread that waits for a class looks the same, and the static initializer of class "
                + wait.initializer().className() + " is under way on thread \""
                + wait.initializer().thread().getName() + "\".";
    }

    static String carriers(long count) {
        return count == 1 ? "1 carrier is" : count + " carriers are";
    }

    /**
     * From 24 on the threads that wait for sockets on behalf of others are virtual, too; 26 no longer stalls that way.
     */
    private String poller(List<CarrierSnapshot> held) {
        boolean sockets = held.stream().anyMatch(each -> operation(each).startsWith("socket"));
        return pollerIsVirtual && sockets
                ? "; on this JDK, a virtual thread likely wakes socket readers, and it has no carrier either"
                : "";
    }

    /** The most frequent places. */
    static String places(List<CarrierSnapshot> held) {
        Map<String, Long> counts = held.stream()
                .map(StallClassifier::place)
                .collect(Collectors.groupingBy(place -> place, LinkedHashMap::new, Collectors.counting()));
        String named = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(NAMED_PLACES)
                .map(entry -> counts.size() == 1 ? entry.getKey() : entry.getValue() + " by " + entry.getKey())
                .collect(Collectors.joining(", "));
        return counts.size() > NAMED_PLACES ? named + ", and others" : named;
    }

    /** Its culprit, or its topmost frame. */
    private static String place(CarrierSnapshot held) {
        List<Holder> holders =
                held.diagnosis() == null ? List.of() : held.diagnosis().holders();
        if (!holders.isEmpty()) {
            return Objects.toString(holders.get(0).frame());
        }
        return held.trace().stream()
                .filter(frame -> !JdkNames.isJdk(frame.getClassName()))
                .findFirst()
                .or(() -> held.trace().stream().findFirst())
                .map(frame -> StackFrame.of(frame).toString())
                .orElse("a thread that can't be seen");
    }

    private static String operation(CarrierSnapshot held) {
        Operation operation = held.diagnosis() == null
                ? Operation.UNKNOWN
                : held.diagnosis().site().operation();
        return operation.toString().replace('_', ' ');
    }

    /** Whether blocked threads continue in between, and block again: each of them, on the same carrier. */
    static boolean getOn(List<CarrierSnapshot> held) {
        boolean[] ran = new boolean[held.size()];
        for (int look = 0; look < LOOKS; look++) {
            for (int i = 0; i < ran.length; i++) {
                CarrierSnapshot each = held.get(i);
                ran[i] |= each.carrier().thread().getState() == Thread.State.RUNNABLE
                        && each.state() != Thread.State.RUNNABLE;
            }
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        }
        for (boolean one : ran) {
            if (!one) {
                return false;
            }
        }
        return true;
    }

    /** Whether they may: where one line enters several monitors, which of them is entered is not known. */
    static boolean mayBeLockOrder(List<CarrierSnapshot> held) {
        boolean unsure = false;
        for (CarrierSnapshot each : held) {
            if (each.doing() != CarrierSnapshot.Wait.ENTERS_MONITOR) {
                return false;
            }
            unsure |= each.unsure().contains(0);
        }
        return unsure && held.size() > 1;
    }
}
