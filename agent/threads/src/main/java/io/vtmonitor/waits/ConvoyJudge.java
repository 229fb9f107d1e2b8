package io.vtmonitor.waits;

import io.vtmonitor.graph.Thing;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts.Convoy;
import io.vtmonitor.report.WaitFacts.LockOwner;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Verdicts.Judgment;
import org.jspecify.annotations.Nullable;

/**
 * Lock convoy: ten threads or more wait for one lock or monitor at three looks in a row. A thread needs a second or
 * longer to get from the end of the queue to its head. Threads that may be idle are no convoy: the owner waits for
 * work, and the others for their turn to do so.
 *
 * <p>Needs the lock itself, and the rate at which threads leave its queue. Names the owner if the JDK knows it.
 */
public final class ConvoyJudge {
    private ConvoyJudge() {}

    /** Whether all wait for one lock or one monitor. */
    public static boolean isExclusive(TrackedGroup group) {
        WaitOperation operation = group.site().operation();
        return group.isOne() && (operation == WaitOperation.LOCK || operation == WaitOperation.MONITOR_ENTER);
    }

    /** Whether the threads may wait only for their turn to wait for work: see {@link IdleHolder#waitsForWork}. */
    public static boolean mayBeIdle(TrackedGroup group) {
        WaitHolder holder = group.holder();
        return group.lock().mayBeIdle()
                || (holder != null && IdleHolder.waitsForWork(holder.doing(), holder.frames(), group.site()));
    }

    /** Whether the thread that has the lock could run and has no carrier: what it does under the lock is not slow. */
    public static boolean lacksCarrier(TrackedGroup group) {
        WaitHolder holder = group.holder();
        return holder != null && holder.doing() == WaitOperation.READY;
    }

    /**
     * The thread that has the lock that all of them wait for.
     *
     * @param mayBeIdle whether the owner reads from a socket, and it is not known whether it has sent a request
     */
    public static LockOwner owner(TrackedGroup group, boolean mayBeIdle) {
        OwnerChainEnd last = group.lock().lastOwner();
        return new LockOwner(
                group.holder(), IdleHolder.inJdk(group.site().frames()), last == null ? null : last.facts(), mayBeIdle);
    }

    static @Nullable Judgment judge(TrackedGroup group) {
        if (!group.pace().isSlow(GroupVerdicts.LONG_SECONDS)
                || group.lock().unownedLooks() >= TrackedGroup.ROW
                || mayBeIdle(group)) {
            return null;
        }
        boolean sure = GroupFacts.thing(group) == Thing.Kind.MONITOR || isLockOfJdk(group);
        Convoy facts = new Convoy(
                GroupFacts.thing(group),
                group.type(),
                GroupFacts.waiting(group),
                group.pace().moved().progress(0),
                null,
                owner(group, false));
        return GroupFacts.found(
                WaitVerdictKind.LOCK_CONVOY,
                GroupFacts.about(group),
                sure ? Confidence.EXACT : Confidence.LIKELY,
                group,
                group.threads(),
                facts);
    }

    private static boolean isLockOfJdk(TrackedGroup group) {
        return String.valueOf(group.type()).startsWith("java.util.concurrent.");
    }
}
