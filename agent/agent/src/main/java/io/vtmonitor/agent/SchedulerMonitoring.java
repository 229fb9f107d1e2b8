package io.vtmonitor.agent;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.FileSink;
import io.vtmonitor.looks.WatchThread;
import io.vtmonitor.metrics.SchedulerCounts;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.StackResolver;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.RescueOutcome;
import io.vtmonitor.report.ScheduleDelays;
import io.vtmonitor.report.SchedulerVitals;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.StallFacts;
import io.vtmonitor.report.text.CarrierText;
import io.vtmonitor.report.text.RescueText;
import io.vtmonitor.report.text.StallText;
import io.vtmonitor.scheduler.SchedulerWatch;
import io.vtmonitor.scheduler.ThreadDump;
import io.vtmonitor.scheduler.WatchSettings;
import io.vtmonitor.threads.FrameProofs;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connects the watch over the scheduler: its delays and stalls go to metrics, log, thread dumps, and report. */
final class SchedulerMonitoring {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulerMonitoring.class);
    private static final int MOST_DUMPS = 3;

    /** Used as the start of this JVM if the system does not report it. */
    private final Instant made = Instant.now();

    private final @Nullable Path dumpFolder;
    private final @Nullable ThreadDump dump;
    private final @Nullable SchedulerCounts counts;
    private final FindingsListener found;
    private volatile @Nullable SchedulerWatch watch;
    private volatile @Nullable Limit unwatched;
    private final ReportedDeadlocks deadlocks = new ReportedDeadlocks();
    private volatile Runnable onStall = () -> {};
    private int dumps;
    private int stalls;

    private SchedulerMonitoring(
            @Nullable Path dumpFolder,
            @Nullable ThreadDump dump,
            @Nullable SchedulerCounts counts,
            FindingsListener found) {
        this.dumpFolder = dumpFolder;
        this.dump = dump;
        this.counts = counts;
        this.found = found;
    }

    /**
     * Starts the watch. If the internals of this JDK differ from what it needs, that is logged, and the scheduler is
     * not watched.
     *
     * @param thread the thread on which it runs
     * @param proofs what class files prove about frames
     * @param counts for the metrics; null without metrics
     * @param found receives stalls
     */
    static SchedulerMonitoring start(
            Options options,
            WatchThread thread,
            boolean monitorsPin,
            Instrumentation instrumentation,
            Function<Blocking, Diagnosis> diagnoser,
            StackResolver resolver,
            Supplier<FrameProofs> proofs,
            @Nullable SchedulerCounts counts,
            FindingsListener found) {
        SchedulerMonitoring part =
                new SchedulerMonitoring(options.output().dump(), threadDump(options, instrumentation), counts, found);
        ScheduleDelays delays = counts == null ? (kind, nanos) -> {} : counts;
        try {
            part.watch = SchedulerWatch.start(
                    new WatchSettings(
                            options.watches().probe(),
                            options.watches().stall(),
                            options.watches().rescue(),
                            monitorsPin),
                    thread,
                    instrumentation,
                    diagnoser,
                    resolver,
                    proofs,
                    delays,
                    part::stalled,
                    part::rescued,
                    few -> LOG.info(CarrierText.few(few)));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            part.unwatched = Limit.of(LimitKind.SCHEDULER_NOT_WATCHED, e.toString());
            LOG.warn("the scheduler of this Java can't be watched: {}. Pins are still recorded.", String.valueOf(e));
        }
        if (counts != null) {
            counts.vitals(part::vitals);
        }
        return part;
    }

    /** Opened at the start, because our jar may have been replaced by the time of a stall. */
    private static @Nullable ThreadDump threadDump(Options options, Instrumentation instrumentation) {
        try {
            return options.output().dump() == null ? null : ThreadDump.open(instrumentation);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            LOG.warn(
                    "no thread dumps will be written to {}: {}",
                    options.output().dump(),
                    String.valueOf(e));
            return null;
        }
    }

    private Stall stalled(Stall stall) {
        Stall reported = stall;
        if (!stall.over()) {
            stalls++;
            if (counts != null) {
                counts.stalled(stall.pattern());
            }
            reported = stall.dumpedTo(dump());
        }
        boolean known = stall.facts() instanceof StallFacts.Circle circle && !deadlocks.add(circle.deadlock());
        (known && !stall.over() ? List.of(StallText.ofDeadlock(reported)) : StallText.lines(reported))
                .forEach(LOG::warn);
        found.stall(reported);
        if (isRecorded(stalls)) {
            onStall.run();
        }
        return reported;
    }

    /**
     * Whether this stall is written into recordings immediately: each time, all findings are written. Other stalls are
     * written at the ends of chunks.
     *
     * @param number counts stalls from 1 on
     */
    static boolean isRecorded(int number) {
        return Integer.bitCount(number) == 1 && number <= SchedulerWatch.MOST_STALLS;
    }

    /**
     * Sets a listener that is called when the first, second, fourth, eighth … stall begins or ends, after it was
     * logged. It must neither block nor throw.
     */
    void onStall(Runnable listener) {
        onStall = listener;
    }

    private void rescued(RescueOutcome outcome) {
        if (counts != null) {
            counts.rescued(outcome.result());
        }
        LOG.warn("{}", RescueText.line(outcome));
    }

    private @Nullable String dump() {
        if (dumpFolder == null || dump == null || dumps >= MOST_DUMPS) {
            return null;
        }
        Path file = dumpFolder.resolve(dumpName(ProcessHandle.current(), ++dumps));
        try {
            FileSink.write(file, dump::write);
            return file.toString();
        } catch (IOException | RuntimeException | Error e) {
            LOG.warn("can't write a thread dump to {}", FailureText.of(file, e));
            return null;
        }
    }

    /**
     * In a container, the process may have the same number after each restart. Dumps of earlier processes must not be
     * replaced.
     */
    private String dumpName(ProcessHandle process, int number) {
        Instant started = process.info().startInstant().orElse(made);
        String when = started.truncatedTo(ChronoUnit.MILLIS)
                .toString()
                .replace("-", "")
                .replace(":", "");
        return "vt-monitor-threads-" + process.pid() + "-" + when + "-" + number + ".json";
    }

    SchedulerVitals vitals() {
        SchedulerWatch watching = watch;
        return watching == null
                ? SchedulerVitals.NONE
                : new SchedulerVitals(
                        watching.figures(),
                        watching.waitingSeconds(),
                        watching.stalledSeconds(),
                        watching.probes(),
                        watching.selfSeconds(),
                        watching.ended() == null);
    }

    /** The scheduler's parallelism; 0 if it is not known, or not yet. */
    int parallelism() {
        SchedulerWatch watching = watch;
        return watching == null ? 0 : watching.parallelism();
    }

    /** Ends the watch. Its figures remain. */
    void stop() {
        SchedulerWatch watching = watch;
        if (watching != null) {
            watching.stop();
        }
    }

    /** What was not watched of the scheduler, and why: one limit or none. */
    List<Limit> limits() {
        SchedulerWatch watching = watch;
        Limit limit = watching == null ? unwatched : watching.ended();
        return limit == null ? List.of() : List.of(limit);
    }

    /** The deadlocks that were logged. */
    ReportedDeadlocks deadlocks() {
        return deadlocks;
    }

    /** Whether there is a stall at this time. */
    boolean isStalled() {
        SchedulerWatch watching = watch;
        return watching != null && watching.isStalled();
    }

    /** The stalls for the report. */
    List<Stall> stalls() {
        SchedulerWatch watching = watch;
        return watching == null ? List.of() : watching.stalls();
    }
}
