package io.vtmonitor.waits.census;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitFacts.CarrierHog;
import io.vtmonitor.report.WaitFacts.CarrierKeeper;
import io.vtmonitor.report.WaitFacts.Run;
import io.vtmonitor.report.WaitFacts.Spin;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Hog;
import io.vtmonitor.waits.Verdicts.Judgment;
import io.vtmonitor.waits.census.CarrierLook.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Carrier hog: a thread stays on its carrier for 100 ms, or threads spin with {@code Thread.yield}, at two looks, while
 * others could run and get none. A processor that is busy for a moment is no problem. Hogs that keep all carriers, and
 * spinners, cover the backlog behind them.
 *
 * <p>Needs: the carriers, watched for half a second. Hands what was seen to the {@link BacklogJudge}, too.
 */
final class HogJudge {
    static final int IN_A_ROW = 2;

    private final BacklogJudge backlogs = new BacklogJudge();
    private Map<String, Integer> hogs = Map.of();
    private Set<CarrierKeeper> keepers = Set.of();
    private boolean tells;

    /** Nobody waited for a carrier. */
    void calm() {
        backlogs.calm();
        hogs = Map.of();
        keepers = Set.of();
        tells = false;
    }

    /** Whether the look before had any, or a backlog. */
    boolean tells() {
        return tells;
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
    List<Judgment> judge(Sample seen, Instant at) {
        List<Judgment> found = new ArrayList<>();
        Map<String, Integer> now = new HashMap<>();
        int kept = 0;
        for (Hog hog : seen.hogs()) {
            if (hog.yieldsIn() != null) {
                continue; // it gives way
            }
            String site = method(hog);
            now.putIfAbsent(site, hogs.getOrDefault(site, 0) + 1);
            kept += 2 * hog.seconds() >= seen.seconds() ? 1 : 0;
        }
        boolean keepAll = kept > 0 && kept >= seen.mounted();
        for (Hog hog : seen.hogs()) {
            String site = method(hog);
            if (hog.yieldsIn() == null && now.getOrDefault(site, 0) >= IN_A_ROW) {
                found.add(hog(hog, site, seen, at, keepAll ? List.of("stall", "backlog") : List.of()));
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
        List<CarrierKeeper> lasting = lasting(seen);
        if (keepAll || where != null) {
            backlogs.calm();
        } else {
            Judgment backlog = backlogs.judge(seen, lasting, at);
            if (backlog != null) {
                found.add(backlog);
            }
        }
        tells = !found.isEmpty();
        return found;
    }

    /** Those that have not left their carriers since the look before. */
    private List<CarrierKeeper> lasting(Sample seen) {
        Set<CarrierKeeper> now = new LinkedHashSet<>();
        for (Hog hog : seen.kept()) {
            now.add(new CarrierKeeper(hog.thread(), method(hog)));
        }
        List<CarrierKeeper> lasting = now.stream().filter(keepers::contains).toList();
        keepers = now;
        return lasting;
    }

    private static String method(Hog hog) {
        StackTraceElement site = hog.site();
        return site == null ? "unknown" : site.getClassName() + "." + site.getMethodName();
    }

    private static Judgment hog(Hog hog, String site, Sample seen, Instant at, List<String> covers) {
        return found(
                WaitVerdictKind.CARRIER_HOG,
                site,
                at,
                hog.waiters(),
                site,
                new CarrierHog(run(hog, seen), site),
                covers);
    }

    private static Run run(Hog hog, Sample seen) {
        return new Run(hog.thread(), hog.seconds(), hog.waiters(), seen.watched());
    }

    /** @param spinner one that kept its carrier at each look; null where the threads that got a carrier tell */
    private static Judgment spin(String where, @Nullable Hog spinner, Sample seen, Instant at) {
        Run run = spinner == null ? null : run(spinner, seen);
        return found(
                WaitVerdictKind.CARRIER_HOG,
                "spin in " + where,
                at,
                seen.ready(),
                where,
                new Spin(where, seen.yields(), seen.ready(), run),
                List.of("backlog"));
    }

    static Judgment found(
            WaitVerdictKind kind,
            String about,
            Instant begin,
            int threads,
            @Nullable String site,
            WaitFacts facts,
            List<String> covers) {
        return new Judgment(kind, about, Confidence.LIKELY, begin, threads, site, null, facts, covers);
    }
}
