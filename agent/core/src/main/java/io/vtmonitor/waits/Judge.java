package io.vtmonitor.waits;

import io.vtmonitor.common.ThreadText;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Verdicts.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Judges a group of waiting virtual threads. A program whose threads wait and get their turn is healthy, however many
 * they are: each verdict requires several looks in a row, and a long wait.
 */
public final class Judge {
    /** Fewer threads are no queue worth a word. */
    public static final int FEW = 10;

    /** A turn within this time is no trouble. */
    private static final double LONG_SECONDS = 1;

    /** Where few wait it takes that long with nobody leaving. */
    static final double LONG_FOR_FEW_SECONDS = 9;

    private Judge() {}

    /** Whether it is worth watching how fast the group moves on. */
    public static boolean isCandidate(Followed group) {
        return group.looks() >= Followed.ROW
                && (group.fewest() >= FEW || (isPool(group) && group.fewest() > 0))
                && (isPool(group) || isExclusive(group));
    }

    /** Whether it is worth watching how their turns come, though nothing is judged by it: many want one semaphore. */
    public static boolean showsTurns(Followed group) {
        return group.isOne()
                && group.looks() >= Followed.ROW
                && group.fewest() >= FEW
                && !isPool(group)
                && group.site().operation() == WaitOperation.SEMAPHORE;
    }

    private static boolean isPool(Followed group) {
        return group.site().pool() != null;
    }

    private static boolean isLockOfJdk(Followed group) {
        return String.valueOf(group.type()).startsWith("java.util.concurrent.");
    }

    /** Whether all wait for one lock or one monitor. */
    public static boolean isExclusive(Followed group) {
        WaitOperation operation = group.site().operation();
        return group.isOne() && (operation == WaitOperation.LOCK || operation == WaitOperation.MONITOR_ENTER);
    }

    /** Whether they wait for their turn to wait for work: see {@link HolderText#waitsForWork}. */
    public static boolean mayBeIdle(Followed group) {
        WaitHolder holder = group.holder();
        return group.lock().mayBeIdle()
                || (holder != null && HolderText.waitsForWork(holder.doing(), holder.frames(), group.site()));
    }

    /**
     * What is true of it now.
     *
     * @param deadlocked the ids of threads that are known to wait for each other
     * @param lostWakeUp what to do about a wake-up that was lost
     */
    public static List<Found> judge(Followed group, Set<Long> deadlocked, Supplier<String> lostWakeUp) {
        List<Found> found = new ArrayList<>();
        if (isAbandoned(group)) {
            found.add(abandoned(group));
        } else if (group.lock().freeLooks() >= Followed.ROW) {
            found.add(stuck(group, lostWakeUp.get()));
        } else if (isCandidate(group)) {
            Found one = isPool(group) ? pool(group) : convoy(group, deadlocked);
            if (one != null) {
                found.add(one);
            }
        }
        Found growing = GrowthJudge.judge(group);
        if (growing != null) {
            found.add(growing);
        }
        return found;
    }

    private static @Nullable Found pool(Followed group) {
        Pools.Pool pool = group.site().pool();
        int waiting = pool == null ? 0 : Share.threadsAt(pool, group.shares());
        boolean sameOnes = group.sameSeconds() >= LONG_FOR_FEW_SECONDS;
        boolean starves = group.pace().starvedSeconds() >= LONG_FOR_FEW_SECONDS;
        // Others that wait for objects of the same class are no queue of the pool's.
        boolean row = pool != null && (group.isOne() || group.looksAt(pool) >= Followed.ROW - 1);
        boolean many =
                waiting >= FEW && group.fewest() >= FEW && row && group.pace().isSlow(LONG_SECONDS);
        if (pool == null || waiting == 0 || !(many || sameOnes || starves)) {
            return null;
        }
        String evidence = about(group, waiting) + waitFor(waiting) + "a " + pool.lends() + " of "
                + pool.name() + " in " + group.site().site() + called(group.site()) + ". "
                + (group.shares().size() == 1 ? row(group) + " " : "")
                + (sameOnes
                        ? "Each look for " + seconds(group.sameSeconds())
                                + (waiting == 1
                                        ? " found the same thread, and it made no progress while it was watched."
                                        : " found the same threads, and none made progress while they were watched.")
                        : group.pace().text(LONG_FOR_FEW_SECONDS));
        return found(
                WaitVerdictKind.POOL_EXHAUSTED,
                pool.name() + " " + group.site().caller(),
                Confidence.LIKELY,
                group,
                waiting,
                evidence,
                "Find what holds each " + pool.lends() + " of " + pool.name()
                        + " for long: work done while it is borrowed, or one that is never returned. If none is lent, "
                        + "the pool can't create any: check the system behind it. Otherwise, limit the callers with a "
                        + "semaphore of the pool's size, or increase the size if that system can take the load.");
    }

    private static String about(Followed group, int threads) {
        boolean counted = threads == group.threads() && group.shares().size() == 1 && !group.isEstimate();
        return counted ? "" : "About ";
    }

    /** The begin of a sentence. */
    public static String waitFor(int threads) {
        return threads == 1 ? "1 virtual thread waits for " : threads + " virtual threads wait for ";
    }

    /** Several places share what the threads wait for: the first of them has more threads than any other. */
    static String where(Followed group) {
        return in(group.shares(), group.threads()) + group.site().site() + called(group.site());
    }

    /** Before the first of the places: that of most threads, where so many are there for sure. */
    public static String in(List<Share> places, int threads) {
        if (places.size() < 2) {
            return " in ";
        }
        Share first = places.get(0);
        return 2 * (first.threads() - first.margin()) > threads
                ? ", most of them in "
                : ", about " + first.threads() + " of them in ";
    }

    private static @Nullable Found convoy(Followed group, Set<Long> deadlocked) {
        if (!group.pace().isSlow(LONG_SECONDS) || group.lock().unownedLooks() >= Followed.ROW || mayBeIdle(group)) {
            return null;
        }
        boolean monitor = group.site().operation() == WaitOperation.MONITOR_ENTER;
        LastOwner last = group.lock().lastOwner();
        String evidence = (group.isEstimate() ? "About " : "") + waitFor(group.threads()) + "the same "
                + (monitor ? "monitor" : "lock") + " (" + thing(group) + ")" + where(group) + ". " + row(group)
                + " " + group.pace().moved().text()
                + HolderText.held(group.holder(), monitor ? "monitor" : "lock")
                + HolderText.held(last);
        return found(
                WaitVerdictKind.LOCK_CONVOY,
                place(group),
                monitor || isLockOfJdk(group) ? Confidence.EXACT : Confidence.LIKELY,
                group,
                group.threads(),
                evidence,
                deadlocked.contains(group.holderId())
                        ? "The holder is part of a deadlock, or waits for one: resolve that first."
                        : last != null
                                ? HolderText.cure(last)
                                : HolderText.cure(group.holder(), group.site(), monitor ? "monitor" : "lock"));
    }

    /** A lock of the JDK that has an owner can be released by nobody else. */
    private static boolean isAbandoned(Followed group) {
        return group.looks() >= Followed.ROW
                && group.fewest() > 0
                && group.isOne()
                && group.holder() != null
                && group.holder().hasEnded()
                && String.valueOf(group.type()).startsWith("java.util.concurrent.locks.Reentrant");
    }

    private static Found abandoned(Followed group) {
        return found(
                WaitVerdictKind.STUCK,
                place(group),
                Confidence.EXACT,
                group,
                group.threads(),
                waitFor(group.threads()) + "the same lock (" + thing(group) + ")" + where(group) + "."
                        + HolderText.held(group.holder(), "lock") + " No other thread can release it.",
                "Release the lock in a finally block, on every path. The threads that wait without a time limit"
                        + " continue only after a restart.");
    }

    private static Found stuck(Followed group, String cure) {
        boolean semaphore = String.valueOf(group.type()).startsWith("java.util.concurrent.Semaphore$");
        return found(
                WaitVerdictKind.STUCK,
                place(group),
                Confidence.LIKELY,
                group,
                group.threads(),
                waitFor(group.threads())
                        + (semaphore ? "a permit of a semaphore that has one" : "a lock that no thread holds")
                        + " (" + thing(group) + ")" + where(group)
                        + (semaphore ? ". A permit was available at " : ". It was free at ")
                        + group.lock().freeLooks() + " looks in a row, and the same thread, which is next"
                        + (semaphore ? " and wants one" : "") + ", stayed parked.",
                cure);
    }

    static Found found(
            WaitVerdictKind kind,
            String about,
            Confidence confidence,
            Followed group,
            int threads,
            String evidence,
            String cure) {
        Pools.Pool pool = group.site().pool();
        return new Found(
                kind,
                about,
                confidence,
                group.begin(),
                threads,
                group.site().site(),
                pool == null ? null : pool.name(),
                evidence,
                cure);
    }

    /** Several locks of one class that are waited for at one place are one matter. */
    static String place(Followed group) {
        return group.type() + " " + group.site().site() + " " + group.site().caller();
    }

    private static String thing(Followed group) {
        return group.type() == null ? "of an unknown class" : ThreadText.type(group.type());
    }

    /** The caller, to follow the site; empty where it is the same or unknown. */
    public static String called(WaitSite site) {
        return site.caller() == null || site.caller().equals(site.site()) ? "" : ", called by " + site.caller();
    }

    static String row(Followed group) {
        return "At each of the last " + Followed.ROW + " looks, over " + seconds(group.rowSeconds()) + ", at least "
                + (group.isEstimate() ? "about " : "") + group.fewest() + " did.";
    }

    public static String seconds(double seconds) {
        return seconds >= 10 ? Math.round(seconds) + " s" : String.format(Locale.ROOT, "%.1f s", seconds);
    }
}
