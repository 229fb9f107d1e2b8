package io.vtmonitor.scheduler;

import io.vtmonitor.common.ThreadText;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.scheduler.CarrierSnapshot.Wait;
import io.vtmonitor.scheduler.StallClassifier.Judgement;
import io.vtmonitor.scheduler.StallClassifier.Whereabouts;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Says whether held carriers wait for a lock whose owner, or next owner, has none. */
@SuppressWarnings("ReferenceEquality") // locks and threads are told apart by identity
final class LockDeadlockDetector {
    private final Function<Thread, Whereabouts> whereabouts;
    private final Function<Object, LockWait> locks;

    LockDeadlockDetector(Function<Thread, Whereabouts> whereabouts, Function<Object, LockWait> locks) {
        this.whereabouts = whereabouts;
        this.locks = locks;
    }

    /** Null where none of them waits for a lock that a thread without a carrier is to have. */
    @Nullable
    Judgement judge(List<CarrierSnapshot> held) {
        for (CarrierSnapshot each : held) {
            LockWait wait = each.doing() == Wait.PARKED && each.blocker() != null ? locks.apply(each.blocker()) : null;
            Judgement judged = wait == null ? null : judge(wait, held);
            if (judged != null) {
                return judged;
            }
        }
        return null;
    }

    private @Nullable Judgement judge(LockWait wait, List<CarrierSnapshot> held) {
        List<CarrierSnapshot> waiting =
                held.stream().filter(each -> each.blocker() == wait.lock()).toList();
        int waiters = waiting.size();
        String carriers = held.size() == 1
                ? "the only carrier is"
                : waiters == held.size()
                        ? "all " + StallClassifier.carriers(waiters)
                        : waiters + " of " + held.size() + (waiters == 1 ? " carriers is" : " carriers are");
        String rest = carriers + " held by virtual threads that wait for it: " + StallClassifier.places(waiting);
        Thread owner = wait.owner();
        Thread next = wait.next();
        Confidence sure =
                held.stream().allMatch(each -> isStuck(each, held, held.size())) ? Confidence.EXACT : Confidence.LIKELY;
        if (owner != null) {
            Whereabouts where = whereabouts.apply(owner);
            String who = ThreadText.of(owner, true) + " owns " + wait.text();
            return switch (where) {
                case WAITS_FOR_CARRIER -> deadlock(sure, who + " and has no carrier to run on, while " + rest);
                case UNMOUNTED ->
                    deadlock(
                            Confidence.LIKELY,
                            who + " and waits for something else, "
                                    + (wait.isOfUnpin() ? "" : "after which it will find no carrier, ") + "while "
                                    + rest);
                case PLATFORM, MOUNTED -> null;
            };
        }
        return next != null && whereabouts.apply(next) == Whereabouts.WAITS_FOR_CARRIER
                ? deadlock(
                        wait.isMutex() ? sure : Confidence.LIKELY,
                        "Nobody owns " + wait.text() + ": it is " + ThreadText.of(next, true)
                                + "'s turn, which has no carrier to run on, while " + rest)
                : null;
    }

    /**
     * Whether it can't make progress before a thread without a carrier has; one that waits for a time only gives its
     * own back then.
     */
    private boolean isStuck(CarrierSnapshot each, List<CarrierSnapshot> held, int most) {
        if (each.doing() != Wait.PARKED
                || each.state() != Thread.State.WAITING
                || each.blocker() == null
                || most == 0) {
            return false;
        }
        LockWait wait = locks.apply(each.blocker());
        Thread first = wait == null ? null : wait.first();
        if (first == null) {
            return false;
        }
        return switch (whereabouts.apply(first)) {
            case WAITS_FOR_CARRIER -> wait.owner() != null || wait.isMutex();
            case MOUNTED ->
                held.stream()
                        .filter(other -> first.equals(other.carrier().virtualThread()))
                        .anyMatch(other -> isStuck(other, held, most - 1));
            case PLATFORM, UNMOUNTED -> false;
        };
    }

    private static Judgement deadlock(Confidence confidence, String verdict) {
        String sentence = Character.toUpperCase(verdict.charAt(0)) + verdict.substring(1);
        return new Judgement(StallPattern.LOCK_WITHOUT_CARRIER, confidence, sentence + ".");
    }
}
