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
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import org.jspecify.annotations.Nullable;

/**
 * Finds threads that wait for each other. A cycle counts when the next look finds the same threads in it again: what is
 * read of one thread after the other may never have been true at one instant.
 */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are told apart by identity
final class DeadlockJudge {
    private static final int MOST_LINKS = 6;

    private final OwnedLocks locks;
    private final Phases phases;
    private final OwnerChain owners;
    private Map<String, Instant> before = Map.of();
    private Set<Long> threads = Set.of();

    DeadlockJudge(OwnedLocks locks, Phases phases, OwnerChain owners) {
        this.owners = owners;
        this.locks = locks;
        this.phases = phases;
    }

    List<Found> judge(Census census, @Nullable Monitors monitors, FrameProofs proofs, Instant at) {
        IdentityHashMap<Object, Boolean> things = new IdentityHashMap<>();
        census.locks().forEach(lock -> things.put(lock, true));
        if (monitors != null) {
            monitors.entering().values().forEach(monitor -> things.put(monitor, true));
        }
        List<List<Link<Thread>>> cycles = Cycles.find(
                things.keySet(), thing -> owners.owner(thing, monitors), thread -> owners.waitsFor(thread, monitors));
        List<Found> found = new ArrayList<>();
        Map<String, Instant> now = new HashMap<>();
        Set<Long> caught = new HashSet<>();
        for (List<Link<Thread>> cycle : cycles) {
            if (cycle.size() == 1 && !waitsForItself(cycle.get(0), monitors)) {
                continue;
            }
            String key = Cycles.key(cycle, Thread::getId);
            Instant begin = before.getOrDefault(key, at);
            now.put(key, begin);
            if (before.containsKey(key)) {
                found.add(found(cycle, key, begin, monitors, proofs));
                cycle.forEach(link -> caught.add(link.thread().getId()));
            }
        }
        before = now;
        things.keySet().forEach(thing -> addWhoWaitsFor(caught, thing, monitors));
        threads = caught;
        return found;
    }

    /** Owners that wait for one of them, directly or by way of others, continue when those do. */
    private void addWhoWaitsFor(Set<Long> caught, Object thing, @Nullable Monitors monitors) {
        Thread owner = owners.owner(thing, monitors);
        List<Long> chain = owner == null
                ? List.of()
                : owners.from(owner, monitors).stream().map(Thread::getId).toList();
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

    /** Seen while the thread stays parked: else it may have had the lock before, or after. */
    private boolean waitsForItself(Link<Thread> link, @Nullable Monitors monitors) {
        return link.waitsFor() instanceof AbstractOwnableSynchronizer
                && owners.waitsFor(link.thread(), monitors) == link.waitsFor()
                && owners.owner(link.waitsFor(), monitors) == link.thread()
                && owners.waitsFor(link.thread(), monitors) == link.waitsFor();
    }

    private Found found(
            List<Link<Thread>> cycle, String key, Instant begin, @Nullable Monitors monitors, FrameProofs proofs) {
        StringBuilder text = new StringBuilder();
        boolean proven = true;
        for (int i = 0; i < cycle.size(); i++) {
            Link<Thread> link = cycle.get(i);
            Link<Thread> next = cycle.get((i + 1) % cycle.size());
            boolean monitor = !(link.waitsFor() instanceof AbstractOwnableSynchronizer);
            Monitors.Owner owner = monitor && monitors != null ? monitors.owner(link.waitsFor()) : null;
            proven &= monitor
                    ? owner != null && proofs.ownsMonitor(owner.frames(), owner.depth())
                    : OwnedLocks.isOfJdk(link.waitsFor());
            if (i < MOST_LINKS) {
                text.append(i == 0 ? "" : "; ")
                        .append(ThreadText.of(link.thread(), phases.isVirtual(link.thread())))
                        .append(" waits for the ")
                        .append(monitor ? "monitor of a " : "lock ")
                        .append(ThreadText.type(link.waitsFor().getClass().getName()))
                        .append(" that ")
                        .append(
                                cycle.size() == 1
                                        ? "it holds itself" + (reads(link) ? " for reading" : "")
                                        : ThreadText.of(next.thread(), phases.isVirtual(next.thread())) + " holds");
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
                cycle.size() > 1
                        ? "Take the locks in the same order everywhere, or take the second one with tryLock and a"
                                + " timeout. These threads can't continue by themselves."
                        : reads(cycle.get(0))
                                ? "A read lock can't be upgraded: release it before the write lock is taken, or take"
                                        + " the write lock from the start. This thread can't continue by itself."
                                : "The lock is not reentrant: don't take it again while it is held. This thread can't"
                                        + " continue by itself.");
    }

    private static boolean reads(Link<Thread> link) {
        return OwnedLocks.isReadWriteLock(link.waitsFor());
    }
}
