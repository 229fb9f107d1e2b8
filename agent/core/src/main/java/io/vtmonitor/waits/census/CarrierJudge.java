package io.vtmonitor.waits.census;

import io.vtmonitor.common.Durations;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Hog;
import io.vtmonitor.waits.Judge;
import io.vtmonitor.waits.Verdicts.Found;
import io.vtmonitor.waits.census.CarrierLook.Seen;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Judges a scheduler whose threads could run and get no carrier. A processor that is busy for a moment is no problem: a
 * verdict requires two looks.
 */
final class CarrierJudge {
    private static final int IN_A_ROW = 2;

    /** Threads per carrier that are a queue. */
    private static final int QUEUE = 4;

    private static final String SPIN_OF_HIKARI = "com.zaxxer.hikari.util.ConcurrentBag.requite";

    private int backlogs;
    private Instant backlogBegin = Instant.EPOCH;
    private Map<String, Integer> hogs = Map.of();

    /** Nobody waited for a carrier. */
    void calm() {
        backlogs = 0;
        hogs = Map.of();
    }

    /** Whether so many that could run are worth watching: more than the carriers take in a moment. */
    static boolean isCandidate(int ready) {
        return ready >= 2;
    }

    /**
     * What is true now.
     *
     * @param seen by watching the carriers
     * @param at now
     */
    List<Found> judge(Seen seen, Instant at) {
        List<Found> found = new ArrayList<>();
        Map<String, Integer> now = new HashMap<>();
        int kept = 0;
        for (Hog hog : seen.hogs()) {
            if (hog.yieldsIn() != null) {
                continue; // it gives way
            }
            String site = method(hog);
            now.putIfAbsent(site, hogs.getOrDefault(site, 0) + 1);
            if (now.get(site) >= IN_A_ROW) {
                found.add(hog(hog, site, seen, at));
                kept += 2 * hog.seconds() >= seen.seconds() ? 1 : 0;
            }
        }
        String spins = seen.yields() >= 0.5 ? seen.spinsIn() : null;
        Hog spinner = seen.hogs().stream()
                .filter(hog -> hog.spinsIn() != null)
                .findFirst()
                .orElse(null);
        String where = spins != null ? spins : spinner == null ? null : spinner.spinsIn();
        if (where != null) {
            String site = "spin in " + where;
            now.put(site, hogs.getOrDefault(site, 0) + 1);
            if (now.get(site) >= IN_A_ROW) {
                found.add(spin(where, spins == null ? spinner : null, seen, at));
            }
        }
        hogs = now;
        boolean queue = seen.ready() >= Math.max(Judge.FEW, QUEUE * seen.mounted())
                && seen.isBacklog()
                && !standsStill(seen, where);
        backlogBegin = backlogs == 0 ? at : backlogBegin;
        backlogs = queue ? backlogs + 1 : 0;
        if (backlogs >= IN_A_ROW) {
            found.add(backlog(seen, where, kept > 0 && kept >= seen.mounted()));
        }
        return found;
    }

    /** No thread got a carrier, and those on carriers don't run: that is a stall, and work is not the reason. */
    private static boolean standsStill(Seen seen, @Nullable String spinsIn) {
        boolean blocked = seen.mounted() > 0 && seen.blocked() == seen.mounted();
        boolean idle = seen.computed() == 0 && spinsIn == null;
        return seen.stayed() == seen.watched() && (blocked || idle);
    }

    private static String method(Hog hog) {
        StackTraceElement site = hog.site();
        return site == null ? "unknown" : site.getClassName() + "." + site.getMethodName();
    }

    private static Found hog(Hog hog, String site, Seen seen, Instant at) {
        return new Found(
                WaitVerdictKind.CARRIER_HOG,
                site,
                Confidence.LIKELY,
                at,
                hog.waiters(),
                site,
                null,
                hog.thread() + " was on its carrier each time it was looked at for " + millis(hog.seconds()) + ", in "
                        + site + ". All that time "
                        + hog.waiters() + " of the " + seen.watched()
                        + " virtual threads that were watched could run but got no carrier. The same place did so at the "
                        + "look before.",
                "Run it on a platform thread, or call Thread.yield() from time to time: the scheduler does not "
                        + "preempt a running virtual thread.");
    }

    /** @param spinner one that kept its carrier at each look; null where the threads that got a carrier tell */
    private static Found spin(String where, @Nullable Hog spinner, Seen seen, Instant at) {
        return new Found(
                WaitVerdictKind.CARRIER_HOG,
                "spin in " + where,
                Confidence.LIKELY,
                at,
                seen.ready(),
                where,
                null,
                "Threads spin with Thread.yield in " + where + ": "
                        + (spinner == null
                                ? Durations.percent(seen.yields())
                                        + " of those that had just got a carrier were there, and " + seen.ready()
                                        + " could run."
                                : spinner.thread() + " was on its carrier each time it was looked at for "
                                        + millis(spinner.seconds()) + ", and " + spinner.waiters() + " of the "
                                        + seen.watched()
                                        + " virtual threads that were watched could run all that time and got no carrier.")
                        + " The look before found the same.",
                cure(where, spinner));
    }

    /** Only a thread that has just got a carrier is known to leave it as it yields. */
    private static String cure(String where, @Nullable Hog spinner) {
        if (!where.equals(SPIN_OF_HIKARI)) {
            return "Wait with a lock, a condition, or a latch instead of looping around Thread.yield: the loop keeps the "
                    + "processors busy until it ends.";
        }
        String update = spinner == null
                ? "Update HikariCP to 7.1.0 or later, where "
                : "Unless a pin keeps the thread on its carrier, update HikariCP to 7.1.0 or later, where ";
        return update + "virtual threads that return a connection leave their carriers between two attempts. The loop "
                + "lasts until a thread that HikariCP counts as waiting takes a connection: find what holds that one up "
                + "between ConcurrentBag.borrow and SynchronousQueue.poll.";
    }

    /** Why threads that could run get no carrier. */
    private enum Cause {
        PINNED,
        HOGS,
        STARVED,
        SPINS,
        IDLE,
        PARTLY_IDLE,
        WORK
    }

    private static Cause cause(Seen seen, @Nullable String spinsIn, boolean kept) {
        if (seen.blocked() > 0 && 2 * seen.blocked() >= seen.mounted()) {
            return Cause.PINNED;
        }
        if (kept) {
            return Cause.HOGS;
        }
        if (seen.processor() > 0 && seen.processor() < 0.5) {
            return Cause.STARVED;
        }
        // Who waits for a class that another thread initializes keeps the carrier, and runs to the JVM.
        if (spinsIn != null) {
            return Cause.SPINS;
        }
        if (seen.computed() == 0) {
            return Cause.IDLE;
        }
        return seen.computed() > 0 && seen.computed() < seen.mounted() ? Cause.PARTLY_IDLE : Cause.WORK;
    }

    /**
     * The backlog, and why.
     *
     * @param spinsIn where threads spin meanwhile, null where none does: then they may be all that computes
     * @param kept whether carrier hogs had all carriers
     */
    private Found backlog(Seen seen, @Nullable String spinsIn, boolean kept) {
        Cause cause = cause(seen, spinsIn, kept);
        String onCarriers = seen.mounted() == 0
                ? "The carriers" // between two threads, at the begin
                : seen.mounted() == 1
                        ? "The one thread on a carrier"
                        : "The " + seen.mounted() + " threads on carriers";
        String why = switch (cause) {
            case PINNED -> "The carriers are held by waiting threads: those are pinned.";
            case HOGS -> onCarriers + " kept " + (seen.mounted() == 1 ? "it" : "them") + " all that time.";
            case STARVED ->
                "The carriers had a processor for " + Durations.percent(seen.processor())
                        + " of the time in which they needed one.";
            case SPINS -> "Threads that spin with Thread.yield in " + spinsIn + " use the carriers meanwhile.";
            case IDLE -> onCarriers + " used hardly any processor time, and left no carrier to others.";
            case PARTLY_IDLE ->
                onCarriers + " left none to others, though only " + seen.computed() + " of the carriers "
                        + (seen.computed() == 1 ? "was" : "were") + " computing.";
            case WORK ->
                onCarriers + (seen.mounted() == 1 ? " is" : " are")
                        + " running: there is more work than the processors can do.";
        };
        String cure = switch (cause) {
            case PINNED -> "Free the carriers; see the pins.";
            case IDLE, PARTLY_IDLE -> "Free the carriers; see the pins and the stalls.";
            case HOGS -> "End the carrier hogs first. Only then does it show how much other work there is.";
            case SPINS -> "End the spinning first. Only then does it show how much other work there is.";
            case STARVED -> "Give the process more processor time: other programs or its quota take it away.";
            case WORK ->
                "Find what uses the processors: carrier hogs, garbage collection, or too small a processor "
                        + "quota. More carriers help only if processors are idle.";
        };
        return new Found(
                WaitVerdictKind.BACKLOG,
                "carriers",
                Confidence.LIKELY,
                backlogBegin,
                seen.ready(),
                null,
                null,
                seen.ready() + " virtual threads could run and have no carrier; " + seen.stayed() + " of "
                        + seen.watched() + " that were watched got none for " + millis(seen.seconds()) + ". " + why,
                cure);
    }

    private static String millis(double seconds) {
        return Math.round(seconds * 1_000) + " ms";
    }
}
