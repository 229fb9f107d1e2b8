package io.vtmonitor.analysis;

import io.vtmonitor.model.Remedy;
import io.vtmonitor.model.Remedy.Kind;
import io.vtmonitor.model.Report.HolderLine;
import io.vtmonitor.model.Report.Jvm;
import io.vtmonitor.model.Report.SiteFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Ranks what to do by the carrier-seconds it saves. A pin is saved only when all its holders are removed, so a site's
 * candidates are the sets of steps that remove them all: by code alone, by a JDK and code for what that leaves, by unpin.
 */
final class Plan {
    private static final int LISTED = 20;
    private static final int LEFT = 5;

    /** Candidates come from the sites with the most pinned seconds: those are what a plan is for. */
    private static final int CANDIDATES = 200;

    private final List<Case> cases;
    private final double totalSeconds;
    private final boolean withJdk24;

    /** A site and, for each of its holders, the steps of which each removes it. */
    private record Case(SiteFigures site, List<List<Step>> removing) {
        boolean isFreedBy(Set<Step> steps) {
            return !removing.isEmpty()
                    && removing.stream().allMatch(holder -> holder.stream().anyMatch(steps::contains));
        }

        boolean isHelpedBy(Set<Step> steps) {
            return removing.stream().anyMatch(holder -> holder.stream().anyMatch(steps::contains));
        }

        Stream<String> left(Set<Step> steps) {
            List<HolderLine> holders = site.holders();
            return Stream.iterate(0, i -> i < holders.size(), i -> i + 1)
                    .filter(i -> removing.get(i).stream().noneMatch(steps::contains))
                    .map(i -> holders.get(i).className() + "." + holders.get(i).methodName());
        }

        /** For each holder the step that the predicate prefers, else its step in code; empty where one has neither. */
        Set<Step> chosen(Predicate<Step> preferred, boolean elseCode) {
            Set<Step> chosen = new LinkedHashSet<>();
            for (List<Step> holder : removing) {
                Stream<Step> code = elseCode ? holder.stream().filter(Plan::isCode) : Stream.empty();
                List<Step> found = Stream.concat(holder.stream().filter(preferred), code)
                        .limit(1)
                        .toList();
                if (found.isEmpty()) {
                    return Set.of();
                }
                chosen.addAll(found);
            }
            return chosen;
        }
    }

    Plan(List<SiteFigures> sites, List<Jvm> jvms, double totalSeconds) {
        Steps steps = new Steps(sites, jvms);
        this.cases = sites.stream()
                .map(site -> new Case(
                        site,
                        site.holders().stream()
                                .map(holder -> steps.removing(site, holder))
                                .toList()))
                .toList();
        this.totalSeconds = totalSeconds;
        this.withJdk24 = cases.stream()
                .flatMap(site -> site.removing().stream())
                .anyMatch(holder -> holder.contains(Step.JDK_24));
    }

    List<Remedy> remedies() {
        return candidates().stream()
                .filter(this::isWorthIt)
                .map(this::remedy)
                .sorted(Comparator.comparingDouble(Remedy::savesSeconds)
                        .reversed()
                        .thenComparingInt(remedy -> remedy.what().size())
                        .thenComparing(Remedy::estimate)
                        .thenComparing(Remedy::kind)
                        .thenComparing(remedy -> remedy.what().toString()))
                .limit(LISTED)
                .toList();
    }

    private Set<Set<Step>> candidates() {
        Set<Set<Step>> candidates = new LinkedHashSet<>();
        for (Case site : cases) {
            if (candidates.size() >= CANDIDATES) {
                break;
            }
            candidates.add(site.chosen(step -> false, true));
            candidates.add(site.chosen(Step.JDK_24::equals, true));
            candidates.add(site.chosen(Step.JDK_26::equals, true));
            candidates.add(site.chosen(step -> step.kind() == Kind.UNPIN, false));
            candidates.remove(Set.<Step>of());
        }
        return candidates;
    }

    private static boolean isCode(Step step) {
        return step.kind() == Kind.UPGRADE || step.kind() == Kind.OWN_CODE;
    }

    private boolean isWorthIt(Set<Step> steps) {
        if (withJdk24 && steps.contains(Step.JDK_26) && savedNanos(steps) == savedNanos(with24(steps))) {
            return false;
        }
        // Steps that free nothing together which fewer of them would not are two remedies, not one.
        return steps.size() == 1
                || cases.stream()
                        .anyMatch(site -> site.isFreedBy(steps)
                                && steps.stream().noneMatch(step -> site.isFreedBy(without(steps, step))));
    }

    private static Set<Step> with24(Set<Step> steps) {
        Set<Step> older = without(steps, Step.JDK_26);
        older.add(Step.JDK_24);
        return older;
    }

    private static Set<Step> without(Set<Step> steps, Step step) {
        Set<Step> fewer = new LinkedHashSet<>(steps);
        fewer.remove(step);
        return fewer;
    }

    private long savedNanos(Set<Step> steps) {
        return cases.stream()
                .filter(site -> site.isFreedBy(steps))
                .mapToLong(site -> Forecast.nanos(site.site().pinnedSeconds()))
                .sum();
    }

    private Remedy remedy(Set<Step> steps) {
        double saves = savedNanos(steps) / 1e9;
        List<Step> ordered = new ArrayList<>(steps);
        return new Remedy(
                kind(ordered),
                ordered.stream().map(Step::what).toList(),
                saves,
                totalSeconds > 0 ? saves / totalSeconds : 0,
                (int) cases.stream().filter(site -> site.isFreedBy(steps)).count(),
                cases.stream()
                        .filter(site -> site.isHelpedBy(steps) && !site.isFreedBy(steps))
                        .flatMap(site -> site.left(steps))
                        .distinct()
                        .limit(LEFT)
                        .toList(),
                ordered.stream().anyMatch(Step::estimate));
    }

    /** Several patterns are still one agent option. */
    private static Kind kind(List<Step> steps) {
        boolean unpins = steps.stream().allMatch(step -> step.kind() == Kind.UNPIN);
        return unpins || steps.size() == 1 ? steps.get(0).kind() : Kind.TOGETHER;
    }
}
