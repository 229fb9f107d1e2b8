package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.EpochNanos;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.Bin;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What each JVM's carriers lost, as a table that shows which JVMs of a fleet to look at. */
public final class JvmText {
    private static final int SHOWN_VERSIONS = 4;

    private JvmText() {}

    /**
     * One JVM. A bin loses at most the JVM's capacity in it, which does not include spare carriers. A pin that began
     * before its file did is in the file's bins from its start on, but only time that the file covers counts as lost.
     */
    private record Row(String where, Jvm jvm, long heldNanos, long lostNanos, long starvedNanos) {
        double lost() {
            double capacity = jvm.capacitySeconds();
            return capacity > 0 ? Math.min(1, lostNanos / 1e9 / capacity) : 0;
        }
    }

    /**
     * The table below the report's head.
     *
     * @param top how many JVMs are shown, those that lost most first; the others are counted
     */
    public static String write(Report report, int top, TextStyle style) {
        TextWriter page = new TextWriter(style);
        HeadText.write(page, report);
        page.blank();
        page.raw(String.format(
                Locale.ROOT, "%8s %10s %10s %10s  %-9s %s", "lost", "pinned", "starved", "watched", "JDK", "JVM"));
        List<Row> rows = rows(report);
        for (Row row : rows.subList(0, Math.min(top, rows.size()))) {
            page.row(
                    String.format(
                            Locale.ROOT,
                            "%8s %10s %10s %10s  %-9s ",
                            Durations.percent(row.lost()),
                            Durations.text(row.heldNanos()),
                            Durations.text(row.starvedNanos()),
                            Durations.text(row.jvm().wallNanos()),
                            row.jvm().javaVersion()),
                    "%s",
                    row.where());
        }
        if (rows.size() > top) {
            page.line("%d more JVMs lost less; --top %d shows all", rows.size() - top, rows.size());
        }
        String atMost = HeadText.lostAtMost(report);
        if (atMost != null) {
            boolean both = HeadText.capacityAtMost(report) != null;
            page.line("%s at most so much: %s", both ? "Lost and starved are" : "Lost is", atMost);
        }
        page.blank();
        page.line("Blind spots: %s.", String.join("; ", LimitText.sentences(report.limits())));
        return page.toString();
    }

    /** A few lines about all JVMs together. */
    static void shortly(TextWriter page, Report report) {
        List<Jvm> jvms = report.jvms();
        boolean parts = HeadText.isInSeveralFiles(report);
        page.line(
                "%d %s (%s)%s, %s",
                jvms.size(),
                parts ? "recordings, some of the same JVM" : "JVMs",
                "JDK "
                        + jvms.stream()
                                .map(Jvm::javaVersion)
                                .distinct()
                                .sorted()
                                .limit(SHOWN_VERSIONS)
                                .collect(Collectors.joining(", ")),
                parts
                        ? ""
                        : " with " + (report.hasUnknownCarriers() ? "at least " : "")
                                + jvms.stream().mapToInt(Jvm::parallelism).sum() + " carriers",
                HeadText.seen(
                        report,
                        jvms.stream().mapToLong(Jvm::wallNanos).sum(),
                        " in all, the first from ",
                        jvms.get(0).start()));
        if (report.totals().pins() > 0) {
            Row worst = rows(report).get(0);
            page.line(
                    "Most was lost by %s: %s%s of its capacity; --by jvm shows each",
                    worst.where(),
                    HeadText.lostAtMost(report) == null ? "" : "at most ",
                    Durations.percent(worst.lost()));
        }
    }

    private static List<Row> rows(Report report) {
        List<String> files = report.source().files();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < report.jvms().size(); i++) {
            Jvm jvm = report.jvms().get(i);
            Timeline timeline = report.timelines().get(i);
            String from = i < files.size() ? files.get(i) : "";
            rows.add(row((from.isEmpty() ? "" : from + " ") + "from " + HeadText.toSecond(jvm.start()), jvm, timeline));
        }
        rows.sort(Comparator.comparingDouble((Row row) -> -row.lost())
                .thenComparing(Comparator.comparingLong(Row::heldNanos).reversed())
                .thenComparing(Row::where));
        return rows;
    }

    private static Row row(String where, Jvm jvm, Timeline timeline) {
        double start = EpochNanos.nanos(jvm.start()) / 1e9;
        long held = 0;
        long lost = 0;
        long starved = 0;
        for (int i = 0; i < timeline.bins().size(); i++) {
            Bin bin = timeline.bins().get(i);
            double end = (timeline.firstBin() + i + 1) * timeline.binSeconds();
            double part = Math.max(0, Math.min(timeline.binSeconds(), end - start));
            held += bin.heldNanos();
            lost += Math.min(Math.round(jvm.parallelism() * part * 1e9), bin.heldNanos());
            starved += Math.min(Math.round(part * 1e9), bin.starvedNanos());
        }
        return new Row(where, jvm, held, lost, starved);
    }
}
