package io.vtmonitor.boot;

import io.vtmonitor.analysis.Aggregation;
import io.vtmonitor.analysis.BusyTally;
import io.vtmonitor.model.Report;
import io.vtmonitor.sink.FileSink;
import io.vtmonitor.sink.JsonReport;
import io.vtmonitor.source.WatchedJvm;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A JVM that ends before its watch has begun. Whoever asked for a report gets one: it says that nothing was recorded, where a
 * missing file would say nothing. Holds no reference to {@code jdk.jfr}.
 */
public final class EndedEarly {
    private static final Logger LOG = LoggerFactory.getLogger(EndedEarly.class);

    private static volatile boolean ending;
    private static boolean hooked;

    private EndedEarly() {}

    /** Whether it came to that: what fails then fails for that. */
    static boolean isSo() {
        return ending;
    }

    /**
     * Adds the hook that ends a watch, and leaves the rest to it.
     *
     * @throws IllegalStateException where the JVM is ending
     */
    static synchronized void hook(Thread hook) {
        Runtime.getRuntime().addShutdownHook(hook);
        hooked = true;
    }

    private static synchronized boolean isHooked() {
        return hooked;
    }

    /**
     * Called by name from {@code VtMonitor}, by the shutdown hook that is there until the watch has begun.
     *
     * @param argument the agent's options, null for none
     */
    public static void tell(@Nullable String argument) {
        ending = true;
        try {
            if (isHooked()
                    || StartupChecks.reasonToStayOut(Runtime.version().feature(), System.getProperty("jdk.module.main"))
                            != null) {
                return;
            }
            tell(Options.of(argument, System::getProperty, System::getenv));
        } catch (Options.BadOption noWatchAnyway) {
            // Nothing would have been watched.
        } catch (RuntimeException | Error failed) {
            // The JVM ends anyway.
        }
    }

    /** Likewise where the watch was not ready. */
    static void tell(Options options) {
        String sentence = String.format(
                Locale.ROOT,
                "the JVM ended %.1f s after it began, before the watch was ready: none of its pins were recorded",
                Watch.blindSeconds(Instant.now()));
        LOG.warn("{}{}", sentence, options.report() == null ? "" : "; the report says so, too");
        Unpinning.tell(List.of());
        if (options.report() != null) {
            try {
                FileSink.write(options.report(), JsonReport.write(report(options, sentence)));
            } catch (IOException | RuntimeException failed) {
                LOG.warn("the report could not be written: {}", String.valueOf(failed));
            }
        }
    }

    private static Report report(Options options, String sentence) {
        WatchedJvm jvm = WatchedJvm.current(options.threshold(), options.monitorThreshold());
        long now = ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());
        List<String> limits = new ArrayList<>(List.of(sentence));
        limits.addAll(jvm.limits());
        Aggregation aggregation = Aggregation.live();
        aggregation.jvm(jvm.parallelism());
        return aggregation
                .report(
                        new Report.Source("live", Version.tool(), List.of()),
                        List.of(jvm.reported(now, now)),
                        limits,
                        new BusyTally().figures())
                .with(List.of(), Unpinning.summaries());
    }
}
