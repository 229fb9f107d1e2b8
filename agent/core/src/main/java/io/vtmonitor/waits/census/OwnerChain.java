package io.vtmonitor.waits.census;

import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.waits.FrameProofs;
import io.vtmonitor.waits.LastOwner;
import io.vtmonitor.waits.Phase;
import io.vtmonitor.waits.SiteReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import org.jspecify.annotations.Nullable;

/** Who owns a lock or a monitor, and which one that thread waits for itself. */
final class OwnerChain {
    private static final int MOST_STEPS = 20;

    private final OwnedLocks locks;
    private final Phases phases;
    private final Blockers blockers;

    OwnerChain(OwnedLocks locks, Phases phases, Blockers blockers) {
        this.locks = locks;
        this.phases = phases;
        this.blockers = blockers;
    }

    /** Whoever waits for a lock that several read continues only after each of them has released it. */
    @Nullable
    Thread owner(Object thing, @Nullable Monitors monitors) {
        if (thing instanceof AbstractOwnableSynchronizer) {
            Thread owner = locks.owner(thing);
            return owner != null ? owner : locks.oneReader(thing);
        }
        Monitors.Owner owner = monitors == null ? null : monitors.owner(thing);
        return owner == null ? null : owner.thread();
    }

    /** Who waits for a time makes progress by itself. */
    @Nullable
    Object waitsFor(Thread thread, @Nullable Monitors monitors) {
        boolean virtual = phases.isVirtual(thread);
        if (virtual ? phases.of(thread) == Phase.BLOCKED : thread.getState() == Thread.State.BLOCKED) {
            return monitors == null ? null : monitors.entering().get(thread);
        }
        boolean parked = virtual ? phases.of(thread) == Phase.PARKED : thread.getState() == Thread.State.WAITING;
        Object blocker = parked ? blockers.of(thread) : null;
        return blocker instanceof AbstractOwnableSynchronizer ? blocker : null;
    }

    /** The owners from one on, each of which waits for what the next one owns; a cycle ends before it repeats. */
    List<Thread> from(Thread first, @Nullable Monitors monitors) {
        List<Thread> chain = new ArrayList<>(List.of(first));
        while (chain.size() < MOST_STEPS) {
            Object next = waitsFor(chain.get(chain.size() - 1), monitors);
            Thread owner = next == null ? null : owner(next, monitors);
            if (owner == null || chain.contains(owner)) {
                break;
            }
            chain.add(owner);
        }
        return chain;
    }

    /** The end of the chain that begins with the owner of something; null where that is the owner, or a cycle. */
    @Nullable
    LastOwner last(Object thing, @Nullable Monitors monitors, Owners owners, FrameProofs proofs) {
        Thread first = owner(thing, monitors);
        List<Thread> chain = first == null ? List.of() : from(first, monitors);
        Object more = chain.isEmpty() ? null : waitsFor(chain.get(chain.size() - 1), monitors);
        if (chain.size() < 2 || (more != null && owner(more, monitors) != null)) {
            return null;
        }
        Thread waits = chain.get(chain.size() - 2);
        List<StackTraceElement> trace = List.of(waits.getStackTrace());
        Object wanted = waitsFor(waits, monitors);
        boolean lock = wanted instanceof AbstractOwnableSynchronizer;
        WaitHolder holder = null;
        if (wanted != null && lock) {
            holder = owners.holder(wanted, trace);
        } else if (wanted != null && monitors != null) {
            holder = monitors.holder(wanted, owners, proofs);
        }
        return holder == null || holder.thread() == null
                ? null
                : new LastOwner(holder, lock ? "lock" : "monitor", chain.size() - 2, SiteReader.frames(trace));
    }
}
