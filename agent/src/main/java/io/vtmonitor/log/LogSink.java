package io.vtmonitor.log;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.RateLimit;
import io.vtmonitor.model.Finding;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Site;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.text.CureText;
import io.vtmonitor.report.text.HolderText;
import io.vtmonitor.report.text.TextReport;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line for each new site, and a summary at exit. More than a handful a minute would be noise: what is swallowed is
 * counted and said.
 *
 * <p>Not thread-safe: fed by the stream's thread, the summary is asked for after that thread has ended.
 */
public final class LogSink implements Consumer<Finding> {
    private static final Logger LOG = LoggerFactory.getLogger(LogSink.class);
    private static final int MAX_SITES = 1_000;
    private static final int LINES_A_MINUTE = 20;
    private static final int SUMMARY_SITES = 3;

    private final Set<Site> seen = new HashSet<>();
    private final RateLimit limit = new RateLimit(LINES_A_MINUTE, System::nanoTime);

    @Override
    public void accept(Finding finding) {
        Site site = finding.diagnosis().site();
        if (seen.size() < MAX_SITES && seen.add(site)) {
            if (limit.admits()) {
                tellSwallowed();
                LOG.warn(line(finding));
            }
        }
    }

    private void tellSwallowed() {
        long swallowed = limit.takeSwallowed();
        if (swallowed > 0) {
            LOG.warn("{} more new sites got no line, see the report", swallowed);
        }
    }

    private static String line(Finding finding) {
        List<Holder> holders = finding.diagnosis().holders();
        StringBuilder text = new StringBuilder("pinned for ")
                .append(Durations.text(finding.pin().durationNanos() / 1e9))
                .append(" in ")
                .append(finding.diagnosis().site().operation().toString().replace('_', ' '));
        if (holders.isEmpty()) {
            text.append(" at ").append(finding.diagnosis().site().holders().get(0));
        } else {
            Holder culprit = holders.get(0);
            text.append(" by ").append(culprit.frame());
            text.append(" (")
                    .append(HolderText.how(culprit.hold(), culprit.monitors(), culprit.lock(), culprit.confidence()));
            text.append(holders.size() > 1 ? more(holders) : ")");
        }
        return text.append(". ")
                .append(CureText.ofNew(finding.diagnosis().advice()))
                .toString();
    }

    /** Sites that differ in the second holder differ in their lines. */
    private static String more(List<Holder> holders) {
        String second = ", and by " + holders.get(1).frame();
        return second + (holders.size() > 2 ? " and " + (holders.size() - 2) + " more below)" : ")");
    }

    /** Says what the watch found. */
    public void summary(Report report) {
        tellSwallowed();
        String[] text = TextReport.write(report, TextReport.notable(report, SUMMARY_SITES))
                .split("\n", -1);
        for (String line : text) {
            if (!line.isEmpty()) {
                LOG.info(line);
            }
        }
    }
}
