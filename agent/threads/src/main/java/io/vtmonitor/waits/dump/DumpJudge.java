package io.vtmonitor.waits.dump;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.WaitFacts.Convoy;
import io.vtmonitor.report.WaitFacts.Place;
import io.vtmonitor.report.WaitFacts.Row;
import io.vtmonitor.report.WaitFacts.Stay;
import io.vtmonitor.report.WaitFacts.Waiting;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.ConvoyJudge;
import io.vtmonitor.waits.DeadlockJudge;
import io.vtmonitor.waits.GroupFacts;
import io.vtmonitor.waits.GroupVerdicts;
import io.vtmonitor.waits.GrownSite;
import io.vtmonitor.waits.GrowthJudge;
import io.vtmonitor.waits.IdleHolder;
import io.vtmonitor.waits.Operations;
import io.vtmonitor.waits.SiteReader;
import io.vtmonitor.waits.StuckJudge;
import io.vtmonitor.waits.TrackedGroup;
import io.vtmonitor.waits.Verdicts.Judgment;
import io.vtmonitor.waits.WaitSite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges waits in dumps of one JVM. A dump does not show how fast threads leave a queue. So the verdicts are at most
 * likely, except for a deadlock that two dumps or a heap dump show. Printed dumps name objects by their addresses,
 * which the garbage collector changes, so they are judged for deadlocks only.
 */
final class DumpJudge {
    private static final int GROWING_DUMPS = 4;

    private final int all;
    private final RequestEvidence.Proofs proofs;
    private final DumpPools pools;
    private final DumpedLockHolders holders = new DumpedLockHolders();
    private final StarvedExecutors starved = new StarvedExecutors();
    private final DeadlockJudge deadlocks;
    private long dumps;
    private boolean cut;

    /**
     * Judges dumps that name objects in the same way.
     *
     * @param all how many dumps there are
     * @param heap whether they are heap dumps, each of which shows one instant
     */
    DumpJudge(int all, boolean heap, RequestEvidence.Proofs proofs) {
        deadlocks = new DeadlockJudge(true, heap);
        this.all = all;
        this.proofs = proofs;
        pools = new DumpPools(all);
    }

    List<Judgment> judge(DumpGroups groups, List<TrackedGroup> now, ThreadDumpFile dump) {
        dumps++;
        cut |= dump.damage() != null; // the JVM has threads that the dump lacks
        WaitGraph graph = DumpGraph.of(dump, groups, starved.look(dump));
        WaitGraph others = graph.without(DumpPoolCycles.POOLS);
        List<Judgment> found = new ArrayList<>(deadlocks.judge(others, dump.time(), circle -> others));
        Judgment cycle = DumpPoolCycles.judge(graph, dump.edges().pools(), dump.time());
        if (cycle != null) {
            found.add(cycle);
        }
        if (dump.isInstant()) {
            return found;
        }
        holders.look(now, groups);
        Map<String, List<String>> covered = new HashMap<>();
        Map<Thing, ResourcePool> known = dump.edges().pools();
        Set<String> exhausted = new HashSet<>();
        for (Judgment each : pools.judge(now, dump.time(), known.values())) {
            exhausted.add(String.valueOf(each.pool()));
            if (cycle != null && DumpPoolCycles.hasAll(cycle, each.pool(), graph, known)) {
                covered.computeIfAbsent(cycle.about(), key -> new ArrayList<>()).add(each.kind() + " " + each.site());
            } else {
                found.add(each);
            }
        }
        for (TrackedGroup group : now) {
            Judgment stuck = StuckJudge.inDumps(group, all);
            if (stuck != null) {
                found.add(stuck);
                continue;
            }
            boolean everywhere =
                    group.looks() >= Math.min(dumps, TrackedGroup.ROW) && fewest(group) >= GroupVerdicts.FEW;
            if (everywhere
                    && ConvoyJudge.isExclusive(group)
                    && !ConvoyJudge.mayBeIdle(group)
                    && !mayBeIdle(group, groups)
                    && !groups.isMoving((String) group.blocker())
                    && !(group.holderId() == 0 && groups.mayWaitForItself((String) group.blocker()))
                    && !(group.holderId() == 0 && mayBeBusyOrIdle(group, dump, groups.phases()))) {
                Stay stay = holders.stay(group, (int) Math.min(dumps, TrackedGroup.ROW));
                String deadlock = deadlocks.deadlockOf(group.holderId());
                if (stay != null && deadlock != null) {
                    covered.computeIfAbsent(deadlock, key -> new ArrayList<>())
                            .add(WaitVerdictKind.LOCK_CONVOY + " "
                                    + group.site().site());
                } else if (stay != null) {
                    found.add(convoy(group, stay, mayHaveRequested(group, groups)));
                }
                if (stay != null) {
                    continue; // that says why the group grows, if it does
                }
            }
            Judgment growing = cut ? null : growing(group);
            if (growing != null && !exhausted.contains(String.valueOf(growing.pool()))) {
                found.add(growing);
            }
        }
        found.replaceAll(each -> each.covering(covered));
        return found;
    }

    /**
     * Whether a thread runs or waits for work in the method in which others wait for a lock without a known holder.
     * That thread may be the holder.
     */
    private boolean mayBeBusyOrIdle(TrackedGroup group, ThreadDumpFile dump, DumpedPhases phases) {
        WaitSite site = group.site();
        for (DumpedThread thread : dump.threads()) {
            Phase phase = phases.of(thread);
            boolean runs = phase == Phase.MOUNTED || phase == Phase.READY;
            if ((runs || waitsForWork(thread, phase, site)) && isIn(thread, site)) {
                return true;
            }
        }
        return false;
    }

    private boolean waitsForWork(DumpedThread thread, Phase phase, WaitSite site) {
        WaitOperation doing = Operations.of(phase, thread.frames());
        return IdleHolder.waitsForWork(doing, SiteReader.frames(thread.frames()), site)
                || mayBeIdle(doing, thread.frames(), site);
    }

    private boolean mayBeIdle(TrackedGroup group, DumpGroups groups) {
        DumpGroups.Owner owner = groups.owner((String) group.blocker());
        WaitHolder holder = group.holder();
        return owner != null
                && holder != null
                && mayBeIdle(holder.doing(), owner.thread().frames(), group.site());
    }

    /**
     * Whether the lock's owner may be idle. If class files are missing, a wait for input does not count as idle,
     * because input is mostly the answer to a request. A wait for a signal does: idle threads wait for signals as often
     * as others do.
     */
    private boolean mayBeIdle(WaitOperation doing, List<StackTraceElement> trace, WaitSite site) {
        int last = IdleHolder.mayWaitForAnything(doing, trace, site);
        RequestEvidence evidence = last > 0 ? proofs.of(trace, last) : RequestEvidence.MAYBE;
        return evidence == RequestEvidence.NOBODY || (evidence == RequestEvidence.UNKNOWN && !isInput(doing));
    }

    private static boolean isInput(WaitOperation doing) {
        return doing == WaitOperation.SOCKET_READ || doing == WaitOperation.RUNNING;
    }

    /** Whether the holder reads from a socket and missing class files would show whether it is idle. */
    private boolean mayHaveRequested(TrackedGroup group, DumpGroups groups) {
        DumpGroups.Owner owner = groups.owner((String) group.blocker());
        WaitHolder holder = group.holder();
        if (owner == null || holder == null || holder.doing() != WaitOperation.SOCKET_READ) {
            return false;
        }
        List<StackTraceElement> trace = owner.thread().frames();
        int last = IdleHolder.mayWaitForAnything(holder.doing(), trace, group.site());
        return last > 0 && proofs.of(trace, last) == RequestEvidence.UNKNOWN;
    }

    private static boolean isIn(DumpedThread thread, WaitSite site) {
        for (StackTraceElement frame : thread.frames()) {
            if (!JdkNames.isJdk(frame.getClassName())
                    && site.isIn(frame.getClassName() + "." + frame.getMethodName())) {
                return true;
            }
        }
        return false;
    }

    /** The fewest threads in the last three dumps, or in as many as there are. */
    private int fewest(TrackedGroup group) {
        int fewest = group.threads();
        for (int ago = 1; ago < Math.min(dumps, TrackedGroup.ROW); ago++) {
            fewest = Math.min(fewest, group.threadsBefore(ago));
        }
        return fewest;
    }

    private Judgment convoy(TrackedGroup group, Stay stay, boolean mayBeIdle) {
        WaitSite site = group.site();
        Waiting waiting = new Waiting(
                group.threads(),
                false,
                Place.only(site.site(), site.caller(), group.threads()),
                new Row((int) Math.min(dumps, TrackedGroup.ROW), all, 0, fewest(group)));
        return new Judgment(
                WaitVerdictKind.LOCK_CONVOY,
                GroupFacts.about(group),
                Confidence.LIKELY,
                group.begin(),
                group.threads(),
                site.site(),
                null,
                new Convoy(
                        GroupFacts.thing(group),
                        group.type(),
                        waiting,
                        null,
                        stay,
                        ConvoyJudge.owner(group, mayBeIdle)),
                List.of());
    }

    private static @Nullable Judgment growing(TrackedGroup group) {
        boolean grows = group.phase().waits() && group.growth().looks() >= GROWING_DUMPS;
        GrownSite grown = grows ? GrowthJudge.grown(group) : null;
        return grown == null ? null : GrowthJudge.found(group, grown, 0);
    }
}
