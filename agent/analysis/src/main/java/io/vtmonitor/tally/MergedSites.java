package io.vtmonitor.tally;

import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.Figures;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.timeline.Grid;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The sites of several reports and their stacks, added up within {@link Bounds}: what comes after a bound is reached is
 * folded into one sum. Not thread-safe.
 */
final class MergedSites {
    private static final Comparator<MergedStack> MOST_FIRST = MergedSites::order;

    private final Bounds bounds;
    private final MergedJvms jvms;
    private final Map<String, Site> sites = new LinkedHashMap<>();
    private final Tally folded = new Tally();
    private final DurationHistogram foldedHistogram = new DurationHistogram();
    private int stacks;
    private int times;

    /** A site and its stacks. */
    private record Site(SiteTally tally, Map<MergedStack.Key, MergedStack> stacks) {
        Site(SiteFigures first) {
            this(new SiteTally(first), new LinkedHashMap<>());
        }
    }

    MergedSites(Bounds bounds, MergedJvms jvms) {
        this.bounds = bounds;
        this.jvms = jvms;
    }

    /** @param firstJvm index of the report's first JVM among all that were added */
    void add(Report report, int firstJvm) {
        IntUnaryOperator grid = jvm -> Grid.shift(report.timelines().get(jvm).binSeconds());
        Jvm alone = report.jvms().size() == 1 ? report.jvms().get(0) : null;
        for (SiteFigures site : report.sites()) {
            add(site, alone, firstJvm, grid);
        }
        fit();
        Figures other = report.other();
        folded.add(other.pins(), other.pinnedNanos(), other.maxNanos());
        other.histogram().forEach(foldedHistogram::add);
    }

    private void add(SiteFigures figures, @Nullable Jvm alone, int firstJvm, IntUnaryOperator grid) {
        Site site = sites.get(figures.id());
        if (site == null) {
            if (sites.size() >= bounds.sites()) {
                folded.add(figures.pins(), figures.pinnedNanos(), figures.maxNanos());
                figures.times().histogram().forEach(foldedHistogram::add);
                return;
            }
            site = new Site(figures);
            sites.put(figures.id(), site);
        }
        site.tally().add(figures, alone);
        for (StackFigures figure : figures.stacks()) {
            MergedStack stack = stack(site, figure);
            if (stack != null) {
                stack.add(figure, firstJvm, grid);
                times += figure.times().size();
            }
        }
    }

    /** Null for one that came too late. */
    private @Nullable MergedStack stack(Site site, StackFigures figure) {
        MergedStack.Key key = new MergedStack.Key(figure.frames(), figure.truncated());
        MergedStack known = site.stacks().get(key);
        if (known == null && stacks < bounds.stacks()) {
            known = new MergedStack(figure);
            site.stacks().put(known.key(), known);
            stacks++;
        }
        return known;
    }

    /** Halves the resolution of the timelines until they fit. Bins that became the same count twice until then. */
    private void fit() {
        int bins = jvms.fit();
        if (times <= bounds.times() && bins <= bounds.times()) {
            return;
        }
        fitStacks();
        while ((times > bounds.times() || bins > bounds.times()) && jvms.halve()) {
            bins = jvms.fit();
            fitStacks();
        }
    }

    void fitStacks() {
        times = 0;
        for (Site site : sites.values()) {
            for (MergedStack stack : site.stacks().values()) {
                times += stack.fit(jvms::grid);
            }
        }
    }

    /**
     * Most pinned seconds first.
     *
     * @param places for each JVM that was added, its place in the report
     */
    List<SiteFigures> figures(int[] places) {
        List<List<StackFigures>> lists = new ArrayList<>(sites.size());
        Initializers initializers = new Initializers();
        for (Site site : sites.values()) {
            List<StackFigures> its = figures(site.stacks().values(), places);
            its.forEach(initializers::add);
            lists.add(its);
        }
        List<SiteFigures> figures = new ArrayList<>(sites.size());
        for (Site site : sites.values()) {
            figures.add(site.tally().figures(lists.get(figures.size()), initializers));
        }
        figures.sort((one, other) -> {
            int more = Long.compare(other.pinnedNanos(), one.pinnedNanos());
            return more != 0 ? more : one.id().compareTo(other.id());
        });
        return figures;
    }

    /** Most pinned seconds first; see {@link MergedStack#figures}. */
    private static List<StackFigures> figures(Collection<MergedStack> stacks, int[] places) {
        List<MergedStack> most = new ArrayList<>(stacks);
        most.sort(MOST_FIRST);
        List<StackFigures> figures = new ArrayList<>(most.size());
        for (MergedStack stack : most) {
            figures.add(stack.figures(places));
        }
        return figures;
    }

    private static int order(MergedStack one, MergedStack other) {
        int more = Long.compare(other.tally().nanos(), one.tally().nanos());
        if (more != 0) {
            return more;
        }
        int text = one.key().frames().toString().compareTo(other.key().frames().toString());
        return text != 0
                ? text
                : Boolean.compare(one.key().truncated(), other.key().truncated());
    }

    Figures folded() {
        return folded.figures(foldedHistogram);
    }
}
