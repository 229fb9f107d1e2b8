package io.vtmonitor.waits.census;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitFacts.ClassInitializer;
import io.vtmonitor.report.WaitFacts.Initializing;
import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.report.WaitFacts.Place;
import io.vtmonitor.report.WaitFacts.Waiting;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.waits.GroupVerdicts;
import io.vtmonitor.waits.Operations;
import io.vtmonitor.waits.TrackedGroup;
import io.vtmonitor.waits.Verdicts.Judgment;
import io.vtmonitor.waits.WaitSite;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Judges threads that wait for a class which another thread initializes, on JDK 26 and later. There they leave their
 * carriers, so no pin reports them. A class is initialized once, so threads that wait at the same place at several
 * looks wait for the same class.
 */
final class ClassInitJudge {
    private static final int MOST_CANDIDATES = 500;

    private final JdkThreads jdk;
    private final JdkLockOwners owners;
    private Map<String, Row> rows = Map.of();

    ClassInitJudge(JdkThreads jdk, JdkLockOwners owners) {
        this.jdk = jdk;
        this.owners = owners;
    }

    /**
     * A place at which threads waited at several looks in a row.
     *
     * @param begin the time of the first of these looks
     * @param looks how many looks
     * @param fewest the fewest threads at any of them
     * @param estimate whether the number of threads was extrapolated at any of them
     */
    record Row(Instant begin, int looks, int fewest, boolean estimate) {
        Row with(Candidate now) {
            return new Row(begin, looks + 1, Math.min(fewest, now.threads), estimate || now.estimate);
        }
    }

    /**
     * A convoy.
     *
     * @param threads the ids of the thread that likely runs the initializer, and of threads that wait for the class
     */
    record Found(Judgment convoy, List<Long> threads) {}

    /** A thread that runs a static initializer; the innermost one, if it runs several. */
    private record Initializer(Thread thread, List<StackTraceElement> trace, String className) {}

    /** The threads that wait at a place. */
    static final class Candidate {
        private final WaitSite site;
        private final List<Long> ids = new ArrayList<>();
        private int threads;
        private boolean estimate;

        Candidate(WaitSite site) {
            this.site = site;
        }

        void add(long thread) {
            ids.add(thread);
        }

        /** Sets how many threads wait in all, of which some were read. */
        void extrapolate(int all, int read) {
            threads = ids.size() * all / read;
            estimate = read < all;
        }

        Waiting waiting(Row row) {
            return new Waiting(
                    threads,
                    row.estimate(),
                    Place.only(site.site(), site.caller(), threads),
                    new WaitFacts.Row(row.looks(), 0, 0, row.fewest()));
        }
    }

    List<Found> judge(Census census, Instant at) {
        WaiterGroup waiting = census.in(Phase.WAITING);
        Map<String, Candidate> places =
                waiting == null || waiting.threads() < GroupVerdicts.FEW ? Map.of() : places(waiting);
        Map<String, Row> now = new HashMap<>();
        List<Found> found = new ArrayList<>();
        places.forEach((name, place) -> {
            int threads = place.threads;
            if (threads >= GroupVerdicts.FEW) {
                Row row =
                        rows.getOrDefault(name, new Row(at, 0, threads, false)).with(place);
                now.put(name, row);
                if (row.looks() >= TrackedGroup.ROW) {
                    found.add(found(place, row, initializers(census)));
                }
            }
        });
        rows = now;
        return found;
    }

    private Map<String, Candidate> places(WaiterGroup waiting) {
        Map<String, Candidate> places = new HashMap<>();
        List<Thread> samples = waiting.samples();
        for (Thread thread : samples) {
            List<StackTraceElement> trace = List.of(thread.getStackTrace());
            if (jdk.phase(thread) == Phase.WAITING
                    && Operations.of(Phase.WAITING, trace) == WaitOperation.CLASS_INIT_WAIT) {
                WaitSite site = owners.site(Phase.WAITING, trace);
                places.computeIfAbsent(site.site() + " " + site.caller(), name -> new Candidate(site))
                        .add(thread.getId());
            }
        }
        places.values().forEach(place -> place.extrapolate(waiting.threads(), samples.size()));
        return places;
    }

    /** Threads that run a static initializer, among the first {@value #MOST_CANDIDATES} likely owners. */
    private List<Initializer> initializers(Census census) {
        List<Initializer> found = new ArrayList<>();
        List<Thread> candidates = census.likelyOwners();
        for (Thread thread : candidates.subList(0, Math.min(MOST_CANDIDATES, candidates.size()))) {
            List<StackTraceElement> trace = List.of(thread.getStackTrace());
            trace.stream()
                    .filter(frame -> frame.getMethodName().equals("<clinit>"))
                    .findFirst()
                    .ifPresent(frame -> found.add(new Initializer(thread, trace, frame.getClassName())));
        }
        return found;
    }

    private Found found(Candidate place, Row row, List<Initializer> initializers) {
        WaitSite site = place.site;
        List<Long> threads = new ArrayList<>(place.ids);
        if (initializers.size() == 1) {
            threads.add(initializers.get(0).thread().getId());
        }
        Judgment convoy = new Judgment(
                WaitVerdictKind.LOCK_CONVOY,
                "class initializer " + site.site() + " " + site.caller(),
                Confidence.LIKELY,
                row.begin(),
                place.threads,
                site.site(),
                null,
                new ClassInitializer(
                        place.waiting(row),
                        initializers.size(),
                        initializers.size() == 1 ? initializing(initializers.get(0)) : null),
                List.of());
        return new Found(convoy, threads);
    }

    private Initializing initializing(Initializer one) {
        Thread thread = one.thread();
        return new Initializing(
                new Named(thread.getId(), thread.getName(), jdk.isVirtual(thread)),
                one.className(),
                owners.doing(thread, one.trace()));
    }
}
