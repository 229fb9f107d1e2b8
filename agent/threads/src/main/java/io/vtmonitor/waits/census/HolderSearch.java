package io.vtmonitor.waits.census;

import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.graph.WaitsFor;
import io.vtmonitor.looks.LookBudget;
import io.vtmonitor.report.WaitFacts.Link;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.threads.CircleFacts;
import io.vtmonitor.threads.FrameProofs;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.threads.LiveGraph;
import io.vtmonitor.threads.Monitors;
import io.vtmonitor.waits.OwnerChainEnd;
import io.vtmonitor.waits.SiteReader;
import io.vtmonitor.waits.census.GroupTracker.Pair;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Searches for the threads that hold what groups of threads wait for, and for the end of the chain of owners. For the
 * thread that looks.
 */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are compared by identity
final class HolderSearch {
    /**
     * Groups whose holder a look searches for, largest first. There are many because a lock that few threads want may
     * be the one that is never released.
     */
    private static final int MOST_HOLDERS = 100;

    private static final int MOST_CHAINED = 20;

    private final JdkThreads jdk;
    private final JdkLockOwners owners;
    private final MonitorGroups monitorGroups;
    private final FrameProofs proofs;
    private final LookBudget cost;

    HolderSearch(
            JdkThreads jdk, JdkLockOwners owners, MonitorGroups monitorGroups, FrameProofs proofs, LookBudget cost) {
        this.jdk = jdk;
        this.owners = owners;
        this.monitorGroups = monitorGroups;
        this.proofs = proofs;
        this.cost = cost;
    }

    /** Searches for the holders of what the groups wait for, largest groups first, and records them in the groups. */
    void search(List<Pair> pairs, @Nullable Monitors monitors, WaitGraph graph, LiveGraph live, long nanos) {
        int left = MOST_HOLDERS;
        for (Pair pair : GroupTracker.largestFirst(pairs)) {
            Object blocker = pair.now().blocker();
            if (left == 0 || blocker == null || !isWanted(pair, blocker)) {
                pair.group().heldBy(null, 0, nanos);
                pair.group().lock().mayBeIdle(left == 0); // not examined, so it may be
                pair.group().lock().lastOwner(null);
                continue;
            }
            left--;
            cost.giveWay(); // class files prove the owner, which takes time
            if (pair.group().phase() == Phase.BLOCKED && monitors != null) {
                Monitors.Owner owner = monitors.owner(blocker);
                WaitHolder holder = monitorGroups.holder(monitors, blocker, owners, proofs);
                pair.group().heldBy(holder, owner == null ? 0 : owner.thread().getId(), nanos);
                owners.recordIdle(pair.group(), owner == null ? List.of() : owner.frames());
                pair.group().lock().unowned(owner == null && monitors.sawAll());
            } else {
                owners.ask(pair.group(), nanos);
                pair.group().lock().unowned(jdk.isUnowned(blocker));
            }
            WaitHolder first = pair.group().holder();
            boolean more = first != null && first.waitsForLock();
            pair.group().lock().lastOwner(more ? last(blocker, graph, live, monitors) : null);
        }
    }

    /**
     * Whether the holder is worth a search. That of one thread is if the holder was known while there were more, or if
     * it has ended.
     */
    private boolean isWanted(Pair pair, Object blocker) {
        return pair.now().threads() > 1 || pair.group().holder() != null || jdk.isAbandoned(blocker);
    }

    /**
     * The end of the chain of locks and monitors that begins with the owner of an object; null if the chain has no
     * further owner, or is a circle.
     */
    private @Nullable OwnerChainEnd last(Object first, WaitGraph graph, LiveGraph live, @Nullable Monitors monitors) {
        List<Has> chain = live.chain(first, graph).stream()
                .takeWhile(has -> has.thing().kind() == Kind.LOCK || has.thing().kind() == Kind.MONITOR)
                .limit(MOST_CHAINED)
                .toList();
        if (chain.size() < 2) {
            return null;
        }
        Has end = chain.get(chain.size() - 1);
        WaitsFor more = graph.waitOf(end.thread());
        if (more != null && chain.stream().anyMatch(has -> has.thing().equals(more.thing()))) {
            return null; // a circle
        }
        List<Link> links = new ArrayList<>();
        List<StackTraceElement> trace = List.of();
        for (int i = 0; i + 1 < chain.size(); i++) {
            Has has = chain.get(i + 1);
            ThreadView owner = chain.get(i).thread();
            trace = List.of(live.thread(owner).getStackTrace());
            links.add(CircleFacts.link(new WaitsFor(owner.with(trace), has.thing(), false), has, has.thread()));
        }
        boolean lock = end.thing().kind() == Kind.LOCK;
        Object wanted = end.thing().key();
        WaitHolder holder = lock
                ? owners.holder(wanted, trace)
                : monitors == null ? null : monitorGroups.holder(monitors, wanted, owners, proofs);
        return holder == null || holder.thread() == null
                ? null
                : new OwnerChainEnd(links, holder, SiteReader.frames(trace));
    }
}
