package io.vtmonitor.analysis;

import io.vtmonitor.analysis.CarrierTimeline.Sweep;
import io.vtmonitor.analysis.Windows.Window;
import io.vtmonitor.model.PinnedWindow;
import io.vtmonitor.model.PinnedWindow.SitePins;
import io.vtmonitor.model.Report.Jvm;
import io.vtmonitor.model.Report.SiteFigures;
import io.vtmonitor.model.Report.Timeline;
import io.vtmonitor.model.Report.Totals;
import io.vtmonitor.model.Site;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;

/** The parts of a report that come from several tallies. Guarded by its {@link Aggregation}. */
final class ReportParts {
    private static final int LISTED_SITES = 10;

    private final List<SiteTally> numbered;
    private final List<JvmTally> jvms;
    private final List<Jvm> watched;

    /**
     * @param numbered the sites by their number
     * @param jvms the JVMs
     * @param watched the same JVMs for the report
     */
    ReportParts(List<SiteTally> numbered, List<JvmTally> jvms, List<Jvm> watched) {
        this.numbered = numbered;
        this.jvms = jvms;
        this.watched = watched;
    }

    List<SiteFigures> sites() {
        List<Long> begins = watched.stream()
                .map(jvm -> ChronoUnit.NANOS.between(Instant.EPOCH, Instant.parse(jvm.start())))
                .toList();
        Initializers initializers = new Initializers(numbered);
        List<Integer> grids = jvms.stream().map(JvmTally::grid).toList();
        return numbered.stream()
                .map(site -> site.siteFigures(span(site.number(), begins), initializers, grids))
                .sorted(Comparator.comparingDouble((SiteFigures site) -> -site.pinnedSeconds())
                        .thenComparing(SiteFigures::id))
                .toList();
    }

    List<Timeline> timelines() {
        return jvms.stream().map(JvmTally::timeline).toList();
    }

    private SiteSpan span(int site, List<Long> begins) {
        SiteSpan span = SiteSpan.EMPTY;
        for (int i = 0; i < begins.size(); i++) {
            span = span.and(jvms.get(i).times().since(site, begins.get(i)));
        }
        return span;
    }

    Totals totals() {
        long pins = 0;
        long nanos = 0;
        long compensated = 0;
        long starved = 0;
        long truncated = 0;
        int max = 0;
        for (JvmTally jvm : jvms) {
            Sweep sweep = jvm.total();
            pins += jvm.pins();
            nanos += jvm.nanos();
            compensated += jvm.compensatedNanos();
            truncated += jvm.truncated();
            starved += sweep.starvedNanos();
            max = Math.max(max, sweep.max());
        }
        double capacity = watched.stream()
                .mapToDouble(jvm -> jvm.parallelism() * jvm.wallSeconds())
                .sum();
        double lost = capacity > 0 ? (nanos - compensated) / 1e9 / capacity : 0;
        return new Totals(pins, nanos / 1e9, compensated / 1e9, lost, starved / 1e9, max, truncated);
    }

    List<PinnedWindow> worst() {
        return jvms.stream()
                .flatMap(jvm -> jvm.worst().stream().map(window -> pinnedWindow(window, jvm.parallelism())))
                .sorted(Comparator.comparing((PinnedWindow window) -> !window.starved())
                        .thenComparing(Comparator.comparingDouble(PinnedWindow::heldSeconds)
                                .reversed())
                        .thenComparing(PinnedWindow::begin))
                .limit(Windows.LISTED)
                .toList();
    }

    private PinnedWindow pinnedWindow(Window window, int parallelism) {
        return new PinnedWindow(
                Instant.ofEpochSecond(0, window.start()).toString(),
                (window.end() - window.start()) / 1e9,
                window.held() / 1e9,
                window.most(),
                window.level() >= parallelism,
                window.pins().entrySet().stream()
                        .map(entry -> new SitePins(id(entry.getKey()), entry.getValue()))
                        .sorted(Comparator.comparingLong((SitePins site) -> -site.pins())
                                .thenComparing(SitePins::id))
                        .limit(LISTED_SITES)
                        .toList());
    }

    private String id(int number) {
        return number < 0 ? Site.OTHER : numbered.get(number).id();
    }
}
