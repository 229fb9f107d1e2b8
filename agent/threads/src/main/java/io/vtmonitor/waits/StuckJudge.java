package io.vtmonitor.waits;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitFacts.Abandoned;
import io.vtmonitor.report.WaitFacts.JdkBugs;
import io.vtmonitor.report.WaitFacts.LostWakeUp;
import io.vtmonitor.report.WaitFacts.Place;
import io.vtmonitor.report.WaitFacts.Row;
import io.vtmonitor.report.WaitFacts.Waiting;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stuck: threads wait for a lock whose owner has ended; or, at three looks in a row, a lock or a permit is free and the
 * next thread stays parked.
 *
 * <p>Needs the state of the lock, and the head of its queue.
 */
public final class StuckJudge {
    private StuckJudge() {}

    /** @param lostWakeUp the known bugs of this JDK that lose a wake-up */
    static @Nullable Judgment judge(TrackedGroup group, Supplier<JdkBugs> lostWakeUp) {
        WaitHolder holder = group.holder();
        if (holder != null && isAbandoned(group, holder)) {
            return found(group, Confidence.EXACT, new Abandoned(group.type(), GroupFacts.waiting(group), holder));
        }
        return group.lock().freeLooks() >= TrackedGroup.ROW
                ? found(group, Confidence.LIKELY, lostWakeUp(group, lostWakeUp.get()))
                : null;
    }

    /**
     * The verdict on threads in dumps that wait for a lock of a thread that has ended: two dumps in a row do not list
     * it, or a heap dump shows that it has ended.
     *
     * @param dumps how many dumps there are
     */
    public static @Nullable Judgment inDumps(TrackedGroup group, int dumps) {
        WaitHolder holder = group.holder();
        if (holder == null || !isOwnedForGood(group, holder)) {
            return null;
        }
        WaitSite site = group.site();
        boolean one = dumps == 1; // a heap dump, which shows that the thread has ended
        int fewest = one ? group.threads() : Math.min(group.threads(), group.threadsBefore(1));
        Row row = new Row(one ? 1 : 2, dumps, 0, fewest);
        Waiting waiting =
                new Waiting(group.threads(), false, Place.only(site.site(), site.caller(), group.threads()), row);
        return found(group, Confidence.LIKELY, new Abandoned(group.type(), waiting, holder));
    }

    private static boolean isAbandoned(TrackedGroup group, WaitHolder holder) {
        return group.looks() >= TrackedGroup.ROW && group.fewest() > 0 && isOwnedForGood(group, holder);
    }

    /**
     * Whether the owner has ended, and only the owner could release the lock. That is so for the JDK's reentrant locks.
     */
    private static boolean isOwnedForGood(TrackedGroup group, WaitHolder holder) {
        return group.isOne()
                && holder.hasEnded()
                && String.valueOf(group.type()).startsWith("java.util.concurrent.locks.Reentrant");
    }

    private static Judgment found(TrackedGroup group, Confidence confidence, WaitFacts facts) {
        return GroupFacts.found(
                WaitVerdictKind.STUCK, GroupFacts.about(group), confidence, group, group.threads(), facts);
    }

    private static LostWakeUp lostWakeUp(TrackedGroup group, JdkBugs bugs) {
        boolean semaphore = String.valueOf(group.type()).startsWith("java.util.concurrent.Semaphore$");
        return new LostWakeUp(
                semaphore, group.type(), GroupFacts.waiting(group), group.lock().freeLooks(), bugs);
    }
}
