package io.vtmonitor.waits.census;

import io.vtmonitor.common.StableName;
import io.vtmonitor.common.ThreadText;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.waits.Followed;
import io.vtmonitor.waits.Judge;
import io.vtmonitor.waits.Operations;
import io.vtmonitor.waits.Verdicts.Found;
import io.vtmonitor.waits.WaitSite;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JDK 26 and later: judges threads that wait for a class which another thread initializes. They leave their carriers,
 * and no event tells of them. A class is initialized once: who waits at the same place at several looks waits for the
 * same one.
 */
final class ClassInitJudge {
    private static final int MOST_CANDIDATES = 500;

    private final JdkThreads jdk;
    private final Owners owners;
    private Map<String, Row> rows = Map.of();

    ClassInitJudge(JdkThreads jdk, Owners owners) {
        this.jdk = jdk;
        this.owners = owners;
    }

    /**
     * A place at which threads waited at some looks in a row.
     *
     * @param begin the first of these looks
     * @param looks how many
     * @param fewest threads at one of them
     */
    private record Row(Instant begin, int looks, int fewest) {}

    /** A thread that runs a static initializer, the innermost if it runs several. */
    private record Initializer(Thread thread, List<StackTraceElement> trace, String className) {}

    /** Those that wait at a place. */
    private static final class Place {
        private final WaitSite site;
        private int threads;

        Place(WaitSite site) {
            this.site = site;
        }
    }

    List<Found> judge(Census census, Instant at) {
        Counted waiting = census.in(Phase.WAITING);
        Map<String, Place> places = waiting == null || waiting.threads() < Judge.FEW ? Map.of() : places(waiting);
        Map<String, Row> now = new HashMap<>();
        List<Found> found = new ArrayList<>();
        places.forEach((name, place) -> {
            int threads = place.threads;
            if (threads >= Judge.FEW) {
                Row before = rows.getOrDefault(name, new Row(at, 0, threads));
                Row row = new Row(before.begin(), before.looks() + 1, Math.min(before.fewest(), threads));
                now.put(name, row);
                if (row.looks() >= Followed.ROW) {
                    found.add(found(place, row, initializers(census)));
                }
            }
        });
        rows = now;
        return found;
    }

    private Map<String, Place> places(Counted waiting) {
        Map<String, Place> places = new HashMap<>();
        List<Thread> samples = waiting.samples();
        for (Thread thread : samples) {
            List<StackTraceElement> trace = List.of(thread.getStackTrace());
            if (jdk.phase(thread) == Phase.WAITING
                    && Operations.of(Phase.WAITING, trace) == WaitOperation.CLASS_INIT_WAIT) {
                WaitSite site = owners.site(Phase.WAITING, trace);
                places.computeIfAbsent(site.site() + " " + site.caller(), name -> new Place(site)).threads++;
            }
        }
        places.values().forEach(place -> place.threads = place.threads * waiting.threads() / samples.size());
        return places;
    }

    /** Threads on carriers first, then platform threads, then those of small groups. */
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

    private Found found(Place place, Row row, List<Initializer> initializers) {
        WaitSite site = place.site;
        @Nullable Initializer one = initializers.size() == 1 ? initializers.get(0) : null;
        WaitOperation doing = one == null ? WaitOperation.UNKNOWN : owners.doing(one.thread(), one.trace());
        return new Found(
                WaitVerdictKind.LOCK_CONVOY,
                "class initializer " + site.site() + " " + site.caller(),
                Confidence.LIKELY,
                row.begin(),
                place.threads,
                site.site(),
                null,
                Judge.waitFor(place.threads) + "the initializer of a class in " + site.site() + Judge.called(site)
                        + ". At each of the last " + row.looks() + " looks, at least " + row.fewest() + " did."
                        + (one == null ? unknown(initializers) : " " + runs(one, doing)),
                "Move what takes long out of the static initializer: do it before the class is used, or once in the"
                        + " background, and keep its result in a future.");
    }

    private static String unknown(List<Initializer> initializers) {
        return initializers.isEmpty()
                ? " Which thread initializes the class is unknown."
                : " " + initializers.size()
                        + " threads run static initializers; which of them this one is, is unknown.";
    }

    private String runs(Initializer one, WaitOperation doing) {
        String thread = ThreadText.of(one.thread(), jdk.isVirtual(one.thread()));
        return Character.toUpperCase(thread.charAt(0)) + thread.substring(1) + " likely runs it: it is in the static"
                + " initializer of " + StableName.of(one.className())
                + (doing == WaitOperation.UNKNOWN ? "." : ", and " + doing.activity() + ".");
    }
}
