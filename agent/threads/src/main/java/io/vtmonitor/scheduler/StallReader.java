package io.vtmonitor.scheduler;

import io.vtmonitor.common.PlatformThreads;
import io.vtmonitor.common.ThreadText;
import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.graph.WaitsFor;
import io.vtmonitor.model.Action;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Operation;
import io.vtmonitor.report.RescueRefusal.Why;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.Stall.Awaited;
import io.vtmonitor.report.Stall.HeldCarrier;
import io.vtmonitor.report.Stall.Owner;
import io.vtmonitor.report.Stall.Owner.Place;
import io.vtmonitor.report.Stall.Owner.Relation;
import io.vtmonitor.report.StallFacts;
import io.vtmonitor.report.StallFacts.Held;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.scheduler.StallJudge.Judgement;
import io.vtmonitor.threads.Carrier;
import io.vtmonitor.threads.CarrierSnapshot;
import io.vtmonitor.threads.CircleFacts;
import io.vtmonitor.threads.ClassWait;
import io.vtmonitor.threads.FrameProofs;
import io.vtmonitor.threads.HeldThreads;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.threads.JoinedThreads;
import io.vtmonitor.threads.LiveGraph;
import io.vtmonitor.threads.Monitors;
import io.vtmonitor.threads.Snapshots;
import io.vtmonitor.threads.StackEdges;
import io.vtmonitor.threads.ThreadList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link Stall} of carriers on which no thread makes progress. It reads some class files, once for each stall.
 */
@SuppressWarnings("ReferenceEquality") // threads and carriers are compared by identity
final class StallReader implements Watchdog.Reader {
    private static final int KEPT_FRAMES = 64;
    private static final int MOST_UNMOUNTED = 10_000;

    private final JdkThreads jdk;
    private final HeldThreads inspector;
    private final @Nullable ThreadList list;
    private final Supplier<FrameProofs> proofs;
    private final StallJudge judge;

    /** @param list null if this JDK looks different inside */
    StallReader(JdkThreads jdk, HeldThreads inspector, @Nullable ThreadList list, Supplier<FrameProofs> proofs) {
        this.list = list;
        this.jdk = jdk;
        this.inspector = inspector;
        this.proofs = proofs;
        int feature = Runtime.version().feature();
        judge = new StallJudge(feature == 24 || feature == 25);
    }

    /**
     * Finds out what holds the carriers now.
     *
     * @param begin when the stall began
     * @param nanos for how long it has lasted
     * @param queued how many virtual threads wait for a carrier
     */
    @Override
    public Stall read(Instant begin, long nanos, long queued) {
        return look(begin, nanos, queued).stall();
    }

    /**
     * What a look at the carriers found.
     *
     * @param reasonNotToTry why more carriers can't end the stall; null if they may
     */
    record Look(Stall stall, @Nullable Why reasonNotToTry) {}

    Look look(Instant begin, long nanos, long queued) {
        List<CarrierSnapshot> held = inspector.into(jdk.carriers());
        WaitGraph graph = graph(held);
        Judgement judgement = judge.judge(held, graph);
        if (judgement.pattern() == StallPattern.PINS && StallJudge.continueInBetween(held)) {
            judgement = judge.pinsAgain(held);
        }
        Why reasonNotToTry = RescueChecks.reasonNot(judgement.pattern(), held, graph);
        StallFacts facts = judgement.facts();
        List<HeldCarrier> lines = new ArrayList<>();
        for (CarrierSnapshot each : held) {
            lines.add(line(each, graph));
        }
        Stall stall = new Stall(
                begin,
                nanos,
                false,
                judgement.pattern(),
                judgement.confidence(),
                facts instanceof Held pinned && reasonNotToTry == null ? pinned.easedByCarriers() : facts,
                advice(waiting(held, facts)),
                queued,
                lines,
                null);
        return new Look(stall, reasonNotToTry);
    }

    /** Which thread waits for which, from the threads on the carriers on, with their frames. */
    private WaitGraph graph(List<CarrierSnapshot> held) {
        Snapshots snapshots = jdk.snapshots();
        Monitors monitors = snapshots == null ? null : new Monitors(snapshots);
        List<Thread> threads = new ArrayList<>();
        List<Carrier> carriers = new ArrayList<>();
        boolean entering = false;
        for (CarrierSnapshot each : held) {
            Thread thread = each.carrier().virtualThread();
            entering |= each.doing() == CarrierSnapshot.Wait.ENTERS_MONITOR;
            carriers.add(each.carrier());
            if (thread != null) {
                threads.add(thread);
            }
        }
        if (monitors != null && entering) {
            threads.forEach(monitors::entered);
            monitors.findOwners(inspector.waitingPlatformThreads(), true);
            if (monitors.lacksOwner()) {
                monitors.findOwners(unmounted(), true);
            }
        }
        JoinedThreads joined = new JoinedThreads(jdk, () -> {
            List<Thread> all = new ArrayList<>(threads);
            all.addAll(unmounted());
            return all;
        });
        LiveGraph live = new LiveGraph(jdk, monitors, joined::of, PlatformThreads::all, proofs.get());
        inspector.addTo(live, held);
        live.carriers(carriers, 0); // 0: no thread gets a carrier, even if one seems to be free
        return live.graph();
    }

    /**
     * Virtual threads without a carrier, those that are ready first. Others may join one of them on their carriers, or,
     * on JDK 25 and later, wait for a monitor that one owns.
     */
    private List<Thread> unmounted() {
        List<Thread> ready = new ArrayList<>();
        List<Thread> others = new ArrayList<>();
        if (list == null) {
            return ready;
        }
        list.forEach(thread -> {
            if (jdk.isVirtual(thread) && jdk.carrier(thread) == null && ready.size() + others.size() < MOST_UNMOUNTED) {
                (jdk.phase(thread) == Phase.READY ? ready : others).add(thread);
            }
        });
        ready.addAll(others);
        return ready;
    }

    /**
     * The threads that show what is held too long: those that wait for what other threads on carriers have; all, if
     * there are none.
     */
    private static List<CarrierSnapshot> waiting(List<CarrierSnapshot> held, StallFacts facts) {
        return facts instanceof Held some && some.waiting() > 0
                ? held.stream().filter(CarrierSnapshot::isBlocked).toList()
                : held;
    }

    /**
     * The advice for the first frame that holds a carrier; if there is none, for an {@code Object.wait} that holds a
     * carrier without such a frame.
     */
    private static @Nullable Action advice(List<CarrierSnapshot> held) {
        Action kept = null;
        for (CarrierSnapshot each : held) {
            Diagnosis diagnosis = each.diagnosis();
            if (diagnosis != null && !diagnosis.holders().isEmpty()) {
                return diagnosis.advice().action();
            }
            if (diagnosis != null && diagnosis.advice().id().equals(Advice.OBJECT_WAIT_KEPT)) {
                kept = diagnosis.advice().action();
            }
        }
        return kept;
    }

    private HeldCarrier line(CarrierSnapshot held, WaitGraph graph) {
        Thread thread = held.carrier().virtualThread();
        Diagnosis diagnosis = held.diagnosis();
        ThreadView view =
                thread == null ? null : new ThreadView(thread.getId(), "", true, Phase.MOUNTED, null, null, List.of());
        WaitsFor wait = view == null ? null : graph.waitOf(view);
        return new HeldCarrier(
                held.carrier().thread().getName(),
                thread == null ? null : new Named(thread.getId(), thread.getName(), true),
                held.state().toString(),
                diagnosis == null || !held.isBlocked()
                        ? Operation.UNKNOWN
                        : diagnosis.site().operation(),
                awaited(held, wait),
                wait == null ? null : owner(held, wait, graph),
                HeldThreads.holders(held),
                held.trace().stream().limit(KEPT_FRAMES).map(StackFrame::of).toList());
    }

    private static @Nullable Awaited awaited(CarrierSnapshot held, @Nullable WaitsFor wait) {
        if (held.blocker() != null) {
            return new Awaited.Thing(text(held.blocker()));
        }
        if (held.classWait() != null && held.classWait().isKnown()) {
            return new Awaited.Thing(held.classWait().text());
        }
        Holder entered = StackEdges.entered(held);
        if (entered != null && entered.lock() != null) {
            return new Awaited.MonitorOf(entered.lock());
        }
        return wait == null || wait.thing().type().isEmpty()
                ? null
                : new Awaited.MonitorOfObject(text(wait.thing().key()));
    }

    /** Class and identity hash of an object; never its {@code toString}, which is code of the application. */
    static String text(Object blocker) {
        return blocker instanceof String name
                ? name
                : ThreadText.type(blocker.getClass().getName()) + "@"
                        + Integer.toHexString(System.identityHashCode(blocker));
    }

    private static @Nullable Owner owner(CarrierSnapshot held, WaitsFor wait, WaitGraph graph) {
        List<Has> all = graph.holders(wait.thing());
        if (all.isEmpty()) {
            return null;
        }
        Has has = all.get(0);
        ClassWait classWait = held.classWait();
        if (classWait != null && classWait.isKnown()) {
            return known(has, Relation.INITIALIZES);
        }
        return switch (has.how()) {
            case MAY_OWN -> null;
            case IS_NEXT -> has.thread().equals(wait.thread()) ? null : known(has, Relation.IS_NEXT);
            default -> known(has, Relation.OWNS);
        };
    }

    private static Owner known(Has has, Relation relation) {
        return new Owner.Known(CircleFacts.named(has.thread()), relation, place(has.thread()), has.confidence());
    }

    private static Place place(ThreadView thread) {
        if (!thread.virtual() || thread.carrier() != null) {
            return Place.CAN_RUN;
        }
        return thread.phase() == Phase.READY ? Place.READY : Place.UNMOUNTED;
    }
}
