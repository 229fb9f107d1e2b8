package io.vtmonitor.boot;

import io.vtmonitor.analysis.Aggregation;
import io.vtmonitor.analysis.BusyTally;
import io.vtmonitor.model.Report;
import io.vtmonitor.model.Stall;
import io.vtmonitor.sink.FileSink;
import io.vtmonitor.sink.JsonReport;
import io.vtmonitor.source.WatchedJvm;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The report of a JVM whose pins were not recorded: it says so, where a missing file would say nothing. Holds no reference to
 * {@code jdk.jfr}.
 */
final class NoPins {
    private static final Logger LOG = LoggerFactory.getLogger(NoPins.class);

    private NoPins() {}

    /**
     * @param why the first of its limits
     * @param since when the watch began, of what was watched all the same
     */
    static Report report(Options options, String why, Instant since, List<Stall> stalls) {
        WatchedJvm jvm = WatchedJvm.current(options.threshold(), options.monitorThreshold());
        return report(jvm, List.of(why), since, stalls);
    }

    /** Likewise of that JVM, for several reasons. */
    static Report report(WatchedJvm jvm, List<String> why, Instant since, List<Stall> stalls) {
        List<String> limits = new ArrayList<>(why);
        limits.addAll(jvm.limits());
        Aggregation aggregation = Aggregation.live();
        aggregation.jvm(jvm.parallelism());
        return aggregation
                .report(
                        new Report.Source("live", Version.tool(), List.of()),
                        List.of(jvm.reported(nanos(since), nanos(Instant.now()))),
                        limits,
                        new BusyTally().figures())
                .with(stalls, Unpinning.summaries());
    }

    /** Where it was asked for. */
    static void write(Options options, Report report) {
        if (options.report() != null) {
            try {
                FileSink.write(options.report(), JsonReport.write(report));
            } catch (IOException | RuntimeException | Error failed) {
                LOG.warn("the report could not be written: {}", String.valueOf(failed));
            }
        }
    }

    private static long nanos(Instant time) {
        return ChronoUnit.NANOS.between(Instant.EPOCH, time);
    }
}
