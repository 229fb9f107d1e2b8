package io.vtmonitor.waits.census;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.common.ThreadText;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Cycles;
import io.vtmonitor.waits.Cycles.Link;
import io.vtmonitor.waits.FrameProofs;
import io.vtmonitor.waits.Verdicts.Found;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import org.jspecify.annotations.Nullable;

/**
 * Finds threads that wait for each other. A cycle counts when the next look finds the same threads in it again: what is
 * read of one thread after the other may never have been true at one instant.
 */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are told apart by identity
final class DeadlockJudge {
    private static final int MOST_LINKS = 6;
    private static final String CURE_OF_WAITS =
            "Don't wait for a thread or a task while a lock is held that it needs: release the lock first. These threads"
                    + " can't continue by themselves.";
    private static final String CURE_OF_RESULTS =
            "Let one of these threads continue without the end or the result of another one. They can't continue by"
                    + " themselves.";

    private final OwnedLocks locks;
    private final Phases phases;
    private Map<String, Instant> before = Map.of();
    private Set<Long> threads = Set.of();

    DeadlockJudge(OwnedLocks locks, Phases phases) {
        this.locks = locks;
        this.phases = phases;
    }

    List<Found> judge(Census census, OwnerChain owners, @Nullable Monitors monitors, FrameProofs proofs, Instant at) {
        IdentityHashMap<Object, Boolean> things = new IdentityHashMap<>();
        census.locks().forEach(lock -> things.put(lock, true));
        census.locksOfPlatformThreads().forEach(lock -> things.put(lock, true));
        census.tasks().forEach(task -> things.put(task, true));
        if (monitors != null) {
            monitors.entering().values().forEach(monitor -> things.put(monitor, true));
        }
        List<List<Link<Thread>>> cycles = Cycles.find(things.keySet(), owners::owner, owners::waitsFor);
        List<Found> found = new ArrayList<>();
        Map<String, Instant> now = new HashMap<>();
        Set<Long> caught = new HashSet<>();
        for (List<Link<Thread>> cycle : cycles) {
            boolean itself = cycle.size() == 1 && !mayWaitForItself(cycle.get(0), owners);
            if (itself || !isStill(cycle, owners)) {
                continue;
            }
            String key = Cycles.key(cycle, Thread::getId);
            Instant begin = before.getOrDefault(key, at);
            now.put(key, begin);
            if (before.containsKey(key)) {
                found.add(found(cycle, key, begin, owners, monitors, proofs));
                cycle.forEach(link -> caught.add(link.thread().getId()));
            }
        }
        before = now;
        if (!caught.isEmpty()) {
            things.keySet().forEach(thing -> addWhoWaitsFor(caught, thing, owners));
        }
        threads = caught;
        return found;
    }

    /** Owners that wait for one of them, directly or by way of others, continue when those do. */
    private static void addWhoWaitsFor(Set<Long> caught, Object thing, OwnerChain owners) {
        Thread owner = owners.owner(thing);
        List<Long> chain = owner == null
                ? List.of()
                : owners.from(owner).stream().map(Thread::getId).toList();
        for (int i = 0; i < chain.size(); i++) {
            if (caught.contains(chain.get(i))) {
                caught.addAll(chain.subList(0, i));
                return;
            }
        }
    }

    /** Platform threads that own a lock which is waited for, and wait to enter a monitor themselves. */
    List<Thread> blockedOwners(Census census) {
        List<Thread> found = new ArrayList<>();
        for (Object lock : census.locks()) {
            Thread owner = locks.owner(lock);
            if (owner != null && !phases.isVirtual(owner) && owner.getState() == Thread.State.BLOCKED) {
                found.add(owner);
            }
        }
        return found;
    }

    /** The ids of those that the last look found to wait for each other, and of owners of locks that wait for these. */
    Set<Long> threads() {
        return threads;
    }

    /** A thread that joins itself sleeps. */
    private static boolean mayWaitForItself(Link<Thread> link, OwnerChain owners) {
        return link.waitsFor() instanceof AbstractOwnableSynchronizer && !owners.isEnd(link.waitsFor());
    }

    /**
     * Whether each one has what the one before waits for, while all of them wait: else it may have had that before, or
     * after. Who waits for a task or the end of a thread holds its locks meanwhile, and waits for it only once.
     */
    private static boolean isStill(List<Link<Thread>> cycle, OwnerChain owners) {
        boolean still = allWait(cycle, owners);
        for (int i = 0; i < cycle.size() && still; i++) {
            Thread next = cycle.get((i + 1) % cycle.size()).thread();
            still = owners.owner(cycle.get(i).waitsFor()) == next;
        }
        return still && allWait(cycle, owners);
    }

    private static boolean allWait(List<Link<Thread>> cycle, OwnerChain owners) {
        return cycle.stream().allMatch(link -> owners.waitsFor(link.thread()) == link.waitsFor());
    }

    private Found found(
            List<Link<Thread>> cycle,
            String key,
            Instant begin,
            OwnerChain owners,
            @Nullable Monitors monitors,
            FrameProofs proofs) {
        StringBuilder text = new StringBuilder();
        boolean proven = true;
        int locked = 0;
        for (int i = 0; i < cycle.size(); i++) {
            Link<Thread> link = cycle.get(i);
            Object thing = link.waitsFor();
            boolean end = owners.isEnd(thing);
            boolean monitor = !end && !(thing instanceof AbstractOwnableSynchronizer) && !(thing instanceof FutureTask);
            Monitors.Owner owner = monitor && monitors != null ? monitors.owner(thing) : null;
            proven &= monitor
                    ? owner != null && proofs.ownsMonitor(owner.frames(), owner.depth())
                    : end || OwnedLocks.isOfJdk(thing);
            locked += end || thing instanceof FutureTask ? 0 : 1;
            if (i < MOST_LINKS) {
                text.append(i == 0 ? "" : "; ")
                        .append(text(link.thread()))
                        .append(" waits for the ")
                        .append(what(link, cycle.get((i + 1) % cycle.size()).thread(), owners));
            }
        }
        if (cycle.size() > MOST_LINKS) {
            text.append("; and so on: ").append(cycle.size()).append(" threads in all");
        }
        List<StackTraceElement> trace = List.of(cycle.get(0).thread().getStackTrace());
        StackTraceElement site = trace.stream()
                .filter(frame -> !JdkNames.isJdk(frame.getClassName()))
                .findFirst()
                .orElse(null);
        return new Found(
                WaitVerdictKind.DEADLOCK,
                key,
                proven ? Confidence.EXACT : Confidence.LIKELY,
                begin,
                cycle.size(),
                site == null ? null : site.getClassName() + "." + site.getMethodName(),
                null,
                text + ". Two looks in a row found the same.",
                locked == 0 ? CURE_OF_RESULTS : locked < cycle.size() ? CURE_OF_WAITS : cure(cycle));
    }

    private static String cure(List<Link<Thread>> cycle) {
        if (cycle.size() > 1) {
            return "Take the locks in the same order everywhere, or take the second one with tryLock and a timeout. These"
                    + " threads can't continue by themselves.";
        }
        return reads(cycle.get(0))
                ? "A read lock can't be upgraded: release it before the write lock is taken, or take the write lock from"
                        + " the start. This thread can't continue by itself."
                : "The lock is not reentrant: don't take it again while it is held. This thread can't continue by"
                        + " itself.";
    }

    /** What a thread of a cycle waits for, which the next one has, or is. */
    private String what(Link<Thread> link, Thread next, OwnerChain owners) {
        Object thing = link.waitsFor();
        if (owners.isEnd(thing)) {
            return "end of " + text(next);
        }
        if (thing instanceof FutureTask) {
            return "result of a task that " + text(next) + " runs";
        }
        String held =
                link.thread() == next ? "it holds itself" + (reads(link) ? " for reading" : "") : text(next) + " holds";
        return (thing instanceof AbstractOwnableSynchronizer ? "lock " : "monitor of a ")
                + ThreadText.type(thing.getClass().getName()) + " that " + held;
    }

    private String text(Thread thread) {
        return ThreadText.of(thread, phases.isVirtual(thread));
    }

    private static boolean reads(Link<Thread> link) {
        return OwnedLocks.isReadWriteLock(link.waitsFor());
    }
}
