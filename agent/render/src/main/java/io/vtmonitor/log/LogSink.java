package io.vtmonitor.log;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.RateLimit;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.DiagnosedPinSink;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Site;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.text.CureText;
import io.vtmonitor.report.text.HolderText;
import io.vtmonitor.report.text.TextReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs a line for each site that takes a notable share of the carriers' time, and a summary at exit. What happens only
 * once, such as loading classes at the start, stays below that share, and is only in the summary. At most
 * {@value #LINES_A_MINUTE} lines a minute are logged; the number of omitted lines is reported.
 *
 * <p>Not thread-safe: one thread at a time passes pins, and {@link #summary} is called after the last one.
 */
public final class LogSink implements DiagnosedPinSink {
    private static final Logger LOG = LoggerFactory.getLogger(LogSink.class);
    private static final int MAX_SITES = 1_000;
    private static final int LINES_A_MINUTE = 20;
    private static final int SUMMARY_SITES = 3;
    private static final long REPORTED = -1;

    /**
     * The watched time counts as at least so many seconds, as the share of a site is not significant after the first
     * pins.
     */
    private static final double LEAST_SECONDS = 10;

    private final double share;
    private final IntSupplier carriers;
    private final LongSupplier clock;
    private final long start;

    /** The pinned time of each site in nanoseconds, or {@link #REPORTED} if its line was logged. */
    private final Map<Site, Long> pinned = new HashMap<>();

    private final RateLimit limit = new RateLimit(LINES_A_MINUTE, System::nanoTime);

    /**
     * Without sites at first.
     *
     * @param share the part of the carriers' time, from 0 to 1, from which on a site gets a line of its own
     * @param carriers the scheduler's parallelism; 0 while it is not known
     */
    public LogSink(double share, IntSupplier carriers) {
        this(share, carriers, System::nanoTime);
    }

    LogSink(double share, IntSupplier carriers, LongSupplier clock) {
        this.share = share;
        this.carriers = carriers;
        this.clock = clock;
        start = clock.getAsLong();
    }

    @Override
    public void accept(DiagnosedPin diagnosed) {
        Diagnosis diagnosis = diagnosed.diagnosis();
        long durationNanos = diagnosed.pin().durationNanos();
        Site site = diagnosis.site();
        Long before = pinned.get(site);
        if (before == null ? pinned.size() >= MAX_SITES : before == REPORTED) {
            return;
        }
        long nanos = (before == null ? 0 : before) + durationNanos;
        boolean worth = isWorthALine(nanos);
        pinned.put(site, worth ? REPORTED : nanos);
        if (worth && limit.admits()) {
            logOmitted();
            LOG.warn("pinned for {} in {}", Durations.text(durationNanos), line(diagnosis, ""));
        }
    }

    /** Corrects a line that was logged with the former site of its pins. */
    @Override
    public void revised(Diagnosis before, Diagnosis after) {
        Long reported = pinned.get(before.site());
        if (before.site().equals(after.site()) || reported == null || reported != REPORTED) {
            return;
        }
        Long known = pinned.get(after.site());
        if (known == null ? pinned.size() >= MAX_SITES : known == REPORTED) {
            return;
        }
        pinned.put(after.site(), REPORTED);
        if (limit.admits()) {
            logOmitted();
            String counted =
                    ": class files that were read since show it; its pins counted as those of " + first(before);
            LOG.warn("pinned in {}", line(after, counted));
        }
    }

    private boolean isWorthALine(long nanos) {
        double watched = Math.max((clock.getAsLong() - start) / 1e9, LEAST_SECONDS);
        return nanos / 1e9 >= share * watched * Math.max(1, carriers.getAsInt());
    }

    private void logOmitted() {
        long swallowed = limit.takeSwallowed();
        if (swallowed > 0) {
            LOG.warn("{} more new sites are not logged; see the report", swallowed);
        }
    }

    private static Object first(Diagnosis diagnosis) {
        return diagnosis.holders().isEmpty()
                ? diagnosis.site().holders().get(0)
                : diagnosis.holders().get(0).frame();
    }

    private static String line(Diagnosis diagnosis, String more) {
        List<Holder> holders = diagnosis.holders();
        StringBuilder text =
                new StringBuilder(diagnosis.site().operation().toString().replace('_', ' '));
        if (holders.isEmpty()) {
            text.append(" at ").append(first(diagnosis));
        } else {
            Holder culprit = holders.get(0);
            text.append(" by ").append(culprit.frame());
            text.append(" (")
                    .append(HolderText.how(culprit.hold(), culprit.monitors(), culprit.lock(), culprit.confidence()));
            text.append(holders.size() > 1 ? more(holders) : ")");
        }
        return text.append(more)
                .append(". ")
                .append(CureText.ofNew(diagnosis.advice()))
                .toString();
    }

    /** The second holder is named because sites with different second holders are different sites. */
    private static String more(List<Holder> holders) {
        String second = ", and by " + holders.get(1).frame();
        return second + (holders.size() > 2 ? " and " + (holders.size() - 2) + " more below)" : ")");
    }

    /**
     * Logs what the watch found.
     *
     * @param terminal whether somebody reads it who has just read all lines before it
     */
    public void summary(Report report, boolean terminal) {
        logOmitted();
        int sites = TextReport.notable(report, SUMMARY_SITES);
        if (terminal) {
            LOG.info(TextReport.afterWatch(report, sites));
            return;
        }
        String[] text = TextReport.write(report, sites).split("\n", -1);
        for (String line : text) {
            if (!line.isEmpty()) {
                LOG.info(line);
            }
        }
    }
}
