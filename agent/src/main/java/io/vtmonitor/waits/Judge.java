package io.vtmonitor.waits;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Verdicts.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    /** Semaphores are made to let threads wait. */
    private static final double LONG_AT_SEMAPHORE_SECONDS = 10;

    /** Where few wait it takes that long with nobody leaving. */
    private static final double LONG_FOR_FEW_SECONDS = 9;

    private static final int GROWING_LOOKS = 24;
    private static final double GROWING_SECONDS = 60;
    private static final int GROWN_BY = 100;

    private Judge() {}

    /** Whether it is worth watching how fast the group moves on. */
    public static boolean isCandidate(Followed group) {
        return group.looks() >= Followed.ROW
                && (group.fewest() >= FEW || (isPool(group) && group.fewest() > 0))
                && (isPool(group) || isExclusive(group) || group.site().operation() == WaitOperation.SEMAPHORE);
    }

    private static boolean isPool(Followed group) {
        return group.site().pool() != null;
    }

    private static boolean isExclusive(Followed group) {
        WaitOperation operation = group.site().operation();
        return group.isOne() && (operation == WaitOperation.LOCK || operation == WaitOperation.MONITOR_ENTER);
    }

    /** What is true of it now. */
    public static List<Found> judge(Followed group) {
        List<Found> found = new ArrayList<>();
        if (isCandidate(group)) {
            Found one = isPool(group) ? pool(group) : isExclusive(group) ? convoy(group) : semaphore(group);
            if (one != null) {
                found.add(one);
            }
        }
        if (group.freeLooks() >= Followed.ROW) {
            found.add(stuck(group));
        }
        if (grows(group)) {
            found.add(growing(group));
        }
        return found;
    }

    private static @Nullable Found pool(Followed group) {
        Pools.Pool pool = group.site().pool();
        int waiting = poolThreads(group, pool);
        boolean sameOnes = group.sameSeconds() >= LONG_FOR_FEW_SECONDS;
        boolean many = group.fewest() >= FEW && group.moved().waitSeconds() >= LONG_SECONDS;
        if (pool == null || waiting == 0 || !(many || sameOnes)) {
            return null;
        }
        String evidence = about(group, waiting) + waiting + " virtual threads wait for a " + pool.lends() + " of "
                + pool.name() + " in " + group.site().site() + called(group.site()) + ". "
                + row(group)
                + (sameOnes
                        ? " The same threads waited for " + seconds(group.sameSeconds())
                                + ", and none made progress while they were watched."
                        : " " + group.moved().text());
        return found(
                WaitVerdictKind.POOL_EXHAUSTED,
                pool.name() + " " + group.site().site() + " " + group.site().caller(),
                Confidence.LIKELY,
                group,
                waiting,
                evidence,
                "Find what holds each " + pool.lends() + " of " + pool.name()
                        + " for long: work done while it is borrowed, or one that is never returned. Otherwise, limit the "
                        + "callers with a semaphore of the pool's size, or increase the size if the system behind it can "
                        + "take the load.");
    }

    private static int poolThreads(Followed group, Pools.@Nullable Pool pool) {
        int threads = 0;
        for (Share share : group.shares()) {
            threads += pool != null && pool.equals(share.site().pool()) ? share.threads() : 0;
        }
        return threads;
    }

    private static String about(Followed group, int threads) {
        return threads == group.threads() && group.shares().size() == 1 ? "" : "About ";
    }

    private static @Nullable Found convoy(Followed group) {
        if (group.moved().waitSeconds() < LONG_SECONDS) {
            return null;
        }
        boolean monitor = group.site().operation() == WaitOperation.MONITOR_ENTER;
        String evidence =
                group.threads() + " virtual threads wait for the same " + (monitor ? "monitor" : "lock") + " ("
                        + thing(group) + ") in " + group.site().site() + called(group.site()) + ". " + row(group)
                        + " " + group.moved().text()
                        + held(group.holder(), monitor ? "monitor" : "lock");
        return found(
                WaitVerdictKind.LOCK_CONVOY,
                place(group),
                Confidence.EXACT,
                group,
                group.threads(),
                evidence,
                cure(group.holder(), monitor ? "monitor" : "lock"));
    }

    /** Who holds it, as sentences that follow another; empty where nobody was asked. */
    public static String held(@Nullable WaitHolder holder, String thing) {
        if (holder == null) {
            return "";
        }
        if (holder.thread() == null) {
            return " Its holder is unknown: " + holder.note() + ".";
        }
        String sure = holder.confidence() == Confidence.EXACT ? "" : "likely ";
        String took = holder.tookAt() == null
                ? ""
                : ", " + (holder.tookConfidence() == Confidence.EXACT ? "" : "likely ") + "taken in " + holder.tookAt();
        return " The " + thing + " is " + sure + "held by " + holder.thread() + took
                + (holder.doing() == WaitOperation.UNKNOWN
                        ? ""
                        : ", which " + holder.doing().activity()) + ".";
    }

    /** What to do about a lock or a monitor that is held for long. */
    public static String cure(@Nullable WaitHolder holder, String thing) {
        String slow = holder == null
                ? "what is slow"
                : switch (holder.doing()) {
                    case SLEEP -> "the sleep";
                    case SOCKET_READ, SOCKET_WRITE, SOCKET_CONNECT, SOCKET_ACCEPT -> "the network call";
                    case RUNNING, UNKNOWN, READY -> "what is slow";
                    default -> "the wait for " + holder.doing().text();
                };
        return "Do " + slow + " before the " + thing + " is taken or after it is released, or split the " + thing
                + ": one for each key instead of one for all.";
    }

    private static @Nullable Found semaphore(Followed group) {
        // Many tasks that were started at once and get their turn one after the other are what a semaphore is for.
        boolean worksOff = group.threads() < group.threadsBefore(Followed.ROW - 1) && group.arrived() == 0;
        boolean nobodyGoesOn = group.sameHeadSeconds() >= LONG_FOR_FEW_SECONDS;
        if (worksOff || !(nobodyGoesOn || group.moved().waitSeconds() >= LONG_AT_SEMAPHORE_SECONDS)) {
            return null;
        }
        String evidence = group.threads() + " virtual threads wait for a permit of the same semaphore in "
                + group.site().site() + called(group.site()) + ". " + row(group)
                + " " + group.moved().text();
        return found(
                WaitVerdictKind.POOL_EXHAUSTED,
                place(group),
                Confidence.LIKELY,
                group,
                group.threads(),
                evidence,
                "Find what holds the permits: long work, or a permit that is never released. If the limit is "
                        + "intended, let callers give up: tryAcquire with a timeout.");
    }

    private static Found stuck(Followed group) {
        return found(
                WaitVerdictKind.STUCK,
                place(group),
                Confidence.LIKELY,
                group,
                group.threads(),
                group.threads() + " virtual threads wait for a lock that no thread holds (" + thing(group) + ") in "
                        + group.site().site() + called(group.site()) + ". It was free at " + group.freeLooks()
                        + " looks in a row, and the same thread, which is next, stayed parked.",
                "A wake-up was lost. Java " + Runtime.version()
                        + ": JDK-8369227 loses some in 25.0.0 to 25.0.2 and in 26.0.0; update to 25.0.3, 26.0.1 or later. "
                        + "On other releases, see the thread dump.");
    }

    private static boolean grows(Followed group) {
        Growth growth = group.growth();
        return group.phase() != Phase.READY
                && group.phase() != Phase.MOUNTED
                && growth.looks() >= GROWING_LOOKS
                && growth.seconds() >= GROWING_SECONDS
                && 2 * growth.steps() >= growth.looks()
                && growth.to() - growth.from() >= GROWN_BY
                && 2 * growth.to() >= 3 * growth.from();
    }

    private static Found growing(Followed group) {
        Growth growth = group.growth();
        WaitSite site = group.site();
        String where = group.shares().size() == 1 ? "" : ", most of them";
        return found(
                WaitVerdictKind.GROWING,
                place(group),
                Confidence.LIKELY,
                group,
                growth.to(),
                "From " + growth.from() + " to " + growth.to() + " virtual threads in " + seconds(growth.seconds())
                        + " wait for " + site.operation().text() + where + " in " + site.site() + called(site)
                        + ". The group never shrank at " + growth.looks() + " looks, and "
                        + (growth.stay() >= 1 ? "all" : "nearly all") + " of the first ones are still there.",
                "Find out what should end these waits: a missing timeout, a peer that never answers, or a task "
                        + "that never completes. If the threads are meant to stay, as connections are, nothing is wrong.");
    }

    private static Found found(
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
    private static String place(Followed group) {
        return group.type() + " " + group.site().site() + " " + group.site().caller();
    }

    private static String thing(Followed group) {
        return group.type() == null ? "of an unknown class" : ThreadText.type(group.type());
    }

    /** The caller, to follow the site; empty where it is the same or unknown. */
    public static String called(WaitSite site) {
        return site.caller() == null || site.caller().equals(site.site()) ? "" : ", called by " + site.caller();
    }

    private static String row(Followed group) {
        return "At each of the last " + Followed.ROW + " looks, over " + seconds(group.rowSeconds()) + ", at least "
                + group.fewest() + " did.";
    }

    public static String seconds(double seconds) {
        return seconds >= 10 ? Math.round(seconds) + " s" : String.format(Locale.ROOT, "%.1f s", seconds);
    }
}
