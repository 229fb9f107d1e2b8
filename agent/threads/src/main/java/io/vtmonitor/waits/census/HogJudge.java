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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Carrier hog: a thread computes while other threads are ready and get no carrier. It does so from one look to the
 * next, or threads do so for 100 ms in the same method at two looks. Threads that spin with {@code Thread.yield} at two
 * looks are hogs, too. A processor that is busy for a moment is no problem. Hogs that have all carriers, and spinners,
 * cover the backlog behind them: more processor time would not free the carriers.
 *
 * <p>Needs the carriers, watched for half a second. Passes what was seen to the {@link BacklogJudge}, too.
 */
final class HogJudge {
    static final int IN_A_ROW = 2;

    private final BacklogJudge backlogs = new BacklogJudge();
    private Map<String, Integer> hogs = Map.of();
    private Map<Long, Stay> stays = Map.of();
    private boolean tells;

    /**
     * A thread that stays on its carrier.
     *
     * @param hog the thread, with the frames that were on its stack at each look
     * @param looks how many looks in a row have found it there
     * @param seconds for how long these looks watched it, together
     */
    private record Stay(Hog hog, int looks, double seconds) {
        boolean isLasting() {
            return looks >= IN_A_ROW;
        }
    }

    /** A look found no threads waiting for a carrier. */
    void calm() {
        backlogs.calm();
        hogs = Map.of();
        stays = Map.of();
        tells = false;
    }

    /** Whether the last look had a verdict. */
    boolean tells() {
        return tells;
    }

    /** Whether there are enough ready threads to watch the carriers. A single one gets a carrier in a moment. */
    static boolean isCandidate(int ready) {
        return ready >= 2;
    }

    /**
     * The verdicts now.
     *
     * @param seen what the watch of the carriers saw
     * @param at the time of the look
     */
    List<Judgment> judge(Sample seen, Instant at) {
        stays = stays(seen);
        Map<String, Integer> now = new HashMap<>();
        Map<Long, Hog> found = new LinkedHashMap<>();
        Set<Long> keep = new HashSet<>();
        for (Stay stay : stays.values()) {
            Hog hog = stay.hog();
            if (hog.computes(seen.allComputed())) {
                keep.add(hog.thread().id());
            }
            if (stay.isLasting() && hog.isLasting(stay.seconds(), seen.processor(), seen.allComputed())) {
                found.put(hog.thread().id(), hog);
            }
        }
        for (Hog hog : seen.hogs()) {
            if (hog.yieldsIn() != null) {
                continue; // it yields its carrier
            }
            String site = method(hog);
            now.putIfAbsent(site, hogs.getOrDefault(site, 0) + 1);
            if (2 * hog.seconds() >= seen.seconds()) {
                keep.add(hog.thread().id());
            }
            if (now.getOrDefault(site, 0) >= IN_A_ROW) {
                found.putIfAbsent(hog.thread().id(), hog);
            }
        }
        boolean keepAll = !keep.isEmpty() && keep.size() >= Math.max(seen.mounted(), seen.computed());
        List<Judgment> judged = new ArrayList<>();
        for (Hog hog : found.values()) {
            judged.add(hog(hog, stays.get(hog.thread().id()), seen, at, keepAll));
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
                judged.add(spin(where, spins == null ? spinner : null, seen, at));
            }
        }
        hogs = now;
        tells = !judged.isEmpty();
        if (keepAll || where != null) {
            backlogs.calm();
        } else {
            Judgment backlog = backlogs.judge(seen, keepers(), at);
            if (backlog != null) {
                judged.add(backlog);
            }
        }
        return judged;
    }

    private Map<Long, Stay> stays(Sample seen) {
        Map<Long, Stay> now = new LinkedHashMap<>();
        for (Hog hog : seen.kept()) {
            if (hog.spinsIn() != null || (hog.yieldsIn() != null && seen.stayed() < seen.watched())) {
                continue; // it may have yielded its carrier between two steps
            }
            Stay last = stays.get(hog.thread().id());
            now.put(
                    hog.thread().id(),
                    last != null && last.hog().carrier() == hog.carrier()
                            ? new Stay(hog.since(last.hog()), last.looks() + 1, last.seconds() + seen.seconds())
                            : new Stay(hog, 1, seen.seconds()));
        }
        return now;
    }

    /** The threads that have stayed on their carriers since the look before. */
    private List<CarrierKeeper> keepers() {
        return stays.values().stream()
                .filter(Stay::isLasting)
                .map(stay -> new CarrierKeeper(stay.hog().thread(), method(stay.hog())))
                .toList();
    }

    private static String method(Hog hog) {
        StackTraceElement site = hog.site();
        return site == null ? "unknown" : site.getClassName() + "." + site.getMethodName();
    }

    private static Judgment hog(Hog hog, @Nullable Stay stay, Sample seen, Instant at, boolean keepAll) {
        String site = method(hog);
        boolean lasting = stay != null && stay.isLasting();
        return found(
                WaitVerdictKind.CARRIER_HOG,
                site,
                at,
                hog.waiters(),
                site,
                new CarrierHog(run(hog, seen), site, lasting, seen.processor()),
                keepAll ? List.of("stall", "backlog") : List.of());
    }

    private static Run run(Hog hog, Sample seen) {
        return new Run(hog.thread(), hog.seconds(), hog.waiters(), seen.watched());
    }

    /**
     * @param spinner a spinning thread that was on its carrier at each look; null if the threads that got a carrier
     *     show the spinning
     */
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
