package io.vtmonitor.lab.experiment;

import io.vtmonitor.lab.AgentReport;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the agent said of one variant.
 *
 * @param variant whose it is
 * @param cost what its pins took, empty where there is none
 * @param answer where its worst site is and what to do there; where no pin matters, what virtual threads waited for, or
 *     that nothing was pinned
 * @param pins how many pins it counted
 * @param pinnedSeconds for how long they kept carriers, together
 */
record Verdict(String variant, String cost, String answer, long pins, double pinnedSeconds) {
    /**
     * Below this a JVM's start is seen and not what was tried: class loading, the first connections, the JDK's poller.
     */
    private static final double START_UP_SECONDS = 0.25;

    static Verdict of(String variant, AgentReport report) {
        var totals = report.totals();
        return report.worstSite()
                .filter(site -> totals.pinnedSeconds() >= START_UP_SECONDS)
                .map(site -> new Verdict(variant, cost(site), told(site), totals.pins(), totals.pinnedSeconds()))
                .orElseGet(() -> waits(variant, report).orElseGet(() -> quiet(variant, totals)));
    }

    /** What virtual threads waited for, whatever pinned besides; as {@link #of} where nothing is said of that. */
    static Verdict ofWaits(String variant, AgentReport report) {
        return waits(variant, report).orElseGet(() -> of(variant, report));
    }

    private static Optional<Verdict> waits(String variant, AgentReport report) {
        var totals = report.totals();
        return report.worstWait()
                .map(wait -> new Verdict(variant, "", told(wait), totals.pins(), totals.pinnedSeconds()));
    }

    /** A line the agent said by itself, of something that it counts no pins of. */
    static Verdict said(String variant, String line) {
        return new Verdict(variant, "", line, 0, 0);
    }

    String text() {
        return cost.isEmpty() ? answer : cost + ": " + answer;
    }

    private static Verdict quiet(String variant, AgentReport.Totals totals) {
        String cost = totals.pins() == 0
                ? ""
                : String.format(
                        Locale.ROOT, "%s, %.0f ms together", pins(totals.pins()), 1000 * totals.pinnedSeconds());
        return new Verdict(
                variant,
                cost,
                totals.pins() == 0 ? "no pins" : "nothing that counts",
                totals.pins(),
                totals.pinnedSeconds());
    }

    private static String cost(AgentReport.Site site) {
        return String.format(Locale.ROOT, "%.1f s in %s", site.pinnedSeconds(), pins(site.pins()));
    }

    private static String pins(long count) {
        return count == 1 ? "1 pin" : count + " pins";
    }

    private static String told(AgentReport.WaitVerdict wait) {
        return wait.kind().replace('_', ' ') + " (" + wait.confidence() + "): " + wait.evidence() + " " + wait.cure();
    }

    private static String told(AgentReport.Site site) {
        String holders = site.holders().stream()
                .map(holder -> holder.frame() + " (" + holder.hold() + ", " + holder.confidence() + ")")
                .collect(Collectors.joining(" < "));
        String who = holders.isEmpty() ? "unknown" : holders;
        return site.operation().replace('_', ' ') + ", held by " + who + ". "
                + site.advice().action();
    }
}
