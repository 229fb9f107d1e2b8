package io.vtmonitor.lab;

import java.nio.file.Path;
import java.util.stream.Collectors;

/**
 * One variant's figures: the client's and the agent's.
 *
 * @param variant what ran
 * @param load what the client saw
 * @param report what the agent found
 * @param folder where the recording, the reports and the log lie
 */
record Outcome(Variant variant, Load.Result load, AgentReport report, Path folder) {
    /** Below this share of the capacity a site is startup noise and no answer to "who holds the carriers?". */
    private static final double NOTABLE = 0.01;

    /** Share of the carriers' time, while the load ran, in which they were pinned. */
    double capacityLost() {
        return report.totals().pinnedSeconds() / (report.carriers() * load.wallSeconds());
    }

    /**
     * Class and method of the worst site's holders, nearest to the block first; nobody where no site is worth a name.
     */
    String whoHolds() {
        return report.worstSite()
                .filter(site -> site.pinnedSeconds() >= NOTABLE * report.carriers() * load.wallSeconds())
                .map(Outcome::shortly)
                .orElse("nobody");
    }

    private static String shortly(AgentReport.Site site) {
        if (site.holders().isEmpty()) {
            return "unknown (" + site.operation() + ")";
        }
        return site.holders().stream()
                .map(holder -> holder.frame().replaceFirst("^.*\\.(?=[^.]+\\.[^.]+$)", ""))
                .collect(Collectors.joining(" < "));
    }
}
