package io.vtmonitor.waits.census;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.looks.LookBudget;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.threads.Carrier;
import io.vtmonitor.threads.CarrierSnapshot;
import io.vtmonitor.threads.HeldThreads;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.threads.KeptCarriers;
import io.vtmonitor.threads.KeptCarriers.Kept;
import io.vtmonitor.threads.RunningInitializer;
import io.vtmonitor.waits.DeadlockJudge;
import io.vtmonitor.waits.LostCarrierJudge;
import io.vtmonitor.waits.LostCarrierJudge.Carriers;
import io.vtmonitor.waits.LostCarrierJudge.Keeper;
import io.vtmonitor.waits.Operations;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the carriers that threads keep, and judges them: carriers that are lost, and threads that hog carriers. A look
 * is made by one thread only; any thread may read {@link #keptNow}.
 */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are compared by identity
final class CarrierVerdicts {
    private final JdkThreads jdk;
    private final KeptCarriers keptCarriers = new KeptCarriers();
    private final HeldThreads heldThreads;
    private final CarrierLook carrierLook;
    private final HogJudge hogs = new HogJudge();
    private final DeadlockJudge deadlocks;
    private final LookBudget cost;

    /**
     * Whether a stall lasts. Its report says which threads have the carriers, so nothing else judges the carriers
     * meanwhile, unless a verdict on them came before the stall.
     */
    private final BooleanSupplier stalled;

    private volatile @Nullable Limit keptNow;

    CarrierVerdicts(
            JdkThreads jdk,
            HeldThreads heldThreads,
            DeadlockJudge deadlocks,
            BooleanSupplier stalled,
            LookBudget cost) {
        this.jdk = jdk;
        this.heldThreads = heldThreads;
        this.deadlocks = deadlocks;
        this.stalled = stalled;
        this.cost = cost;
        carrierLook = new CarrierLook(jdk);
    }

    /**
     * The carriers at one look.
     *
     * @param all all carriers of the default scheduler
     * @param kept those that have kept one thread
     * @param held what the threads do that hold them
     */
    record Found(List<Carrier> all, List<Kept> kept, List<CarrierSnapshot> held) {}

    Found look(Census census, List<Carrier> carriers, long nanos) {
        boolean initializes = initializesOnPlatform(census);
        List<Kept> kept = keptCarriers.look(carriers, initializes, nanos);
        List<Carrier> inspected = inspected(kept, initializes, census);
        return new Found(carriers, kept, inspected.isEmpty() ? List.of() : heldThreads.into(inspected));
    }

    /** Judges after the deadlocks of the same look: what they report is not reported again. */
    List<Judgment> judge(Found found, Census census, WaitGraph graph, Instant at, long nanos) {
        List<Judgment> judged = new ArrayList<>(hogs(census, found.all(), at));
        List<Kept> kept = keptCarriers.staying(found.kept(), LostCarrierJudge.LONG_NANOS, cost::pause);
        judged.addAll(lost(kept, found.held(), graph, use(found, census, nanos), at));
        return judged;
    }

    /** Carriers that are held by pins which have not ended and that no verdict reports; null if there are none. */
    @Nullable
    Limit keptNow() {
        return keptNow;
    }

    /** Whether a platform thread that waits for another thread is in a static initializer. */
    private static boolean initializesOnPlatform(Census census) {
        for (Thread thread : census.parkedPlatformThreads()) {
            Object blocker = LockSupport.getBlocker(thread);
            boolean waits = blocker instanceof FutureTask || (blocker != null && census.joined(blocker) != null);
            if (waits && RunningInitializer.isIn(List.of(thread.getStackTrace()))) {
                return true;
            }
        }
        return false;
    }

    /** Threads that hold their carriers, and, on JDK 26 and later, threads that wait for a class without a carrier. */
    private List<Carrier> inspected(List<Kept> kept, boolean initializesOnPlatform, Census census) {
        List<Carrier> inspected =
                new ArrayList<>(kept.stream().map(Kept::carrier).toList());
        WaiterGroup waiting =
                kept.stream().anyMatch(Kept::initializes) || initializesOnPlatform ? census.in(Phase.WAITING) : null;
        for (Thread thread : waiting == null ? List.<Thread>of() : waiting.samples()) {
            if (Operations.of(Phase.WAITING, List.of(thread.getStackTrace())) == WaitOperation.CLASS_INIT_WAIT) {
                inspected.add(new Carrier(thread, thread, thread));
            }
        }
        return inspected;
    }

    private List<Judgment> hogs(Census census, List<Carrier> carriers, Instant at) {
        WaiterGroup ready = census.onDefaultScheduler(Phase.READY);
        if (ready == null || !HogJudge.isCandidate(ready.threads()) || (stalled.getAsBoolean() && !hogs.tells())) {
            hogs.calm();
            return List.of();
        }
        List<Thread> mounted = new ArrayList<>();
        for (Carrier carrier : carriers) {
            Thread thread = carrier.virtualThread();
            if (thread != null) {
                mounted.add(thread);
            }
        }
        return hogs.judge(carrierLook.watch(ready, mounted, cost), at);
    }

    private Carriers use(Found found, Census census, long now) {
        Set<Thread> forClasses = found.held().stream()
                .filter(each -> each.doing() == CarrierSnapshot.Wait.WAITS_FOR_CLASS)
                .map(each -> each.carrier().thread())
                .collect(Collectors.toSet());
        int taken = 0;
        int unavailable = 0;
        for (Carrier carrier : found.all()) {
            if (carrier.mounted() != null) {
                taken++;
                boolean waits =
                        carrier.thread().getState() != Thread.State.RUNNABLE || forClasses.contains(carrier.thread());
                if (waits || keptCarriers.isWithSameThread(carrier, LostCarrierJudge.STALL_NANOS, now)) {
                    unavailable++;
                }
            }
        }
        WaiterGroup ready = census.onDefaultScheduler(Phase.READY);
        return new Carriers(jdk.parallelism(), taken, unavailable, ready == null ? 0 : ready.threads());
    }

    private List<Judgment> lost(
            List<Kept> kept, List<CarrierSnapshot> held, WaitGraph graph, Carriers carriers, Instant at) {
        List<Keeper> keepers = new ArrayList<>();
        for (Kept each : kept) {
            for (CarrierSnapshot snapshot : held) {
                Thread thread = snapshot.carrier().virtualThread();
                if (snapshot.carrier().thread() == each.carrier().thread() && thread != null && snapshot.isBlocked()) {
                    keepers.add(new Keeper(
                            new ThreadView(
                                    thread.getId(),
                                    thread.getName(),
                                    true,
                                    jdk.phase(thread),
                                    snapshot.carrier().thread().getName(),
                                    null,
                                    snapshot.trace()),
                            operation(snapshot),
                            HeldThreads.holders(snapshot),
                            each.nanos()));
                }
            }
        }
        Set<Long> reported = new HashSet<>(deadlocks.threads());
        reported.addAll(deadlocks.suspected());
        List<Judgment> found = LostCarrierJudge.judge(keepers, graph, reported, carriers, at);
        found.forEach(each -> reported.add(Long.valueOf(each.about())));
        // The report of a stall has all carriers.
        keptNow = stalled.getAsBoolean() ? null : LostCarrierJudge.kept(keepers, reported, carriers.all());
        return found;
    }

    private static WaitOperation operation(CarrierSnapshot held) {
        return switch (held.doing()) {
            case ENTERS_MONITOR -> WaitOperation.MONITOR_ENTER;
            case WAITS_FOR_CLASS -> WaitOperation.CLASS_INIT_WAIT;
            case PARKED, WAITS_FOR_NOTIFY -> Operations.parked(held.trace());
            case NATIVE_CALL, COMPUTES, LIKELY_COMPUTES, IDLE, UNKNOWN -> WaitOperation.UNKNOWN;
        };
    }
}
