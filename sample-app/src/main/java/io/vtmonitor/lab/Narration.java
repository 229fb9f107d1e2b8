package io.vtmonitor.lab;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Tells the user what is being done and what was found, line by line. */
public final class Narration {
    private static final long PROGRESS_NANOS = 5_000_000_000L;

    private final PrintStream out;
    private final long start = System.nanoTime();
    private long lastProgress = start;

    public Narration(PrintStream out) {
        this.out = out;
    }

    public void title(String text) {
        out.println();
        out.println(text);
    }

    /** A step that may take a while, with the time since the start, so that a reader sees that it continues. */
    public void step(String text) {
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        out.printf(Locale.ROOT, "  %3d s  %s%n", seconds, text);
    }

    /** At most a line every few seconds, and the last one. */
    public void answered(int answered, int all) {
        long now = System.nanoTime();
        if (answered == all || now - lastProgress >= PROGRESS_NANOS) {
            lastProgress = now;
            step(answered + " of " + all + " answered");
        }
    }

    void found(Outcome outcome) {
        var load = outcome.load();
        var report = outcome.report();
        line(String.format(
                Locale.ROOT,
                "%d requests in %.1f s: %.1f requests/s, median %.2f s, slowest %.2f s",
                load.requests(),
                load.wallSeconds(),
                load.perSecond(),
                load.medianSeconds(),
                load.slowestSeconds()));
        line(String.format(
                Locale.ROOT,
                "pins: %d, pinned carrier-seconds: %.2f, sites: %d; %.0f %% of the capacity of %d carriers lost",
                report.totals().pins(),
                report.totals().pinnedSeconds(),
                report.sites().size(),
                100 * outcome.capacityLost(),
                report.carriers()));
        if (!outcome.whoHolds().equals("nobody")) {
            report.worstSite().ifPresent(this::site);
        }
    }

    public void text(String text) {
        out.println(text);
    }

    void files(List<Outcome> outcomes) {
        title("For each run: app.jfr (the recording), analysis.txt, analysis.json, report.json (the agent's, live),"
                + " metrics.prom, application.log");
        outcomes.forEach(outcome -> out.println("  " + outcome.folder()));
    }

    private void site(AgentReport.Site site) {
        line(String.format(
                Locale.ROOT,
                "worst site: pins: %d, %.2f s, waiting for %s, held by",
                site.pins(),
                site.pinnedSeconds(),
                site.operation()));
        for (var holder : site.holders()) {
            line("    " + holder.frame() + " (" + holder.hold() + ", " + holder.confidence() + ")");
        }
        line("advice: " + site.advice().summary());
        line("    " + site.advice().action());
    }

    private void line(String text) {
        out.println("         " + text);
    }
}
