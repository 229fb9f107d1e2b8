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

/** The watch over the scheduler, wired: its delays and stalls to metrics, log, thread dumps and report. */
final class SchedulerMonitoring {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulerMonitoring.class);
    private static final int MOST_DUMPS = 3;

    /** Stands for the begin of this JVM where the system does not tell it. */
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
     * Starts the watch; where this JDK looks different inside, a line says so and the part has nothing to tell.
     *
     * @param thread on which it has its turns
     * @param proofs what class files prove of frames
     * @param counts for the metrics, null where there are none
     * @param found takes the stalls
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

    /** Opened at the start: by the time of a stall our jar may have been replaced. */
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
     * Whether the stall of that number is written into recordings at once: each takes all there is. Those that come and
     * go are written at the ends of chunks.
     */
    static boolean isRecorded(int number) {
        return Integer.bitCount(number) == 1 && number <= SchedulerWatch.MOST_STALLS;
    }

    /**
     * Called when the first stall, the second, fourth … began or ended, after it was logged; must neither wait nor
     * fail.
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

    /** In a container the process has the same number after each restart: what it left before must not be replaced. */
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

    /** Carriers the scheduler aims at, 0 where that is not known (yet). */
    int parallelism() {
        SchedulerWatch watching = watch;
        return watching == null ? 0 : watching.parallelism();
    }

    /** Ends the watch; its figures stay. */
    void stop() {
        SchedulerWatch watching = watch;
        if (watching != null) {
            watching.stop();
        }
    }

    /** What of the scheduler was not watched, and why; one limit, or none. */
    List<Limit> limits() {
        SchedulerWatch watching = watch;
        Limit limit = watching == null ? unwatched : watching.ended();
        return limit == null ? List.of() : List.of(limit);
    }

    /** Those that were logged. */
    ReportedDeadlocks deadlocks() {
        return deadlocks;
    }

    /** Whether a stall lasts. */
    boolean isStalled() {
        SchedulerWatch watching = watch;
        return watching != null && watching.isStalled();
    }

    /** For the report. */
    List<Stall> stalls() {
        SchedulerWatch watching = watch;
        return watching == null ? List.of() : watching.stalls();
    }
}
