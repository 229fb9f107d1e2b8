package io.vtmonitor.waits.census;

import io.vtmonitor.common.ThreadText;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.HolderNote;
import io.vtmonitor.report.HolderNote.Why;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.threads.FrameProofs;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.threads.Synchronizers;
import io.vtmonitor.waits.IdleHolder;
import io.vtmonitor.waits.Operations;
import io.vtmonitor.waits.SiteReader;
import io.vtmonitor.waits.TrackedGroup;
import io.vtmonitor.waits.WaitSite;
import java.util.List;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;

/** Finds the owner of a lock of {@code java.util.concurrent}, and what it does. */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are compared by identity
final class JdkLockOwners {

    private final JdkThreads jdk;
    private final SiteReader sites;
    private final FrameProofs proofs;

    JdkLockOwners(JdkThreads jdk, SiteReader sites, FrameProofs proofs) {
        this.jdk = jdk;
        this.sites = sites;
        this.proofs = proofs;
    }

    /** Sets the holder of what a group waits for. Does nothing if that can't have an owner. */
    void ask(TrackedGroup group, long nanos) {
        Object blocker = group.blocker();
        if (blocker == null || !hasOwner(blocker)) {
            return;
        }
        Thread owner = owner(blocker);
        if (owner == null) {
            // A synchronizer of the application may never have an owner, such as a gate.
            Thread reader = jdk.lockReaders().one(blocker);
            if (Synchronizers.isReadWriteLock(blocker) && jdk.lockReaders().times(blocker) > 0) {
                group.lock().mayBeIdle(false);
            }
            group.heldBy(
                    Synchronizers.isOfJdk(blocker) ? WaitHolder.unknown(noOwner(blocker, reader)) : null,
                    reader == null ? 0 : reader.getId(),
                    nanos);
            return;
        }
        if (hasEnded(owner) && owner(blocker) == owner) {
            WaitHolder holder = WaitHolder.ended(ThreadText.of(owner, jdk.isVirtual(owner)));
            group.heldBy(holder, owner.getId(), nanos);
            group.lock().mayBeIdle(false);
            return;
        }
        List<StackTraceElement> trace = List.of(owner.getStackTrace());
        group.heldBy(holder(blocker, owner, trace, group.site().site()), owner.getId(), nanos);
        recordIdle(group, trace);
    }

    /** The owner of a lock that a thread with that stack waits for; null if no live thread owns it. */
    @Nullable
    WaitHolder holder(Object lock, List<StackTraceElement> waiter) {
        Thread owner = owner(lock);
        return owner == null || hasEnded(owner)
                ? null
                : holder(
                        lock,
                        owner,
                        List.of(owner.getStackTrace()),
                        sites.read(Phase.PARKED, waiter).site());
    }

    private WaitHolder holder(Object lock, Thread owner, List<StackTraceElement> trace, String waitingIn) {
        // The stack was read while the thread owned the lock only if the thread owns it before and after.
        boolean still = owner(lock) == owner;
        StackTraceElement took = still ? tookAt(trace, waitingIn) : null;
        return new WaitHolder(
                ThreadText.of(owner, jdk.isVirtual(owner)),
                Synchronizers.isOfJdk(lock) ? Confidence.EXACT : Confidence.LIKELY,
                took == null ? null : StackFrame.of(took),
                took == null ? Confidence.UNKNOWN : Confidence.LIKELY,
                still ? doing(owner, trace) : WaitOperation.UNKNOWN,
                0,
                still ? null : HolderNote.of(Why.RELEASED),
                still ? SiteReader.frames(trace) : List.of());
    }

    /**
     * Notes whether the owner, with that stack, waits for work or may be idle. Changes nothing while the lock is passed
     * to the next thread, or while the owner is ready and has no carrier.
     */
    void recordIdle(TrackedGroup group, List<StackTraceElement> trace) {
        WaitHolder holder = group.holder();
        WaitOperation doing = holder == null ? WaitOperation.UNKNOWN : holder.doing();
        if (holder == null || doing == WaitOperation.UNKNOWN || doing == WaitOperation.READY) {
            return;
        }
        int last = IdleHolder.mayWaitForAnything(doing, trace, group.site());
        group.lock()
                .mayBeIdle(IdleHolder.waitsForWork(doing, holder.frames(), group.site())
                        || (last > 0 && proofs.sendsNoRequest(trace, last)));
    }

    /** The thread that has it exclusively, or is its only reader. */
    private @Nullable Thread owner(Object blocker) {
        Thread owner = jdk.owner(blocker);
        return owner != null ? owner : jdk.lockReaders().only(blocker);
    }

    /**
     * The frame that took the lock. If several frames took a lock, it is the one of the method in which the others
     * wait.
     */
    private @Nullable StackTraceElement tookAt(List<StackTraceElement> trace, String waitingIn) {
        List<Integer> depths = proofs.tookLock(trace);
        List<Integer> there = depths.stream()
                .filter(depth -> sites.method(trace.get(depth)).equals(waitingIn))
                .toList();
        return depths.size() == 1 ? trace.get(depths.get(0)) : there.size() == 1 ? trace.get(there.get(0)) : null;
    }

    /**
     * Sets the number of permits as the holder's note. A semaphore does not show which threads have its permits, nor
     * whether these will release any.
     */
    void recordPermits(TrackedGroup group, long nanos) {
        Object blocker = group.blocker();
        if (blocker == null || !Synchronizers.isSemaphore(blocker)) {
            return;
        }
        int permits = jdk.permits(blocker);
        group.heldBy(WaitHolder.unknown(HolderNote.of(Why.SEMAPHORE, permits)), 0, nanos);
    }

    private boolean hasEnded(Thread owner) {
        return jdk.isVirtual(owner) ? jdk.phase(owner) == Phase.GONE : !owner.isAlive();
    }

    private static boolean hasOwner(Object blocker) {
        return blocker instanceof StampedLock
                || (blocker instanceof AbstractOwnableSynchronizer
                        && !Synchronizers.isSemaphore(blocker)
                        && !Synchronizers.isLatch(blocker));
    }

    private HolderNote noOwner(Object blocker, @Nullable Thread reader) {
        if (blocker instanceof StampedLock) {
            return HolderNote.of(Why.STAMPED_LOCK);
        }
        if (Synchronizers.isReadWriteLock(blocker)) {
            int readers = jdk.lockReaders().times(blocker);
            if (readers > 0) {
                return HolderNote.readers(
                        readers, reader == null ? null : ThreadText.of(reader, jdk.isVirtual(reader)));
            }
        }
        return HolderNote.of(Why.NOBODY);
    }

    /** The place where a thread with that stack waits. */
    WaitSite site(Phase phase, List<StackTraceElement> trace) {
        return sites.read(phase, trace);
    }

    /** What an owner does, pinned or not. */
    WaitOperation doing(Thread owner, List<StackTraceElement> trace) {
        Phase phase = jdk.isVirtual(owner) ? jdk.phase(owner) : platform(owner);
        WaitOperation operation = sites.read(phase, trace).operation();
        boolean inNative = phase == Phase.MOUNTED && !trace.isEmpty() && (isSocket(trace) || isWait(trace));
        return inNative ? Operations.parked(trace) : operation;
    }

    /**
     * Whether it waits for a socket. A thread that is about to park, and a platform thread in a system call, do not
     * count as parked.
     */
    private static boolean isSocket(List<StackTraceElement> trace) {
        return trace.get(0).getClassName().startsWith("sun.nio.ch.") && Operations.parked(trace) != WaitOperation.PARK;
    }

    /** Whether it is in {@code Object.wait}, where it holds its carrier before JDK 24. */
    private static boolean isWait(List<StackTraceElement> trace) {
        return trace.get(0).getClassName().equals("java.lang.Object")
                && trace.get(0).getMethodName().startsWith("wait");
    }

    private static Phase platform(Thread thread) {
        return switch (thread.getState()) {
            case BLOCKED -> Phase.BLOCKED;
            case WAITING, TIMED_WAITING -> Phase.PARKED;
            default -> Phase.MOUNTED;
        };
    }
}
