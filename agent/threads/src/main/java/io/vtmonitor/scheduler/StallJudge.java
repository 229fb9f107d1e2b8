package io.vtmonitor.scheduler;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.graph.WaitsFor;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Operation;
import io.vtmonitor.report.StallFacts;
import io.vtmonitor.report.StallFacts.Circle;
import io.vtmonitor.report.StallFacts.ClassInitializer;
import io.vtmonitor.report.StallFacts.Doing;
import io.vtmonitor.report.StallFacts.Handed;
import io.vtmonitor.report.StallFacts.Held;
import io.vtmonitor.report.StallFacts.Initializing;
import io.vtmonitor.report.StallFacts.Place;
import io.vtmonitor.report.StallFacts.Wanted;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.report.WaitFacts.Basis;
import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.threads.CarrierSnapshot;
import io.vtmonitor.threads.CarrierSnapshot.Wait;
import io.vtmonitor.threads.ChainFacts;
import io.vtmonitor.threads.CircleFacts;
import io.vtmonitor.threads.ClassWait;
import io.vtmonitor.threads.HandedLock;
import io.vtmonitor.threads.RunningInitializer;
import io.vtmonitor.threads.StackEdges;
import io.vtmonitor.threads.Synchronizers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Stall: virtual threads wait for a carrier and none gets one. The reason is what the threads on the carriers wait for:
 * each other, a lock that a thread without a carrier has or is to get, a class, or something else. Or they don't wait.
 */
final class StallJudge {
    /** So many looks are likely to see a thread that pins for microseconds between two pins. */
    private static final int LOOKS = 40;

    private static final long BETWEEN_LOOKS_NANOS = 5_000_000;
    private static final int MOST_PLACES = 20;

    private final boolean pollerIsVirtual;

    /** @param pollerIsVirtual whether virtual threads poll sockets, as on JDK 24 and 25 */
    StallJudge(boolean pollerIsVirtual) {
        this.pollerIsVirtual = pollerIsVirtual;
    }

    /** The pattern of a stall, and what it is based on. */
    record Judgement(StallPattern pattern, Confidence confidence, StallFacts facts) {}

    /**
     * Finds the reason of a stall.
     *
     * @param held the threads on the carriers
     * @param graph which thread waits for which; the threads on the carriers have their frames
     */
    Judgement judge(List<CarrierSnapshot> held, WaitGraph graph) {
        if (held.isEmpty() || !held.stream().allMatch(each -> each.isBlocked() || isWaitedFor(each, held))) {
            return running(held, graph);
        }
        Judgement judged = circle(held, graph);
        Judgement initializer = judged == null ? initializer(held, graph) : null;
        judged = judged == null && isSeen(initializer) ? initializer : judged;
        judged = judged == null ? handed(held, graph) : judged;
        judged = judged == null ? initializer : judged;
        return judged == null
                ? new Judgement(
                        StallPattern.PINS, Confidence.EXACT, held(Doing.BLOCKED, held, null, wanted(held, graph)))
                : judged;
    }

    /** The judgement if each thread continues now and then, so that none is stuck, but none releases its carrier. */
    Judgement pinsAgain(List<CarrierSnapshot> held) {
        return new Judgement(StallPattern.PINS, Confidence.EXACT, held(Doing.BLOCKED_AGAIN, held, null));
    }

    /**
     * The circle in which all threads on the carriers are, or for which they wait, so that more carriers don't help;
     * null if there is none.
     */
    static @Nullable Set<ThreadView> circleOfAll(List<CarrierSnapshot> held, WaitGraph graph) {
        WaitGraph locks = graph.without(CircleFacts.CARRIERS);
        Set<ThreadView> stuck = locks.stuck();
        boolean all = held.stream()
                .map(each -> view(each.carrier().virtualThread()))
                .allMatch(thread -> thread != null && stuck.contains(thread));
        List<Set<ThreadView>> circles = locks.circles();
        return !all || circles.isEmpty() ? null : circles.get(0);
    }

    private static @Nullable ThreadView view(@Nullable Thread thread) {
        return thread == null
                ? null
                : new ThreadView(thread.getId(), thread.getName(), true, Phase.MOUNTED, null, null, List.of());
    }

    private static @Nullable Judgement circle(List<CarrierSnapshot> held, WaitGraph graph) {
        Set<ThreadView> circle = circleOfAll(held, graph);
        if (circle == null) {
            return null;
        }
        CircleFacts facts = CircleFacts.of(circle, graph.without(CircleFacts.CARRIERS), graph, Basis.ONE_LOOK);
        return new Judgement(StallPattern.DEADLOCK, facts.confidence(), new Circle(facts.deadlock()));
    }

    /** The judgement if threads wait for a lock that a thread without a carrier has or is to get; null if none does. */
    private @Nullable Judgement handed(List<CarrierSnapshot> held, WaitGraph graph) {
        List<ThreadView> threads = held.stream()
                .map(each -> view(each.carrier().virtualThread()))
                .filter(Objects::nonNull)
                .toList();
        HandedLock handed = threads.size() < held.size() ? null : HandedLock.of(threads, graph);
        if (handed == null) {
            return null;
        }
        List<CarrierSnapshot> waiting = held.stream()
                .filter(each -> handed.waiting().contains(view(each.carrier().virtualThread())))
                .toList();
        Object lock = handed.has().thing().key();
        return new Judgement(
                StallPattern.LOCK_WITHOUT_CARRIER,
                handed.confidence(),
                new Handed(
                        CircleFacts.named(handed.has().thread()),
                        handed.has().how() != Has.How.IS_NEXT,
                        handed.waitsItself(),
                        Synchronizers.isOfUnpin(lock),
                        StallReader.text(lock),
                        waiting.size(),
                        handed.ending(),
                        held.size(),
                        places(waiting)));
    }

    private static boolean isSeen(@Nullable Judgement initializer) {
        return initializer != null && initializer.facts() instanceof ClassInitializer facts && facts.thread() != null;
    }

    private @Nullable Judgement initializer(List<CarrierSnapshot> held, WaitGraph graph) {
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
        if (surest == null) {
            return new Judgement(
                    StallPattern.CLASS_INITIALIZER,
                    Confidence.LIKELY,
                    new ClassInitializer(
                            "", null, null, false, Operation.UNKNOWN, "", false, 0, false, places(waiters), null));
        }
        boolean all = held.stream().allMatch(each -> waiters.contains(each) || isWaitedFor(each, waiters));
        return new Judgement(
                StallPattern.CLASS_INITIALIZER,
                all ? surest.confidence() : Confidence.LIKELY,
                initializer(surest, waitersFor(surest, waiters), held, graph));
    }

    /** The threads that wait for the same initializer, or for an unknown one. */
    private static List<CarrierSnapshot> waitersFor(ClassWait wait, List<CarrierSnapshot> waiters) {
        return waiters.stream()
                .filter(each -> isOfInitializer(each.classWait(), wait.initializer()))
                .toList();
    }

    private static boolean isOfInitializer(@Nullable ClassWait wait, RunningInitializer initializer) {
        return wait == null || !wait.isKnown() || wait.initializer().thread().equals(initializer.thread());
    }

    /**
     * Whether a thread runs an initializer that others are known to wait for. What it does there is then the reason for
     * all of them.
     */
    private static boolean isWaitedFor(CarrierSnapshot held, List<CarrierSnapshot> waiters) {
        return waiters.stream()
                .map(CarrierSnapshot::classWait)
                .anyMatch(wait -> wait != null
                        && wait.isKnown()
                        && wait.initializer().thread().equals(held.carrier().virtualThread()));
    }

    private ClassInitializer initializer(
            ClassWait wait, List<CarrierSnapshot> waiters, List<CarrierSnapshot> held, WaitGraph graph) {
        RunningInitializer initializer = wait.initializer();
        Thread thread = initializer.thread();
        CarrierSnapshot its = held.stream()
                .filter(each -> thread.equals(each.carrier().virtualThread()))
                .findFirst()
                .orElse(null);
        boolean blocked = its == null ? thread.getState() != Thread.State.RUNNABLE : its.isBlocked();
        boolean onCarrier = its != null && blocked;
        String used = wait.used();
        return new ClassInitializer(
                initializer.className(),
                used == null || used.equals(initializer.className()) ? null : used,
                new Named(thread.getId(), thread.getName(), its != null),
                blocked,
                onCarrier && its != null ? operation(its) : Operation.UNKNOWN,
                onCarrier && its != null
                        ? place(its)
                        : StackFrame.of(initializer.trace().get(0)).toString(),
                onCarrier && its != null && isVirtuallyPolled(List.of(its)),
                waiters.size(),
                wait.confidence() == Confidence.EXACT,
                places(waiters),
                onCarrier && its != null ? wanted(its, held, graph) : null);
    }

    /** The lock or the monitor that a thread waits for; null if it has no known owner. */
    private static @Nullable Wanted wanted(CarrierSnapshot one, List<CarrierSnapshot> held, WaitGraph graph) {
        ThreadView thread = view(one.carrier().virtualThread());
        WaitsFor wait = thread == null ? null : graph.waitOf(thread);
        return wait == null || ChainFacts.owner(wait.thing(), graph) == null
                ? null
                : new Wanted(wait.thing().kind(), 1, ChainFacts.of(wait.thing(), graph, each -> doing(each, held)));
    }

    /**
     * The judgement if some threads run. Threads that wait for what the running ones have are an effect of what these
     * do.
     */
    private Judgement running(List<CarrierSnapshot> held, WaitGraph graph) {
        List<CarrierSnapshot> running =
                held.stream().filter(each -> !each.isBlocked()).toList();
        List<CarrierSnapshot> waiting =
                held.stream().filter(CarrierSnapshot::isBlocked).toList();
        if (!waiting.isEmpty() && waiting.stream().allMatch(each -> waitsForOneOf(running, each, graph))) {
            Judgement reason = running(running);
            if (reason.pattern() != StallPattern.UNKNOWN && reason.facts() instanceof Held facts) {
                return new Judgement(reason.pattern(), Confidence.LIKELY, facts.withWaiting(waiting.size()));
            }
        }
        return running(held);
    }

    private static boolean waitsForOneOf(List<CarrierSnapshot> running, CarrierSnapshot one, WaitGraph graph) {
        ThreadView thread = view(one.carrier().virtualThread());
        WaitsFor wait = thread == null ? null : graph.waitOf(thread);
        List<Has> holders = wait == null ? List.of() : graph.holders(wait.thing());
        Set<ThreadView> owners = running.stream()
                .map(each -> view(each.carrier().virtualThread()))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        return !holders.isEmpty() && holders.stream().allMatch(has -> owners.contains(has.thread()));
    }

    private Judgement running(List<CarrierSnapshot> held) {
        if (held.isEmpty()) {
            return new Judgement(StallPattern.UNKNOWN, Confidence.UNKNOWN, held(Doing.UNSEEN, held, null));
        }
        boolean computes = held.stream().allMatch(CarrierSnapshot::computes);
        boolean nativeCalls = held.stream().allMatch(each -> each.doing() == Wait.NATIVE_CALL);
        Initializing unclear = held.stream()
                .map(CarrierSnapshot::classWait)
                .filter(Objects::nonNull)
                .findFirst()
                .map(wait -> new Initializing(
                        wait.initializer().className(),
                        wait.initializer().thread().getName()))
                .orElse(null);
        if (computes || nativeCalls) {
            return new Judgement(
                    computes ? StallPattern.CPU : StallPattern.NATIVE_CALLS,
                    unclear == null && held.stream().noneMatch(each -> each.doing() == Wait.LIKELY_COMPUTES)
                            ? Confidence.EXACT
                            : Confidence.LIKELY,
                    held(computes ? Doing.COMPUTING : Doing.IN_NATIVE_CALLS, held, unclear));
        }
        boolean idle = held.stream().allMatch(each -> each.doing() == Wait.IDLE);
        boolean several = held.stream().map(CarrierSnapshot::doing).distinct().count() > 1;
        return new Judgement(
                StallPattern.UNKNOWN,
                Confidence.UNKNOWN,
                held(idle ? Doing.IDLE : several ? Doing.SEVERAL : Doing.UNKNOWN, held, idle ? unclear : null));
    }

    private Held held(Doing doing, List<CarrierSnapshot> held, @Nullable Initializing unclear) {
        return held(doing, held, unclear, null);
    }

    private Held held(
            Doing doing, List<CarrierSnapshot> held, @Nullable Initializing unclear, @Nullable Wanted wanted) {
        boolean polled = doing == Doing.BLOCKED && isVirtuallyPolled(held);
        return new Held(doing, held.size(), 0, places(held), polled, unclear, wanted, false);
    }

    /**
     * Whether threads wait for sockets that virtual threads poll. On JDK 24 and 25, these pollers need a carrier
     * themselves; JDK 26 no longer stalls in this way.
     */
    private boolean isVirtuallyPolled(List<CarrierSnapshot> held) {
        return pollerIsVirtual
                && held.stream()
                        .anyMatch(each ->
                                operation(each).toString().replace('_', ' ').startsWith("socket"));
    }

    /**
     * The lock or the monitor with a known owner that most of the threads wait for, its owner not counted; null if
     * there is none.
     */
    private static @Nullable Wanted wanted(List<CarrierSnapshot> held, WaitGraph graph) {
        Map<Object, List<Thing>> waiting = new LinkedHashMap<>();
        for (CarrierSnapshot each : held) {
            ThreadView thread = view(each.carrier().virtualThread());
            WaitsFor wait = thread == null ? null : graph.waitOf(thread);
            ThreadView owner = wait == null ? null : ChainFacts.owner(wait.thing(), graph);
            if (wait != null && owner != null) {
                Object one = StackEdges.hasObject(wait.thing()) ? wait.thing() : owner;
                waiting.computeIfAbsent(one, key -> new ArrayList<>()).add(wait.thing());
            }
        }
        for (List<Thing> same : waiting.values()) {
            Thing thing = same.get(0);
            ThreadView owner = ChainFacts.owner(thing, graph);
            long others = held.stream()
                    .filter(each -> !Objects.equals(owner, view(each.carrier().virtualThread())))
                    .count();
            if (2L * same.size() > others) {
                return new Wanted(
                        thing.kind(), same.size(), ChainFacts.of(thing, graph, thread -> doing(thread, held)));
            }
        }
        return null;
    }

    /** What a thread on a carrier waits for, by its frames; unknown for a thread without a carrier. */
    private static WaitOperation doing(ThreadView thread, List<CarrierSnapshot> held) {
        for (CarrierSnapshot each : held) {
            if (thread.equals(view(each.carrier().virtualThread()))) {
                return doing(operation(each));
            }
        }
        return WaitOperation.UNKNOWN;
    }

    private static WaitOperation doing(Operation operation) {
        return switch (operation) {
            case PARK -> WaitOperation.PARK;
            case SLEEP -> WaitOperation.SLEEP;
            case LOCK -> WaitOperation.LOCK;
            case SOCKET_READ -> WaitOperation.SOCKET_READ;
            case SOCKET_WRITE -> WaitOperation.SOCKET_WRITE;
            case SOCKET_CONNECT -> WaitOperation.SOCKET_CONNECT;
            case SOCKET_ACCEPT -> WaitOperation.SOCKET_ACCEPT;
            case MONITOR_ENTER -> WaitOperation.MONITOR_ENTER;
            case OBJECT_WAIT -> WaitOperation.OBJECT_WAIT;
            case CLASS_INIT_WAIT -> WaitOperation.CLASS_INIT_WAIT;
            case UNKNOWN -> WaitOperation.UNKNOWN;
        };
    }

    /** The places of threads, most frequent first. */
    private static List<Place> places(List<CarrierSnapshot> held) {
        Map<String, Long> counts = held.stream()
                .map(StallJudge::place)
                .collect(Collectors.groupingBy(place -> place, LinkedHashMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_PLACES)
                .map(entry -> new Place(entry.getKey(), entry.getValue().intValue()))
                .toList();
    }

    /**
     * The first frame that holds the carrier, with the calling frame of the application if it is the JDK's; if none
     * holds it, the topmost frame of the application.
     */
    private static String place(CarrierSnapshot held) {
        List<Holder> holders =
                held.diagnosis() == null ? List.of() : held.diagnosis().holders();
        String application = held.trace().stream()
                .filter(frame -> !JdkNames.isJdk(frame.getClassName()))
                .findFirst()
                .map(frame -> StackFrame.of(frame).toString())
                .orElse("");
        if (holders.isEmpty()) {
            return application.isEmpty() && !held.trace().isEmpty()
                    ? StackFrame.of(held.trace().get(0)).toString()
                    : application;
        }
        Frame culprit = holders.get(0).frame();
        boolean jdk = culprit != null && JdkNames.isJdk(culprit.className());
        return Objects.toString(culprit) + (jdk && !application.isEmpty() ? " (" + application + ")" : "");
    }

    private static Operation operation(CarrierSnapshot held) {
        return held.diagnosis() == null
                ? Operation.UNKNOWN
                : held.diagnosis().site().operation();
    }

    /**
     * Whether each of the blocked threads continues in between and blocks again, on the same carrier. Takes a fifth of
     * a second.
     */
    static boolean continueInBetween(List<CarrierSnapshot> held) {
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
}
