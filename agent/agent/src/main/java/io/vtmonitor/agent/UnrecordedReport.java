package io.vtmonitor.agent;

import io.vtmonitor.common.EpochNanos;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.FileSink;
import io.vtmonitor.common.Version;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.json.JsonReport;
import io.vtmonitor.tally.Aggregation;
import io.vtmonitor.tally.FileIoTally;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The report of a JVM whose pins were not recorded. It states that; a missing file would state nothing. Holds no
 * reference to {@code jdk.jfr}.
 */
final class UnrecordedReport {
    /** The file, and why. */
    static final String NOT_WRITTEN = "can't write report={}. No report was written there.";

    private static final Logger LOG = LoggerFactory.getLogger(UnrecordedReport.class);

    private UnrecordedReport() {}

    /**
     * @param why the first of its limits
     * @param since when the watch began, of what was watched all the same
     */
    static Report report(Options options, Limit why, Instant since, List<Stall> stalls) {
        JvmInfo jvm = JvmInfo.current(options.threshold(), options.monitorThreshold());
        return report(jvm, List.of(why), since, stalls);
    }

    /** A report without pins of the JVM given. */
    static Report report(JvmInfo jvm, List<Limit> why, Instant since, List<Stall> stalls) {
        List<Limit> limits = new ArrayList<>(why);
        limits.addAll(jvm.limits());
        Aggregation aggregation = Aggregation.live();
        aggregation.jvm(jvm.pool());
        return aggregation
                .report(
                        new Source("live", Version.tool(), List.of()),
                        List.of(jvm.reported(EpochNanos.nanos(since), EpochNanos.nanos(Instant.now()))),
                        limits,
                        new FileIoTally().figures())
                .with(stalls, Unpinning.summaries());
    }

    /**
     * Where it was asked for.
     *
     * @return false where it could not be written
     */
    static boolean write(Options options, Report report) {
        if (options.report() == null) {
            return true;
        }
        try {
            FileSink.write(options.report(), JsonReport.write(report));
            return true;
        } catch (IOException | RuntimeException | Error e) {
            LOG.warn(NOT_WRITTEN, FailureText.of(options.report(), e));
            return false;
        }
    }
}
