package io.vtmonitor.plan;

import io.vtmonitor.report.Remedy;
import io.vtmonitor.report.Remedy.Kind;
import io.vtmonitor.report.Report.HolderLine;
import io.vtmonitor.report.Report.Jvm;
import io.vtmonitor.report.Report.SiteFigures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

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
            for (List<Step> holder : removing) {
                if (Collections.disjoint(holder, steps)) {
                    return false;
                }
            }
            return !removing.isEmpty();
        }

        boolean isHelpedBy(Set<Step> steps) {
            for (List<Step> holder : removing) {
                if (!Collections.disjoint(holder, steps)) {
                    return true;
                }
            }
            return false;
        }

        void left(Set<Step> steps, Set<String> left) {
            for (int i = 0; i < removing.size(); i++) {
                if (Collections.disjoint(removing.get(i), steps)) {
                    HolderLine holder = site.holders().get(i);
                    left.add(holder.className() + "." + holder.methodName());
                }
            }
        }

        /** For each holder the step that the predicate prefers, else its step in code; empty where one has neither. */
        Set<Step> chosen(Predicate<Step> preferred, boolean elseCode) {
            Set<Step> chosen = new LinkedHashSet<>();
            for (List<Step> holder : removing) {
                Step found = first(holder, preferred);
                found = found == null && elseCode ? first(holder, Plan::isCode) : found;
                if (found == null) {
                    return Set.of();
                }
                chosen.add(found);
            }
            return chosen;
        }

        private static @Nullable Step first(List<Step> steps, Predicate<Step> wanted) {
            for (Step step : steps) {
                if (wanted.test(step)) {
                    return step;
                }
            }
            return null;
        }
    }

    Plan(List<SiteFigures> sites, List<Jvm> jvms, double totalSeconds) {
        Steps steps = new Steps(sites, jvms);
        this.cases = new ArrayList<>(sites.size());
        this.totalSeconds = totalSeconds;
        boolean found24 = false;
        for (SiteFigures site : sites) {
            List<List<Step>> removing = new ArrayList<>();
            for (HolderLine holder : site.holders()) {
                List<Step> its = steps.removing(site, holder);
                found24 |= its.contains(Step.JDK_24);
                removing.add(its);
            }
            cases.add(new Case(site, removing));
        }
        this.withJdk24 = found24;
    }

    List<Remedy> remedies() {
        List<Remedy> remedies = new ArrayList<>();
        for (Set<Step> steps : candidates()) {
            if (isWorthIt(steps)) {
                remedies.add(remedy(steps));
            }
        }
        remedies.sort(Plan::order);
        return List.copyOf(remedies.subList(0, Math.min(LISTED, remedies.size())));
    }

    /** What rewrites the application comes last, however much it saves. */
    private static boolean isExperimental(Remedy remedy) {
        return remedy.what().stream().anyMatch(step -> step.startsWith(Steps.UNPIN));
    }

    private static int order(Remedy one, Remedy other) {
        int order = Boolean.compare(isExperimental(one), isExperimental(other));
        order = order != 0 ? order : Double.compare(other.savesSeconds(), one.savesSeconds());
        order = order != 0
                ? order
                : Integer.compare(one.what().size(), other.what().size());
        order = order != 0 ? order : Boolean.compare(one.estimate(), other.estimate());
        order = order != 0 ? order : one.kind().compareTo(other.kind());
        return order != 0 ? order : one.what().toString().compareTo(other.what().toString());
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
        if (steps.size() == 1) {
            return true;
        }
        for (Case site : cases) {
            if (site.isFreedBy(steps) && !isFreedByFewer(site, steps)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isFreedByFewer(Case site, Set<Step> steps) {
        for (Step step : steps) {
            if (site.isFreedBy(without(steps, step))) {
                return true;
            }
        }
        return false;
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
        long nanos = 0;
        for (Case site : cases) {
            nanos += site.isFreedBy(steps) ? Forecast.nanos(site.site().pinnedSeconds()) : 0;
        }
        return nanos;
    }

    private Remedy remedy(Set<Step> steps) {
        double saves = savedNanos(steps) / 1e9;
        List<Step> ordered = new ArrayList<>(steps);
        List<String> what = new ArrayList<>(steps.size());
        boolean estimate = false;
        for (Step step : steps) {
            what.add(step.what());
            estimate |= step.estimate();
        }
        int freed = 0;
        Set<String> left = new LinkedHashSet<>();
        for (Case site : cases) {
            if (site.isFreedBy(steps)) {
                freed++;
            } else if (left.size() < LEFT && site.isHelpedBy(steps)) {
                site.left(steps, left);
            }
        }
        return new Remedy(
                kind(ordered),
                what,
                saves,
                totalSeconds > 0 ? saves / totalSeconds : 0,
                freed,
                new ArrayList<>(left).subList(0, Math.min(LEFT, left.size())),
                estimate);
    }

    /** Several patterns are still one agent option. */
    private static Kind kind(List<Step> steps) {
        boolean unpins = true;
        for (Step step : steps) {
            unpins &= step.kind() == Kind.UNPIN;
        }
        return unpins || steps.size() == 1 ? steps.get(0).kind() : Kind.TOGETHER;
    }
}
