package io.vtmonitor.tally;

import io.vtmonitor.common.EpochNanos;
import io.vtmonitor.model.Frame;
import io.vtmonitor.plan.Forecast;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.PinnedWindow;
import io.vtmonitor.report.PinnedWindow.SitePins;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.BusyFigures;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.NearMisses;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.figures.Totals;
import io.vtmonitor.timeline.AllButOne;
import io.vtmonitor.timeline.Sweep;
import io.vtmonitor.timeline.Windows.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The figures of one JVM as a report that {@link Merge} takes, which sees to what follows from them. */
final class JvmReport {
    private static final int LISTED_SITES = 10;

    private JvmReport() {}

    static Report of(JvmTally tally, Source source, Jvm jvm, List<Limit> limits, List<BusyFigures> busy) {
        List<Limit> said = new ArrayList<>(limits);
        if (tally.timeline().folded()) {
            said.add(Limit.of(LimitKind.LOWER_BOUNDS));
        }
        Limit waits = SpareCarriers.limit(tally.timeline().total());
        if (waits != null) {
            said.add(waits);
        }
        ThreadTallies threads = tally.threads();
        return new Report(
                source,
                List.of(jvm),
                List.of(tally.timeline().total().bins().timeline(tally.grid())),
                new Report.Pins(
                        totals(tally, jvm),
                        Forecast.NONE,
                        List.of(),
                        sites(tally, EpochNanos.nanos(jvm.since())),
                        tally.folded().figures(tally.foldedHistogram()),
                        windows(tally),
                        tally.dimensions().figures(),
                        threads == null ? null : threads.threads(),
                        threads == null ? null : threads.owners()),
                said,
                busy,
                List.of(),
                List.of(),
                Waits.NONE,
                null);
    }

    private static Totals totals(JvmTally tally, Jvm jvm) {
        Sweep sweep = tally.timeline().total();
        double capacity = jvm.capacitySeconds();
        return new Totals(
                tally.pins(),
                tally.nanos(),
                sweep.stoodInNanos(),
                capacity > 0 ? sweep.lostNanos() / 1e9 / capacity : 0,
                sweep.starvedNanos(),
                sweep.most(),
                tally.truncated(),
                null,
                nearMisses(tally));
    }

    /** Times in which all carriers but one were pinned; null if there were none. */
    static @Nullable NearMisses nearMisses(JvmTally tally) {
        AllButOne near = tally.timeline().total().allButOne();
        return NearMisses.of(near.times(), near.nanos(), byId(tally, near.bySite()));
    }

    private static Map<String, Long> byId(JvmTally tally, Map<Integer, Long> byNumber) {
        Map<String, Long> byId = new HashMap<>();
        for (Map.Entry<Integer, Long> each : byNumber.entrySet()) {
            byId.merge(tally.id(each.getKey()), each.getValue(), Long::sum);
        }
        return byId;
    }

    private static List<SiteFigures> sites(JvmTally tally, long begin) {
        Map<Frame, StackFrame> known = new HashMap<>();
        Map<String, List<SiteTally>> parts = new LinkedHashMap<>();
        Map<String, List<StackFigures>> stacks = new HashMap<>();
        for (SiteTally site : tally.sites()) {
            parts.computeIfAbsent(site.id(), fresh -> new ArrayList<>(1)).add(site);
        }
        for (StackTally stack : tally.stacks()) {
            stack.site().describe(stack.diagnosis(), stack.tally().maxNanos());
            stacks.computeIfAbsent(stack.site().id(), fresh -> new ArrayList<>())
                    .add(stack.figures(tally.grid(), known));
        }
        List<SiteFigures> figures = new ArrayList<>();
        parts.forEach((id, its) -> figures.add(SiteTally.sum(its).figures(begin, stacks.getOrDefault(id, List.of()))));
        return figures;
    }

    private static List<PinnedWindow> windows(JvmTally tally) {
        List<PinnedWindow> windows = new ArrayList<>();
        for (Window window : tally.timeline().worst()) {
            windows.add(window(tally, window));
        }
        return windows;
    }

    private static PinnedWindow window(JvmTally tally, Window window) {
        return new PinnedWindow(
                EpochNanos.instant(window.start()),
                window.end() - window.start(),
                window.held(),
                window.most(),
                window.all(),
                pins(tally, window));
    }

    private static List<SitePins> pins(JvmTally tally, Window window) {
        List<SitePins> sites = new ArrayList<>();
        byId(tally, window.pins()).forEach((site, pins) -> sites.add(new SitePins(site, pins)));
        sites.sort((one, other) ->
                one.pins() == other.pins() ? one.id().compareTo(other.id()) : Long.compare(other.pins(), one.pins()));
        return List.copyOf(sites.subList(0, Math.min(LISTED_SITES, sites.size())));
    }
}
