package io.vtmonitor.waits.census;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.threads.Synchronizers;
import io.vtmonitor.waits.Operations;
import io.vtmonitor.waits.Pools;
import io.vtmonitor.waits.SiteReader;
import io.vtmonitor.waits.SiteShare;
import io.vtmonitor.waits.WaitSite;
import io.vtmonitor.waits.census.GroupTracker.Pair;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Finds where the threads of a look wait, from the stacks of some of them. */
@SuppressWarnings("ReferenceEquality") // what is waited for is compared by identity
final class SampledStacks {
    private static final int MOST_STACKS = WaiterGroup.MOST_KEPT;
    private static final int STACKS_OF_ONE = 4;
    private static final int STACKS_OF_NEW = 60;
    private static final int STACKS_OF_OLD = 20;
    private static final int OLD_AFTER_LOOKS = 12;

    private final JdkThreads jdk;
    private final SiteReader sites;

    SampledStacks(JdkThreads jdk, SiteReader sites) {
        this.jdk = jdk;
        this.sites = sites;
    }

    /** Reads stacks of the groups that need new ones, largest first, at most {@value #MOST_STACKS} in all. */
    void take(List<Pair> pairs) {
        for (Pair pair : pairs) {
            Object blocker = pair.now().blocker();
            if (Synchronizers.isOfApplication(blocker) && jdk.owner(blocker) != null) {
                pair.group().lock().ownedAt(pair.group().lastLook());
            }
        }
        List<Pair> wanted = new ArrayList<>(pairs.stream()
                .filter(pair ->
                        pair.group().phase() != Phase.MOUNTED && pair.group().wantsStacks(OLD_AFTER_LOOKS))
                .sorted(Comparator.comparingInt((Pair pair) -> pair.now().threads())
                        .reversed())
                .toList());
        boolean few = pairs.stream().mapToInt(pair -> pair.now().threads()).sum() <= MOST_STACKS;
        int left = MOST_STACKS;
        for (Pair pair : wanted) {
            boolean isNew = pair.group().shares().isEmpty();
            boolean grows = pair.group().growth().looks() > OLD_AFTER_LOOKS;
            int most = pair.group().isOne() ? STACKS_OF_ONE : isNew || grows ? STACKS_OF_NEW : STACKS_OF_OLD;
            left -= take(pair, Math.min(few ? MOST_STACKS : most, left));
            if (left <= 0) {
                return;
            }
        }
    }

    private int take(Pair pair, int most) {
        List<WaitSite> found = new ArrayList<>();
        int taken = 0;
        for (Thread thread : most < WaiterGroup.MOST_SAMPLES
                ? pair.now().samples()
                : pair.now().all()) {
            if (taken >= most) {
                break;
            }
            taken++;
            List<StackTraceElement> trace = List.of(thread.getStackTrace());
            if (!trace.isEmpty() && isThere(thread, pair.now())) {
                found.add(read(thread, pair, trace));
            }
        }
        if (!found.isEmpty()) {
            pair.group()
                    .sampled(SiteShare.of(
                            found, pair.now().threads(), pair.group().isOne()));
        }
        return taken;
    }

    /**
     * Where a thread waits. The stack of a thread that was signaled, or whose wait for a condition timed out, still
     * shows that wait. But the thread waits for the condition's lock.
     */
    private WaitSite read(Thread thread, Pair pair, List<StackTraceElement> trace) {
        Object blocker = pair.now().blocker();
        boolean signalled =
                blocker != null && pair.now().phase() != Phase.BLOCKED && LockSupport.getBlocker(thread) != blocker;
        if (signalled || Synchronizers.isReentrantLock(blocker) || Synchronizers.isReadWriteLock(blocker)) {
            return sites.read(WaitOperation.LOCK, trace);
        }
        WaitOperation operation = Operations.of(pair.group().phase(), trace);
        if (operation == WaitOperation.SUBTASKS) {
            return sites.read(operation, trace).awaiting(subtask(thread));
        }
        return operation == WaitOperation.PARK && pair.group().lock().wasOwned() && Operations.mayWantAlone(trace)
                ? sites.readLock(trace, String.valueOf(pair.group().type()))
                : sites.read(operation, trace);
    }

    /** Where the longest-running subtask of a thread waits: that with the lowest thread id. */
    private @Nullable WaitSite subtask(Thread parent) {
        Thread first = jdk.scopes().longestSubtask(parent);
        List<StackTraceElement> trace = first == null ? List.of() : List.of(first.getStackTrace());
        return first == null || trace.isEmpty()
                ? null
                : sites.read(jdk.isVirtual(first) ? jdk.phase(first) : Phase.PARKED, trace);
    }

    /** Whether a thread still waits with its group. If not, its stack may be of another wait. */
    private boolean isThere(Thread thread, WaiterGroup group) {
        Phase phase = jdk.phase(thread);
        boolean parked = phase == Phase.PARKED || phase == Phase.TIMED_PARKED;
        return isIn(group, phase, parked && group.phase() != Phase.BLOCKED ? jdk.blocker(thread) : null);
    }

    /**
     * Whether a thread belongs to a group. The phase does not decide it: a thread that sleeps and one that awaits a
     * condition for a time are in the same phase.
     */
    static boolean isIn(WaiterGroup group, Phase phase, @Nullable Object waitsFor) {
        if (group.phase() == Phase.BLOCKED) {
            return phase == Phase.BLOCKED;
        }
        if (group.blocker() != null) {
            return waitsFor == group.blocker();
        }
        return waitsFor == null
                ? group.type() == null && phase == group.phase()
                : waitsFor.getClass().getName().equals(group.type());
    }

    /**
     * Of a group that is counted by class, the threads that wait for its pool: the others may be idle, or make
     * progress.
     */
    WaiterGroup atPool(Pair pair) {
        Pools.Pool pool = pair.group().site().pool();
        if (pool == null || pair.group().isOne() || pair.group().shares().size() == 1) {
            return pair.now();
        }
        WaiterGroup there = new WaiterGroup(pair.now().phase(), null, pair.now().type());
        List<Thread> samples = pair.now().samples();
        for (Thread thread : samples.subList(0, Math.min(STACKS_OF_OLD, samples.size()))) {
            List<StackTraceElement> trace = List.of(thread.getStackTrace());
            if (!trace.isEmpty()
                    && isThere(thread, pair.now())
                    && pool.equals(read(thread, pair, trace).pool())) {
                there.add(thread);
            }
        }
        return there.threads() == 0 ? pair.now() : there;
    }
}
