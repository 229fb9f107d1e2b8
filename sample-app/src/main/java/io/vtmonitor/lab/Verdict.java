package io.vtmonitor.lab;

import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What the agent said of one variant.
 *
 * @param variant whose it is
 * @param text its first site, or that nothing was pinned
 * @param pins how many pins it counted
 * @param pinnedSeconds for how long they kept carriers, together
 */
record Verdict(String variant, String text, long pins, double pinnedSeconds) {
    /** Below this a JVM's start is seen and not what was tried: class loading, the first connections, the JDK's poller. */
    private static final double START_UP_SECONDS = 0.25;

    static Verdict of(String variant, AgentReport report) {
        var totals = report.totals();
        String text = report.worstSite()
                .filter(site -> totals.pinnedSeconds() >= START_UP_SECONDS)
                .map(Verdict::told)
                .orElse(totals.pins() == 0 ? "no pins" : quiet(totals));
        return new Verdict(variant, text, totals.pins(), totals.pinnedSeconds());
    }

    private static String quiet(AgentReport.Totals totals) {
        return String.format(
                Locale.ROOT,
                "nothing that counts: %d pins, %.0f ms together",
                totals.pins(),
                1000 * totals.pinnedSeconds());
    }

    private static String told(AgentReport.Site site) {
        String holders = site.holders().stream()
                .map(holder -> holder.frame() + " (" + holder.hold() + ", " + holder.confidence() + ")")
                .collect(Collectors.joining(" < "));
        String who = holders.isEmpty() ? "nobody that is known" : holders;
        return String.format(
                Locale.ROOT,
                "%.1f s in %d pins, %s, held by %s. %s",
                site.pinnedSeconds(),
                site.pins(),
                site.operation().replace('_', ' '),
                who,
                site.advice().action());
    }
}
