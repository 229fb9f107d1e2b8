package io.vtmonitor.boot;

import io.vtmonitor.culprit.LineFrames;
import io.vtmonitor.culprit.LoadedClassBytes;
import io.vtmonitor.model.Report;
import io.vtmonitor.model.Vitals;
import io.vtmonitor.sink.PrometheusMetrics;
import io.vtmonitor.source.WatchedJvm;
import io.vtmonitor.unpin.Unpin;
import java.lang.instrument.Instrumentation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A JVM in which nothing can be recorded: its image lacks JFR, or there is no folder for JFR to write to. Pins stay unseen,
 * which is said; the scheduler's figures, its delay and its stalls need no recording. Holds no reference to {@code jdk.jfr}.
 */
final class WithoutRecording implements Watching {
    private static final Logger LOG = LoggerFactory.getLogger(WithoutRecording.class);

    private final Options options;
    private final WatchedJvm jvm;
    private final SchedulerPart scheduler;
    private final String why;
    private final Instant since = Instant.now();
    private final Thread hook = new Thread(() -> AtExit.within(AtExit.BOUND, this::leaveReport), "vt-monitor-exit");
    private @Nullable Serving serving;

    private WithoutRecording(Options options, WatchedJvm jvm, SchedulerPart scheduler, String why) {
        this.options = options;
        this.jvm = jvm;
        this.scheduler = scheduler;
        this.why = why;
        hook.setContextClassLoader(null);
    }

    static Watching start(Options options, WatchedJvm jvm, Instrumentation instrumentation, String why) {
        PrometheusMetrics metrics =
                options.port() == null ? null : new PrometheusMetrics(() -> vitals(jvm), Version.text());
        LoadedClassBytes classes = new LoadedClassBytes(instrumentation);
        SchedulerPart scheduler = SchedulerPart.start(
                options,
                jvm.monitorsPin(),
                instrumentation,
                Diagnosers.of(options, classes),
                new LineFrames(classes),
                metrics == null ? null : metrics.scheduler());
        Unpin unpin = Unpinning.atWork();
        if (metrics != null && unpin != null) {
            metrics.unpin(unpin::summary);
        }
        LOG.warn("pins are not recorded: {}. The scheduler is watched all the same: its delay and its stalls.", why);
        WithoutRecording watch = new WithoutRecording(options, jvm, scheduler, why);
        EndedEarly.hook(watch.hook);
        if (metrics != null && options.port() != null) {
            watch.serving = Serving.open(options, options.port(), metrics, watch::report);
        }
        return watch;
    }

    @Override
    public String sentence() {
        return "watching the scheduler of Java " + jvm.javaVersion() + "; pins can't be recorded here";
    }

    @Override
    public boolean detach() {
        if (!EndedEarly.unhook(hook)) {
            return false;
        }
        leaveReport();
        scheduler.stop();
        if (serving != null) {
            serving.close();
        }
        return true;
    }

    private Report report() {
        List<String> limits = new ArrayList<>(List.of("pins were not recorded: " + why));
        limits.addAll(scheduler.limits());
        return NoPins.report(options, limits, since, scheduler.stalls());
    }

    private void leaveReport() {
        NoPins.write(options, report());
    }

    /** All of the time since the JVM began is blind time: the zeros beside it are not to be believed. */
    static Vitals vitals(WatchedJvm jvm) {
        return new Vitals(
                jvm.javaVersion(),
                jvm.parallelism(),
                0,
                0,
                0,
                0,
                jvm.pinnedThreshold().toNanos() / 1e9,
                jvm.monitorsPin() ? jvm.monitorThreshold().toNanos() / 1e9 : null,
                BlindTime.until(Instant.now()),
                0,
                0,
                0,
                0,
                jvm.fileThreshold().toNanos() / 1e9,
                0,
                false);
    }
}
