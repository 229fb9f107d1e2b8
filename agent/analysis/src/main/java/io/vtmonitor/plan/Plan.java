package io.vtmonitor.plan;

import io.vtmonitor.model.Change;
import io.vtmonitor.report.Remedy;
import io.vtmonitor.report.Remedy.Kind;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What to do, cheapest first: releases, options, another JDK, code, and {@code unpin} last. What saves little comes
 * after all that saves much, and what saves hardly more than a part of it is left out. A pin is saved only when all its
 * holders are removed, so a site's candidates are the sets of steps that remove them all: by code alone, by a JDK and
 * code for what that leaves, by unpin.
 */
final class Plan {
    private static final int LISTED = 20;
    private static final int LEFT = 5;

    /** Of all pinned time: a further step that saves less than this is not worth its while. */
    private static final double HARDLY_MORE = 0.05;

    /** Of what the best remedy saves: what saves less comes last. */
    private static final double MUCH = 0.1;

    /** What saves less would be shown as 0.0 %. */
    private static final double LEAST = 0.0005;

    /** Candidates come from the sites with the most pinned seconds: those are what a plan is for. */
    private static final int CANDIDATES = 200;

    private final List<Case> cases;
    private final long totalNanos;
    private final boolean withJdk24;
    private final Step jdk24;
    private final Step jdk26;

    /** A site and, for each of its holders, the steps that each remove it. */
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
                    left.add(site.holders().get(i).method().toString());
                }
            }
        }

        /** For each holder the step that the predicate prefers, else its step in code; empty if one has neither. */
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

    Plan(List<SiteFigures> sites, List<Jvm> jvms, long totalNanos) {
        Steps steps = new Steps(sites, jvms);
        jdk24 = steps.jdk24();
        jdk26 = steps.jdk26();
        this.cases = new ArrayList<>(sites.size());
        this.totalNanos = totalNanos;
        boolean found24 = false;
        for (SiteFigures site : sites) {
            List<List<Step>> removing = new ArrayList<>();
            for (HolderLine holder : site.holders()) {
                List<Step> its = steps.removing(site, holder);
                found24 |= its.contains(jdk24);
                removing.add(its);
            }
            cases.add(new Case(site, removing));
        }
        this.withJdk24 = found24;
    }

    List<Remedy> remedies() {
        Set<Set<Step>> candidates = candidates();
        List<Remedy> remedies = new ArrayList<>();
        long best = 0;
        for (Set<Step> steps : candidates) {
            if (isWorthIt(steps) && !isNearly(steps, candidates)) {
                Remedy remedy = remedy(steps);
                if (totalNanos > 0 && remedy.share() < LEAST) {
                    continue;
                }
                remedies.add(remedy);
                best = Math.max(best, remedy.savesNanos());
            }
        }
        double much = MUCH * best;
        remedies.sort((one, other) -> order(one, other, much));
        return List.copyOf(remedies.subList(0, Math.min(LISTED, remedies.size())));
    }

    private static int order(Remedy one, Remedy other, double much) {
        int order = Boolean.compare(one.savesNanos() < much, other.savesNanos() < much);
        order = order != 0 ? order : Integer.compare(cost(one), cost(other));
        order = order != 0 ? order : Long.compare(other.savesNanos(), one.savesNanos());
        order = order != 0
                ? order
                : Integer.compare(one.what().size(), other.what().size());
        order = order != 0 ? order : Boolean.compare(one.estimate(), other.estimate());
        order = order != 0 ? order : one.kind().compareTo(other.kind());
        return order != 0 ? order : one.what().toString().compareTo(other.what().toString());
    }

    /** Of several steps the dearest counts. */
    private static int cost(Remedy remedy) {
        int cost = 0;
        for (Kind kind : remedy.kinds()) {
            cost = Math.max(
                    cost,
                    switch (kind) {
                        case UPGRADE -> 0;
                        case OPTION -> 1;
                        case JDK_24, JDK_26 -> 2;
                        case OWN_CODE, TOGETHER -> 3;
                        case UNPIN -> 4;
                    });
        }
        return cost;
    }

    /** Whether a part of it, or the same with the older JDK, saves hardly less. */
    private boolean isNearly(Set<Step> steps, Set<Set<Step>> candidates) {
        double enough = savedNanos(steps) - HARDLY_MORE * totalNanos;
        Set<Step> allowed = new LinkedHashSet<>(steps);
        if (steps.contains(jdk26)) {
            allowed.add(jdk24);
        }
        for (Set<Step> other : candidates) {
            boolean isLess = other.size() < steps.size() || (other.size() == steps.size() && !steps.containsAll(other));
            if (isLess && allowed.containsAll(other) && savedNanos(other) >= enough) {
                return true;
            }
        }
        return false;
    }

    private Set<Set<Step>> candidates() {
        Set<Set<Step>> candidates = new LinkedHashSet<>();
        for (Case site : cases) {
            if (candidates.size() >= CANDIDATES) {
                break;
            }
            candidates.add(site.chosen(step -> false, true));
            candidates.add(site.chosen(jdk24::equals, true));
            candidates.add(site.chosen(jdk26::equals, true));
            candidates.add(site.chosen(step -> step.kind() == Kind.UNPIN, false));
            candidates.remove(Set.<Step>of());
        }
        return candidates;
    }

    private static boolean isCode(Step step) {
        return step.kind() == Kind.UPGRADE || step.kind() == Kind.OPTION || step.kind() == Kind.OWN_CODE;
    }

    private boolean isWorthIt(Set<Step> steps) {
        if (withJdk24 && steps.contains(jdk26) && savedNanos(steps) == savedNanos(with24(steps))) {
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

    private Set<Step> with24(Set<Step> steps) {
        Set<Step> older = without(steps, jdk26);
        older.add(jdk24);
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
            nanos += site.isFreedBy(steps) ? site.site().pinnedNanos() : 0;
        }
        return nanos;
    }

    private Remedy remedy(Set<Step> steps) {
        long saves = savedNanos(steps);
        List<Step> ordered = new ArrayList<>(steps);
        List<Change> what = new ArrayList<>(steps.size());
        List<Kind> kinds = new ArrayList<>(steps.size());
        boolean estimate = false;
        for (Step step : steps) {
            what.add(step.what());
            kinds.add(step.kind());
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
                kinds,
                what,
                saves,
                totalNanos > 0 ? (double) saves / totalNanos : 0,
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
