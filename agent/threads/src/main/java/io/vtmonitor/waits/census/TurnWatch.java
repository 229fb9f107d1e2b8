package io.vtmonitor.waits.census;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.looks.LookBudget;
import io.vtmonitor.threads.FrameProofs;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.threads.Synchronizers;
import io.vtmonitor.waits.GroupProgress;
import io.vtmonitor.waits.GroupVerdicts;
import io.vtmonitor.waits.IdleHolder;
import io.vtmonitor.waits.TrackedGroup;
import io.vtmonitor.waits.census.GroupTracker.Pair;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Watches whether the threads of groups get their turns, and whether a lock is free though a thread waits for it. For
 * the thread that looks.
 */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are compared by identity
final class TurnWatch {
    private static final int MOST_WATCHED = 30;

    private final JdkThreads jdk;
    private final Movement movement;
    private final SampledStacks stacks;
    private final FrameProofs proofs;
    private final LookBudget cost;

    TurnWatch(JdkThreads jdk, Movement movement, SampledStacks stacks, FrameProofs proofs, LookBudget cost) {
        this.jdk = jdk;
        this.movement = movement;
        this.stacks = stacks;
        this.proofs = proofs;
        this.cost = cost;
    }

    /** Records in each group which turns its threads get while the look lasts. */
    void watch(List<Pair> pairs) {
        // Groups that may get a verdict come first: the others must not use up the time for them.
        List<Pair> candidates = Stream.concat(
                        GroupTracker.largestFirst(pairs).stream()
                                .filter(pair -> GroupVerdicts.isCandidate(pair.group())),
                        GroupTracker.largestFirst(pairs).stream()
                                .filter(pair -> GroupVerdicts.showsTurns(pair.group())))
                .toList();
        List<Pair> watched = candidates.subList(0, Math.min(MOST_WATCHED, candidates.size()));
        candidates
                .subList(watched.size(), candidates.size())
                .forEach(pair -> pair.group().unwatched());
        List<GroupProgress> moved =
                movement.watch(watched.stream().map(stacks::atPool).toList());
        for (int i = 0; i < moved.size(); i++) {
            TrackedGroup group = watched.get(i).group();
            boolean inSlices = IdleHolder.isUnpinned(group.type()); // a thread that waits in slices never gives up
            group.moved(inSlices ? moved.get(i).gaveUp(0) : moved.get(i));
        }
        for (Pair pair : GroupTracker.largestFirst(pairs)) {
            Object blocker = pair.now().blocker();
            pair.group().head(jdk.firstWait(blocker), System.nanoTime());
            if (blocker != null && pair.group().looks() >= 2) {
                pair.group().lock().freeWith(nextThatStaysParked(blocker));
            }
        }
    }

    /**
     * The queue's first node, if the lock is free for its thread and that thread stays parked; null otherwise. A lock
     * that was just released is free, too, until the next thread has been woken up. But that thread is READY within the
     * ten milliseconds of this check.
     */
    private @Nullable Object nextThatStaysParked(Object lock) {
        Object first = jdk.firstWait(lock);
        Thread next = jdk.isFree(lock) ? jdk.next(lock) : null;
        for (int i = 0; i < 5 && next != null; i++) {
            if (!isParked(next) || !jdk.isFree(lock) || jdk.next(lock) != next || jdk.firstWait(lock) != first) {
                return null;
            }
            if (i == 0 && Synchronizers.isSemaphore(lock) && !proofs.wantsOnePermit(List.of(next.getStackTrace()))) {
                return null;
            }
            cost.pause(2_000_000);
        }
        return next == null ? null : first;
    }

    private boolean isParked(Thread thread) {
        Phase phase = jdk.isVirtual(thread) ? jdk.phase(thread) : null;
        Thread.State state = thread.getState();
        return phase == null
                ? state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING
                : phase == Phase.PARKED || phase == Phase.TIMED_PARKED;
    }
}
