package io.vtmonitor.waits;

import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.graph.WaitsFor;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.Limit.VirtualThreads;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.WaitFacts.AwaitedThing;
import io.vtmonitor.report.WaitFacts.LostCarrier;
import io.vtmonitor.report.WaitFacts.WaitingKeeper;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.threads.CircleFacts;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lost carrier: a thread has held its carrier and waited for nine seconds for another thread of this JVM. If threads
 * wait for a carrier and none is free, it may have waited for anything. Otherwise, a wait for a socket, a queue, or a
 * future that no thread is known to complete is no verdict, but a fact ({@link #kept}): there may be nothing to
 * receive.
 *
 * <p>Needs the carrier of each thread, from looks over nine seconds. Threads that are in a deadlock are left out.
 */
public final class LostCarrierJudge {
    /** A shorter wait is a pin like any other. */
    public static final long LONG_NANOS = 9_000_000_000L;

    /**
     * A carrier that has had the same thread for this long counts as unavailable. A stall is reported after the same
     * time.
     */
    public static final long STALL_NANOS = 5_000_000_000L;

    private static final int MOST_NAMED = 5;

    private LostCarrierJudge() {}

    /**
     * A thread that waits and holds its carrier.
     *
     * @param thread the thread, with its frames
     * @param operation what it waits for
     * @param holders the frames that hold the carrier
     * @param nanos for how long it has waited there
     */
    public record Keeper(ThreadView thread, WaitOperation operation, List<HolderLine> holders, long nanos) {}

    /**
     * How many carriers are in use, and how many threads wait for one.
     *
     * @param all how many carriers there are
     * @param taken how many carriers have a thread
     * @param unavailable how many carriers have a thread that waits, even for a moment, or have had the same thread for
     *     five seconds, whatever it does
     * @param ready threads that are ready to run and have no carrier
     */
    public record Carriers(int all, int taken, int unavailable, int ready) {
        /**
         * Whether threads wait for a carrier. A thread that is ready while a carrier is free does not count: it is
         * about to get that carrier.
         */
        boolean isShort() {
            return ready > 0 && taken >= all;
        }
    }

    /**
     * The lost carriers now.
     *
     * @param keepers threads that wait and hold their carriers
     * @param graph which thread waits for which
     * @param deadlocked ids of threads that are in a deadlock, or wait for one
     * @param carriers how many are in use
     */
    public static List<Judgment> judge(
            List<Keeper> keepers, WaitGraph graph, Set<Long> deadlocked, Carriers carriers, Instant at) {
        List<Judgment> found = new ArrayList<>();
        int ready = carriers.isShort() ? carriers.ready() : 0;
        if (ready > 0 && carriers.unavailable() >= carriers.all()) {
            return found; // no thread gets a carrier: that is reported as a stall
        }
        List<Keeper> lost = keepers.stream()
                .filter(keeper -> keeper.nanos() >= LONG_NANOS
                        && !deadlocked.contains(keeper.thread().id())
                        && (isForOtherThreads(keeper, graph) || ready > 0))
                .toList();
        for (Keeper keeper : lost) {
            found.add(found(keeper, graph.waitOf(keeper.thread()), graph, lost.size(), carriers.all(), ready, at));
        }
        return found;
    }

    /**
     * Carriers that have been held for long without a verdict, as a fact; null if there are none.
     *
     * @param reported ids of threads that a verdict names
     */
    public static @Nullable Limit kept(List<Keeper> keepers, Set<Long> reported, int carriers) {
        List<Long> ids = new ArrayList<>();
        Set<String> places = new LinkedHashSet<>();
        long least = Long.MAX_VALUE;
        for (Keeper keeper : keepers) {
            if (keeper.nanos() >= LONG_NANOS
                    && !reported.contains(keeper.thread().id())) {
                StackFrame site = CircleFacts.application(keeper.thread());
                ids.add(keeper.thread().id());
                places.add("at " + site + " (" + keeper.operation().toString().replace('_', ' ') + ")");
                least = Math.min(least, keeper.nanos());
            }
        }
        return ids.isEmpty()
                ? null
                : Limit.of(
                        LimitKind.CARRIERS_KEPT,
                        ids.size(),
                        Math.max(carriers, ids.size()),
                        VirtualThreads.first(MOST_NAMED, ids),
                        String.join("; ", places),
                        Math.floor(least / 1e9));
    }

    private static boolean isForOtherThreads(Keeper keeper, WaitGraph graph) {
        WaitsFor wait = graph.waitOf(keeper.thread());
        return switch (keeper.operation()) {
            case LOCK, MONITOR_ENTER, SEMAPHORE, LATCH, JOIN, SUBTASKS, CLASS_INIT_WAIT -> true;
            case POOL, CONDITION, QUEUE, FUTURE, OBJECT_WAIT, PARK, UNKNOWN ->
                wait != null && !wait.timed() && !graph.holders(wait.thing()).isEmpty();
            case SLEEP, SOCKET_READ, SOCKET_WRITE, SOCKET_CONNECT, SOCKET_ACCEPT, READY, RUNNING, ENDED -> false;
        };
    }

    private static Judgment found(
            Keeper keeper, @Nullable WaitsFor wait, WaitGraph graph, int kept, int carriers, int ready, Instant at) {
        List<Has> all = wait == null ? List.of() : graph.holders(wait.thing());
        Has has = all.size() == 1 && isHad(all.get(0)) ? all.get(0) : null;
        StackFrame site = CircleFacts.application(keeper.thread());
        return new Judgment(
                WaitVerdictKind.LOST_CARRIER,
                String.valueOf(keeper.thread().id()),
                Confidence.LIKELY,
                at.minusNanos(keeper.nanos()),
                1,
                site == null ? null : site.method(),
                null,
                new LostCarrier(
                        new WaitingKeeper(
                                CircleFacts.named(keeper.thread()),
                                site,
                                keeper.operation(),
                                keeper.holders(),
                                keeper.nanos()),
                        wait == null ? null : awaited(wait.thing(), has),
                        kept,
                        carriers,
                        ready),
                List.of());
    }

    /** Whether a thread has the thing. One that may own it, or is next to get it, is not said to hold it. */
    private static boolean isHad(Has has) {
        return has.how() == Has.How.OWNS || has.how() == Has.How.SHARES;
    }

    private static AwaitedThing awaited(Thing thing, @Nullable Has has) {
        return new AwaitedThing(
                thing.kind(),
                thing.type(),
                thing.name(),
                has == null ? null : CircleFacts.named(has.thread()),
                has != null && has.confidence() == Confidence.EXACT);
    }
}
