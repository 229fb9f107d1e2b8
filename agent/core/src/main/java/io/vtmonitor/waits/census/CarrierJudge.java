package io.vtmonitor.waits.census;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitFacts.Backlog;
import io.vtmonitor.report.WaitFacts.BacklogCause;
import io.vtmonitor.report.WaitFacts.CarrierHog;
import io.vtmonitor.report.WaitFacts.Run;
import io.vtmonitor.report.WaitFacts.Spin;
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
        boolean starved = seen.processor() > 0 && seen.processor() < 0.5;
        boolean idle = seen.mounted() > 0 && seen.computed() == 0 && spinsIn == null && !starved;
        return seen.stayed() == seen.watched() && (blocked || idle);
    }

    private static String method(Hog hog) {
        StackTraceElement site = hog.site();
        return site == null ? "unknown" : site.getClassName() + "." + site.getMethodName();
    }

    private static Found hog(Hog hog, String site, Seen seen, Instant at) {
        return found(WaitVerdictKind.CARRIER_HOG, site, at, hog.waiters(), site, new CarrierHog(run(hog, seen), site));
    }

    private static Run run(Hog hog, Seen seen) {
        return new Run(hog.thread(), hog.seconds(), hog.waiters(), seen.watched());
    }

    /** @param spinner one that kept its carrier at each look; null where the threads that got a carrier tell */
    private static Found spin(String where, @Nullable Hog spinner, Seen seen, Instant at) {
        Run run = spinner == null ? null : run(spinner, seen);
        return found(
                WaitVerdictKind.CARRIER_HOG,
                "spin in " + where,
                at,
                seen.ready(),
                where,
                new Spin(where, seen.yields(), seen.ready(), run));
    }

    private static BacklogCause cause(Seen seen, @Nullable String spinsIn, boolean kept) {
        if (seen.blocked() > 0 && 2 * seen.blocked() >= seen.mounted()) {
            return BacklogCause.PINNED;
        }
        if (kept) {
            return BacklogCause.HOGS;
        }
        if (seen.processor() > 0 && seen.processor() < 0.5) {
            return BacklogCause.STARVED;
        }
        // Who waits for a class that another thread initializes keeps the carrier, and runs to the JVM.
        if (spinsIn != null) {
            return BacklogCause.SPINS;
        }
        if (seen.computed() == 0) {
            return BacklogCause.IDLE;
        }
        return seen.computed() > 0 && seen.computed() < seen.mounted() ? BacklogCause.PARTLY_IDLE : BacklogCause.WORK;
    }

    /**
     * The backlog, and why.
     *
     * @param spinsIn where threads spin meanwhile, null where none does: then they may be all that computes
     * @param kept whether carrier hogs had all carriers
     */
    private Found backlog(Seen seen, @Nullable String spinsIn, boolean kept) {
        Backlog backlog = new Backlog(
                cause(seen, spinsIn, kept),
                seen.ready(),
                seen.stayed(),
                seen.watched(),
                seen.seconds(),
                seen.mounted(),
                seen.processor(),
                seen.computed(),
                spinsIn);
        return found(WaitVerdictKind.BACKLOG, "carriers", backlogBegin, seen.ready(), null, backlog);
    }

    private static Found found(
            WaitVerdictKind kind, String about, Instant begin, int threads, @Nullable String site, WaitFacts facts) {
        return new Found(kind, about, Confidence.LIKELY, begin, threads, site, null, facts, List.of());
    }
}
