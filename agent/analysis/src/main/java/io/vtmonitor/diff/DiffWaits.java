package io.vtmonitor.diff;

import io.vtmonitor.common.StableName;
import io.vtmonitor.report.Difference.Kind;
import io.vtmonitor.report.Difference.VerdictChange;
import io.vtmonitor.report.Difference.WaitChange;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.Waits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares how many virtual threads waited at each place, mean over time. */
final class DiffWaits {
    /** A difference of two standard deviations comes by chance about once in twenty comparisons of equal programs. */
    private static final double CHANCE = 2;

    private record Place(
            String site, WaitOperation operation, @Nullable String pool) {}

    /** What a verdict has in common with that of another recording. */
    private record Judged(
            WaitVerdictKind kind,
            @Nullable String site,
            @Nullable String pool) {}

    /**
     * A place on one side.
     *
     * @param threads mean over time, of one JVM
     * @param deviation by how much chance moves that, if each look is independent of the others
     */
    private record Mean(double threads, double deviation) {
        static final Mean NONE = new Mean(0, 0);
    }

    private DiffWaits() {}

    /** Largest change first; empty if one side has not watched what virtual threads wait for. */
    static List<WaitChange> changes(List<Waits> before, List<Waits> after, double noise) {
        if (before.isEmpty() || after.isEmpty()) {
            return List.of();
        }
        Map<Place, Mean> was = means(before);
        Map<Place, Mean> is = means(after);
        Set<Place> places = new LinkedHashSet<>(was.keySet());
        places.addAll(is.keySet());
        List<WaitChange> changes = new ArrayList<>();
        for (Place place : places) {
            Mean old = was.getOrDefault(place, Mean.NONE);
            Mean now = is.getOrDefault(place, Mean.NONE);
            Kind kind = !was.containsKey(place)
                    ? Kind.APPEARED
                    : !is.containsKey(place) ? Kind.VANISHED : kind(old, now, noise);
            changes.add(
                    new WaitChange(place.site(), place.operation(), place.pool(), kind, old.threads(), now.threads()));
        }
        changes.sort(Comparator.comparingDouble((WaitChange change) -> -Math.abs(change.change()))
                .thenComparing(WaitChange::site)
                .thenComparing(WaitChange::operation));
        return changes;
    }

    /** Those that appeared first, then those of both sides; empty if one side has not watched. */
    static List<VerdictChange> verdicts(List<Waits> before, List<Waits> after) {
        if (before.isEmpty() || after.isEmpty()) {
            return List.of();
        }
        Map<Judged, Integer> was = judged(before);
        Map<Judged, Integer> is = judged(after);
        Set<Judged> all = new LinkedHashSet<>(is.keySet());
        all.addAll(was.keySet());
        List<VerdictChange> changes = new ArrayList<>();
        for (Judged one : all) {
            Kind kind = !was.containsKey(one) ? Kind.APPEARED : is.containsKey(one) ? Kind.SAME : Kind.VANISHED;
            changes.add(new VerdictChange(
                    one.kind(), one.site(), one.pool(), kind, was.getOrDefault(one, 0), is.getOrDefault(one, 0)));
        }
        changes.sort(Comparator.comparing(VerdictChange::kind)
                .thenComparing(VerdictChange::verdict)
                .thenComparingInt(change -> -Math.max(change.before(), change.after()))
                .thenComparing(change -> String.valueOf(change.site())));
        return changes;
    }

    private static Map<Judged, Integer> judged(List<Waits> side) {
        Map<Judged, Integer> threads = new HashMap<>();
        for (Waits waits : side) {
            for (WaitVerdict verdict : waits.verdicts()) {
                String site = verdict.site() == null ? null : StableName.of(verdict.site());
                threads.merge(new Judged(verdict.kind(), site, verdict.pool()), verdict.threads(), Math::max);
            }
        }
        return threads;
    }

    private static Kind kind(Mean was, Mean is, double noise) {
        double change = is.threads() - was.threads();
        double chance = CHANCE * Math.hypot(was.deviation(), is.deviation());
        if (Math.abs(change) <= Math.max(noise * was.threads(), chance)) {
            return Kind.SAME;
        }
        return change > 0 ? Kind.GREW : Kind.SHRANK;
    }

    private static Map<Place, Mean> means(List<Waits> side) {
        double looks = side.stream().mapToLong(Waits::looks).sum();
        long nanos = side.stream().mapToLong(Waits::nanos).sum();
        Map<Place, Double> threads = new HashMap<>();
        for (Waits waits : side) {
            for (WaitGroup group : waits.groups()) {
                if (group.place().operation() != WaitOperation.RUNNING) {
                    // A single look has no duration: it counts what it saw.
                    double waited = nanos > 0
                            ? (double) group.count().threadNanos() / nanos
                            : group.count().threads() / looks;
                    threads.merge(
                            new Place(
                                    StableName.of(group.place().site()),
                                    group.place().operation(),
                                    group.place().pool()),
                            waited,
                            Double::sum);
                }
            }
        }
        Map<Place, Mean> means = new HashMap<>();
        threads.forEach((place, mean) -> means.put(place, new Mean(mean, Math.sqrt(mean / looks))));
        return means;
    }
}
