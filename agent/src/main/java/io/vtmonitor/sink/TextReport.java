package io.vtmonitor.sink;

import io.vtmonitor.model.Report;
import io.vtmonitor.model.Report.BusyFigures;
import io.vtmonitor.model.Report.HolderLine;
import io.vtmonitor.model.Report.Initializer;
import io.vtmonitor.model.Report.Jvm;
import io.vtmonitor.model.Report.SiteFigures;
import io.vtmonitor.model.Report.Totals;
import io.vtmonitor.model.Verdict;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The report for a terminal: what it cost, who holds the carriers, what to do, what cannot be seen. */
public final class TextReport {
    private static final int INITIALIZER_FRAMES = 3;

    private final StringBuilder out = new StringBuilder();

    private TextReport() {}

    /**
     * The report as text.
     *
     * @param report what to show
     * @param top sites shown; the rest is counted
     */
    public static String write(Report report, int top) {
        TextReport text = new TextReport();
        text.head(report);
        List<SiteFigures> sites = report.sites();
        for (int i = 0; i < Math.min(top, sites.size()); i++) {
            text.site(i + 1, sites.get(i), report);
        }
        text.rest(report, top);
        text.busy(report.carrierBusy());
        text.limits(report.limits());
        return text.out.toString();
    }

    private void head(Report report) {
        Totals totals = report.totals();
        for (Jvm jvm : report.jvms()) {
            line(
                    "JDK %s, %d carrier%s, watched for %s from %s",
                    jvm.javaVersion(),
                    jvm.parallelism(),
                    jvm.parallelism() == 1 ? "" : "s",
                    Durations.text(jvm.wallSeconds()),
                    jvm.start());
        }
        if (totals.pins() == 0) {
            line("No virtual thread was pinned.");
            return;
        }
        line(
                "%d pin%s kept carriers for %s: %s of the capacity was lost; at most %d pinned at once, %s",
                totals.pins(),
                totals.pins() == 1 ? "" : "s",
                Durations.text(totals.pinnedSeconds()),
                Durations.percent(totals.capacityLost()),
                totals.maxCarriersPinned(),
                starved(totals.starvedSeconds()));
        if (totals.compensatedSeconds() > 0) {
            line(
                    "%s of it was Object.wait, for which the JVM may start spare carriers: not counted as lost",
                    Durations.text(totals.compensatedSeconds()));
        }
    }

    private static String starved(double seconds) {
        return seconds > 0 ? "all of them for " + Durations.text(seconds) : "never all of them";
    }

    private void site(int rank, SiteFigures site, Report report) {
        double totalSeconds = report.totals().pinnedSeconds();
        double part = totalSeconds > 0 ? site.pinnedSeconds() / totalSeconds : 0;
        line("");
        line(
                "%2d. %s (%s) in %d pin%s, %s: half under %s, 99 %% under %s, longest %s",
                rank,
                Durations.text(site.pinnedSeconds()),
                Durations.percent(part),
                site.pins(),
                site.pins() == 1 ? "" : "s",
                words(site.operation()),
                Durations.text(site.p50Seconds()),
                Durations.text(site.p99Seconds()),
                Durations.text(site.maxSeconds()));
        holders(site);
        unread(site.unread(), report.source().kind());
        if (!site.entries().isEmpty()) {
            line(
                    "    %-8s %s",
                    "from",
                    String.join(
                            ", ",
                            site.entries().subList(0, Math.min(3, site.entries().size()))));
        }
        initializer(site.initializer());
        line("    %-8s %s", "why", site.advice().summary());
        line("    %-8s %s", "cure", site.advice().action());
        if (site.verdict() != Verdict.UNKNOWN) {
            line("    %-8s %s", "newer", verdict(site.verdict()));
        }
    }

    private void holders(SiteFigures site) {
        String label = "held by";
        for (HolderLine holder : site.holders()) {
            line(
                    "    %-8s %s  (%s)%s",
                    label,
                    HolderText.where(holder),
                    HolderText.how(holder),
                    holder.library() == null ? "" : "  " + holder.library());
            label = "and by";
        }
        if (site.holders().isEmpty()) {
            line("    %-8s no frame of the stack is known to; it blocked in %s", "held by", site.id());
        }
    }

    /** What would settle it: a live watch has looked wherever it can, a recording can be given more. */
    private void unread(List<String> classes, String source) {
        if (classes.isEmpty()) {
            return;
        }
        String first = classes.get(0);
        String more = classes.size() == 1
                ? ""
                : ", nor of " + String.join(", ", classes.subList(1, Math.min(3, classes.size())));
        String whose = first.startsWith("java.") || first.startsWith("jdk.") || first.startsWith("sun.")
                ? "the JDK's home"
                : "its jar";
        String cure = source.equals("recording") ? "; give " + whose + " with --classpath" : "";
        line(
                "    %-8s class file of %s not seen%s%s",
                "unsure", first, more + (classes.size() > 3 ? " and others" : ""), cure);
    }

    private void initializer(@Nullable Initializer initializer) {
        if (initializer == null) {
            return;
        }
        List<String> frames = initializer.frames().stream()
                .filter(frame -> !frame.startsWith("java.") && !frame.startsWith("jdk."))
                .limit(INITIALIZER_FRAMES)
                .toList();
        line(
                "    %-8s for the initialiser of %s%s",
                "waits",
                initializer.className(),
                frames.isEmpty() ? "" : ", which was in " + String.join(" < ", frames));
    }

    private void busy(List<BusyFigures> busy) {
        if (busy.isEmpty()) {
            return;
        }
        double seconds = busy.stream().mapToDouble(BusyFigures::seconds).sum();
        line("");
        line(
                "Beside the pins, carriers were busy with file I/O for %s, e.g. in %s (%s).",
                Durations.text(seconds), busy.get(0).site(), words(busy.get(0).operation()));
    }

    private static String verdict(Verdict verdict) {
        return switch (verdict) {
            case GONE_ON_24 -> "gone on JDK 24 and later";
            case EASED_ON_26 -> "eased on JDK 26";
            case STAYS -> "stays on every JDK";
            case UNKNOWN -> "not known";
        };
    }

    private void rest(Report report, int top) {
        int hidden = report.sites().size() - top;
        if (hidden > 0) {
            double seconds = report.sites().stream()
                    .skip(top)
                    .mapToDouble(SiteFigures::pinnedSeconds)
                    .sum();
            line("");
            line(
                    "%d more site%s with %s; --top %d shows all",
                    hidden,
                    hidden == 1 ? "" : "s",
                    Durations.text(seconds),
                    report.sites().size());
        }
    }

    private void limits(List<String> limits) {
        line("");
        line("Not to be seen here: %s.", String.join("; ", limits));
    }

    private static String words(Object operation) {
        return operation.toString().replace('_', ' ');
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation would be a dependency for one method
    private void line(String format, Object... arguments) {
        out.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
