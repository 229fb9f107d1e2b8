package io.vtmonitor.agent;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.LoadedClassBytes;
import io.vtmonitor.holders.SourceLineResolver;
import io.vtmonitor.live.LiveStream;
import io.vtmonitor.looks.WatchThread;
import io.vtmonitor.metrics.PrometheusMetrics;
import io.vtmonitor.model.ClassBytes.ClassFile;
import io.vtmonitor.model.Library;
import io.vtmonitor.pins.JvmStart;
import io.vtmonitor.pins.ResourceEvents;
import io.vtmonitor.pins.StateEvents;
import io.vtmonitor.report.AgentFindings;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.json.JsonFindings;
import io.vtmonitor.report.text.VerdictBlock;
import io.vtmonitor.report.text.WaitsText;
import io.vtmonitor.resources.ResourceRecorder;
import io.vtmonitor.resources.ResourceWatch;
import io.vtmonitor.threads.CarrierInspector;
import io.vtmonitor.threads.ClassStates;
import io.vtmonitor.waits.PoolDeadlocks;
import io.vtmonitor.waits.census.WaitsWatch;
import io.vtmonitor.waits.census.WaitsWatch.WaitingThreads;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects the watches over what virtual threads wait for, and over what pools lend and to whom: verdicts go to the
 * log, figures to metrics and report.
 */
final class WaitsMonitoring {
    private static final Logger LOG = LoggerFactory.getLogger(WaitsMonitoring.class);

    /** A younger JVM may end soon, so its first look is not at once but after an interval. */
    private static final double SHORT_LIFE_SECONDS = 10;

    /** Calls are woven before the application starts. These hold the result until the watch starts. */
    private static volatile @Nullable ResourceWatch woven;

    private static volatile @Nullable String notWoven;

    private final StateEvents events = new StateEvents(this::state);
    private final StateWriter writer = new StateWriter(this::writeState);
    private volatile @Nullable WaitsWatch watch;
    private volatile @Nullable ResourceWatch resources;
    private volatile @Nullable String unwatched;
    private volatile @Nullable AgentFindings atTheEnd;

    private final SchedulerMonitoring scheduler;

    private final @Nullable LiveStream stream;
    private final FindingsListener found;

    /** Whether somebody reads the lines when they are logged. */
    private final boolean terminal;

    private boolean listening;

    private WaitsMonitoring(
            SchedulerMonitoring scheduler, @Nullable LiveStream stream, FindingsListener found, boolean terminal) {
        this.scheduler = scheduler;
        this.stream = stream;
        this.found = found;
        this.terminal = terminal;
    }

    /**
     * Starts the watches. If the internals of this JDK differ from what they need, that is logged, and there is nothing
     * to report.
     *
     * @param since when the recording began
     * @param thread the thread on which they run
     * @param monitorsPin whether owning a monitor pins in this JVM
     * @param metrics null without metrics
     * @param stream the recording, into which findings are written; null for none
     * @param waiting receives the threads that wait for an object, at each look
     * @param knowledge knows which builds of the JDK lose wake-ups
     * @param scheduler has the stalls, which are also written, and the deadlocks that were logged
     * @param found receives verdicts
     */
    static WaitsMonitoring start(
            Options options,
            Instant since,
            WatchThread thread,
            boolean monitorsPin,
            Instrumentation instrumentation,
            LoadedClassBytes classes,
            @Nullable PrometheusMetrics metrics,
            @Nullable LiveStream stream,
            WaitingThreads waiting,
            KnowledgeBase knowledge,
            SchedulerMonitoring scheduler,
            FindingsListener found) {
        WaitsMonitoring part =
                new WaitsMonitoring(scheduler, stream, found, options.log().forTerminal());
        if (options.watches().resources()) {
            part.watchResources(thread, instrumentation, classes);
        }
        Duration interval = options.watches().waits();
        if (interval != null) {
            part.watch(since, thread, interval, monitorsPin, instrumentation, classes, waiting, knowledge);
        }
        if (stream != null) {
            part.recordPools();
            scheduler.onStall(part.writer::ask); // without looks, the first stall also loads the classes of the writer
        }
        if (metrics != null) {
            metrics.waits(part::waits);
        }
        return part;
    }

    private void watch(
            Instant since,
            WatchThread thread,
            Duration interval,
            boolean monitorsPin,
            Instrumentation instrumentation,
            LoadedClassBytes classes,
            WaitingThreads waiting,
            KnowledgeBase knowledge) {
        ResourceWatch lending = resources;
        try {
            watch = WaitsWatch.start(
                    thread,
                    JvmStart.secondsUntil(since) < SHORT_LIFE_SECONDS ? interval : Duration.ZERO,
                    interval,
                    instrumentation,
                    () -> ClassFileProofs.of(classes),
                    name -> library(classes, name),
                    this::requestState,
                    this::reported,
                    waiting,
                    lending == null ? PoolDeadlocks.NONE : lending,
                    scheduler::isStalled,
                    () -> Diagnosers.lostWakeUp(knowledge),
                    internals -> new CarrierInspector(
                            monitorsPin,
                            Diagnosers.of(knowledge, classes),
                            new SourceLineResolver(classes),
                            new ClassStates(internals, instrumentation::getAllLoadedClasses)));
            if (terminal) {
                watch.onFirstAnswer(this::calm);
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            unwatched = "what virtual threads wait for was not checked: " + e;
            LOG.warn(
                    "what virtual threads wait for can't be checked on this Java: {}. Pins are still recorded.",
                    String.valueOf(e));
        }
    }

    /** Logs that the first looks found nothing, unless a stall was reported. */
    private void calm(int threads) {
        if (scheduler.stalls().isEmpty()) {
            LOG.info(WaitsText.calm(threads));
        }
    }

    /** Called before the first class of the application loads: threads that already wait in a pool would be missed. */
    static void weave(Instrumentation instrumentation) {
        try {
            woven = ResourceWatch.weave(instrumentation, Unpinning.javaLang(instrumentation));
        } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
            notWoven = "who holds the pools' resources was not watched: " + e;
            LOG.warn("resources=on: disabled: {}. The application runs unchanged.", String.valueOf(e));
        }
    }

    private void watchResources(WatchThread thread, Instrumentation instrumentation, LoadedClassBytes classes) {
        ResourceWatch before = woven;
        woven = null; // a detach ends the watch over it
        if (before == null && notWoven == null) {
            weave(instrumentation);
            before = woven;
            woven = null;
        }
        unwatched = notWoven;
        notWoven = null;
        if (before != null) {
            before.start(thread, name -> library(classes, name), () -> ClassFileProofs.of(classes), this::reported);
            resources = before;
        }
    }

    private static @Nullable Library library(LoadedClassBytes classes, String name) {
        List<ClassFile> files = classes.find(name);
        return files.isEmpty() ? null : files.get(0).library();
    }

    /**
     * Starts to write what pools lend into all recordings. What virtual threads wait for is written from the first look
     * on, which an application without virtual threads never has.
     */
    private void recordPools() {
        ResourceWatch lending = resources;
        if (lending != null) {
            events.beginWithPools();
            PoolEvents.recordFrom(lending);
        }
    }

    /** A separate class, because the JVM loads {@link ResourceRecorder} to verify code that passes this on as one. */
    private static final class PoolEvents implements ResourceRecorder {
        static void recordFrom(ResourceWatch lending) {
            lending.record(new PoolEvents());
        }

        @Override
        public @Nullable Object begin(boolean hold) {
            return ResourceEvents.begin(hold);
        }

        @Override
        public void waited(Object begun, String pool, @Nullable String name, boolean got) {
            ResourceEvents.waited(begun, pool, name, got);
        }

        @Override
        public void held(Object begun, String pool, @Nullable String name, @Nullable Thread borrower) {
            ResourceEvents.held(begun, pool, name, borrower);
        }
    }

    /**
     * Called by the writer's thread. Does not wait for the end of the chunk, because a JVM with a problem may be killed
     * before that.
     */
    private void writeState() {
        LiveStream recorded = stream;
        if (recorded == null || !(events.hasBegun() || isKept(recorded))) {
            return;
        }
        events.begin();
        try {
            JsonFindings.prepare();
        } catch (RuntimeException | Error ignored) {
            // Out of memory, or our jar was replaced. The looks don't need these classes; the next write tries again.
        }
        events.commit();
    }

    /**
     * Whether a recording is kept. Otherwise findings are not written: nobody would see them in our own recording, and
     * writing them needs 700 classes, as many as the rest of the agent. If another recording starts later, the writer
     * checks again.
     */
    private boolean isKept(LiveStream recorded) {
        if (!listening) {
            listening = true;
            recorded.onOtherRecording(writer::ask);
        }
        return recorded.isKept();
    }

    /** The findings as they are written into recordings; null if there are none. */
    private @Nullable String state() {
        AgentFindings now = findings();
        return now.none() ? null : JsonFindings.write(now);
    }

    private void reported(WaitVerdict verdict) {
        if (verdict.facts() instanceof WaitFacts.Deadlock deadlock
                && !scheduler.deadlocks().add(deadlock)) {
            requestState();
            return;
        }
        ResourceWatch lending = resources;
        WaitVerdict whole = lending == null ? verdict : verdict.withLent(lending.pools(), lending.sawAllLent());
        WaitsWatch watching = watch;
        LOG.warn(
                "{}",
                terminal
                        ? VerdictBlock.of(whole, watching == null ? null : watching.firstLook())
                        : WaitsText.line(whole));
        found.verdict(whole);
        requestState();
    }

    private void requestState() {
        if (stream != null) {
            writer.ask();
        }
    }

    /** Keeps the findings of this moment for the report, so that it agrees with the last events of the recording. */
    void freeze() {
        try {
            atTheEnd = findings();
        } catch (RuntimeException | Error ignored) {
            // Out of memory: the next use of the findings reports it.
        }
        writer.finish(); // what is written later may not be in the recording
    }

    /** The findings of these watches and of the watch over the scheduler, current or as of {@link #freeze}. */
    AgentFindings findings() {
        AgentFindings last = atTheEnd;
        return last == null ? new AgentFindings(found(), scheduler.stalls()) : last;
    }

    /** What virtual threads wait for, and what pools lend. */
    Waits waits() {
        return findings().waits();
    }

    private Waits found() {
        WaitsWatch watching = watch;
        Waits seen = watching == null ? Waits.NONE : watching.waits();
        ResourceWatch lending = resources;
        if (lending == null) {
            return seen;
        }
        List<ResourcePool> pools = lending.pools();
        List<WaitVerdict> verdicts = new ArrayList<>(lending.verdicts());
        seen.verdicts().forEach(verdict -> verdicts.add(verdict.withLent(pools, lending.sawAllLent())));
        verdicts.sort(WaitVerdict.WORST_FIRST);
        List<Limit> limits = new ArrayList<>(seen.limits());
        Set<String> awaited = new HashSet<>();
        for (WaitGroup group : seen.groups()) {
            if (group.place().pool() != null) {
                awaited.add(group.place().pool());
            }
        }
        limits.addAll(lending.limits(awaited));
        return seen.with(pools, verdicts, limits);
    }

    /** Why nothing was watched: one limit or none. */
    List<Limit> limits() {
        String why = unwatched;
        return why == null ? List.of() : List.of(Limit.of(LimitKind.WAITS_NOT_WATCHED, why));
    }

    /** Ends the watches. Their figures remain. */
    void stop() {
        WaitsWatch watching = watch;
        ResourceWatch lending = resources;
        events.commit();
        if (lending != null) {
            lending.stop();
        }
        events.end();
        if (watching != null) {
            watching.stop();
        }
        writer.finish();
    }
}
