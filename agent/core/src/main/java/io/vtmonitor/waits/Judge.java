package io.vtmonitor.waits;

import io.vtmonitor.graph.Thing;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitFacts.Abandoned;
import io.vtmonitor.report.WaitFacts.Convoy;
import io.vtmonitor.report.WaitFacts.JdkBugs;
import io.vtmonitor.report.WaitFacts.LockOwner;
import io.vtmonitor.report.WaitFacts.LostWakeUp;
import io.vtmonitor.report.WaitFacts.Part;
import io.vtmonitor.report.WaitFacts.Place;
import io.vtmonitor.report.WaitFacts.PoolExhausted;
import io.vtmonitor.report.WaitFacts.Row;
import io.vtmonitor.report.WaitFacts.Waiting;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Verdicts.Found;
import java.util.ArrayList;
import java.util.List;
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

    /** Whether they wait for their turn to wait for work: see {@link IdleHolder#waitsForWork}. */
    public static boolean mayBeIdle(Followed group) {
        WaitHolder holder = group.holder();
        return group.lock().mayBeIdle()
                || (holder != null && IdleHolder.waitsForWork(holder.doing(), holder.frames(), group.site()));
    }

    /**
     * What is true of it now.
     *
     * @param lostWakeUp bugs of the JDK that lose one
     */
    public static List<Found> judge(Followed group, Supplier<JdkBugs> lostWakeUp) {
        List<Found> found = new ArrayList<>();
        WaitHolder holder = group.holder();
        if (holder != null && isAbandoned(group, holder)) {
            found.add(stuck(group, Confidence.EXACT, new Abandoned(group.type(), waiting(group), holder)));
        } else if (group.lock().freeLooks() >= Followed.ROW) {
            found.add(stuck(group, Confidence.LIKELY, lostWakeUp(group, lostWakeUp.get())));
        } else if (isCandidate(group)) {
            Found one = isPool(group) ? pool(group) : convoy(group);
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
        boolean oneShare = group.shares().size() == 1;
        PoolExhausted facts = new PoolExhausted(
                pool.name(),
                pool.lends(),
                new Waiting(
                        waiting,
                        waiting != group.threads() || !oneShare || group.isEstimate(),
                        Place.only(group.site().site(), group.site().caller(), waiting),
                        oneShare ? row(group) : null),
                sameOnes ? group.sameSeconds() : 0,
                group.pace().progress(LONG_FOR_FEW_SECONDS),
                List.of(),
                false);
        return found(
                WaitVerdictKind.POOL_EXHAUSTED,
                pool.name() + " " + group.site().caller(),
                Confidence.LIKELY,
                group,
                waiting,
                facts);
    }

    private static Waiting waiting(Followed group) {
        return new Waiting(
                group.threads(), group.isEstimate(), place(group.site(), group.shares(), group.threads()), row(group));
    }

    private static Row row(Followed group) {
        return new Row(Followed.ROW, 0, group.rowSeconds(), group.fewest());
    }

    /**
     * Several places may share what the threads wait for.
     *
     * @param first the place of most of them
     * @param places most threads first
     * @param threads at all of them
     */
    public static Place place(WaitSite first, List<Share> places, int threads) {
        if (places.size() < 2) {
            return Place.only(first.site(), first.caller(), threads);
        }
        Share most = places.get(0);
        boolean surely = 2 * (most.threads() - most.margin()) > threads;
        return new Place(first.site(), first.caller(), surely ? Part.MOST : Part.SOME, most.threads());
    }

    /** What all of them wait for, a lock or a monitor. */
    public static Thing.Kind thing(Followed group) {
        return group.site().operation() == WaitOperation.MONITOR_ENTER ? Thing.Kind.MONITOR : Thing.Kind.LOCK;
    }

    /**
     * Who has the lock that all of them wait for.
     *
     * @param mayBeIdle whether that one reads from a socket, and nobody knows whether it has sent a request
     */
    public static LockOwner owner(Followed group, boolean mayBeIdle) {
        LastOwner last = group.lock().lastOwner();
        return new LockOwner(
                group.holder(), IdleHolder.inJdk(group.site().frames()), last == null ? null : last.facts(), mayBeIdle);
    }

    private static @Nullable Found convoy(Followed group) {
        if (!group.pace().isSlow(LONG_SECONDS) || group.lock().unownedLooks() >= Followed.ROW || mayBeIdle(group)) {
            return null;
        }
        boolean sure = thing(group) == Thing.Kind.MONITOR || isLockOfJdk(group);
        Convoy facts = new Convoy(
                thing(group),
                group.type(),
                waiting(group),
                group.pace().moved().progress(0),
                null,
                owner(group, false));
        return found(
                WaitVerdictKind.LOCK_CONVOY,
                about(group),
                sure ? Confidence.EXACT : Confidence.LIKELY,
                group,
                group.threads(),
                facts);
    }

    /** A lock of the JDK that has an owner can be released by nobody else. */
    private static boolean isAbandoned(Followed group, WaitHolder holder) {
        return group.looks() >= Followed.ROW
                && group.fewest() > 0
                && group.isOne()
                && holder.hasEnded()
                && String.valueOf(group.type()).startsWith("java.util.concurrent.locks.Reentrant");
    }

    private static Found stuck(Followed group, Confidence confidence, WaitFacts facts) {
        return found(WaitVerdictKind.STUCK, about(group), confidence, group, group.threads(), facts);
    }

    private static LostWakeUp lostWakeUp(Followed group, JdkBugs bugs) {
        boolean semaphore = String.valueOf(group.type()).startsWith("java.util.concurrent.Semaphore$");
        return new LostWakeUp(
                semaphore, group.type(), waiting(group), group.lock().freeLooks(), bugs);
    }

    private static Found found(
            WaitVerdictKind kind, String about, Confidence confidence, Followed group, int threads, WaitFacts facts) {
        Pools.Pool pool = group.site().pool();
        return new Found(
                kind,
                about,
                confidence,
                group.begin(),
                threads,
                group.site().site(),
                pool == null ? null : pool.name(),
                facts,
                List.of());
    }

    /** Several locks of one class that are waited for at one place are one matter. */
    public static String about(Followed group) {
        return group.type() + " " + group.site().site() + " " + group.site().caller();
    }
}
