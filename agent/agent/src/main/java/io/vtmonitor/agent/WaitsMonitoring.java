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
import io.vtmonitor.report.WaitFacts.PoolExhausted;
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
 * The watch over what virtual threads wait for, and over who has what pools lend, wired: verdicts to the log, figures
 * to metrics and report.
 */
final class WaitsMonitoring {
    private static final Logger LOG = LoggerFactory.getLogger(WaitsMonitoring.class);

    /** A JVM that is younger may end before the first look, and is not kept busy with it. */
    private static final double SHORT_LIFE_SECONDS = 10;

    /** Of a start before the application's; until the watch begins. */
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

    /** Whether somebody reads the lines as they come. */
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
     * Starts the watches; where this JDK looks different inside, a line says so and there is nothing to tell.
     *
     * @param since when the recording began
     * @param thread on which they have their turns
     * @param monitorsPin whether owning a monitor keeps the carrier in this JVM
     * @param metrics null where there are none
     * @param stream what Flight Recorder records here, null for nothing: what was found is written to recordings
     * @param waiting takes the threads that wait for an object, at each look
     * @param knowledge which builds of the JDK lose wake-ups
     * @param scheduler has the stalls, which are written besides, and the deadlocks that were logged
     * @param found takes the verdicts
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
            scheduler.onStall(part.writer::ask); // without looks the first one also loads what writes
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
        try {
            watch = WaitsWatch.start(
                    thread,
                    JvmStart.secondsUntil(since) < SHORT_LIFE_SECONDS ? interval : Duration.ZERO,
                    interval,
                    instrumentation,
                    () -> ClassFileProofs.of(classes),
                    name -> library(classes, name),
                    this::askForState,
                    this::reported,
                    waiting,
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

    /** A stall was reported: it says what is wrong. */
    private void calm(int threads) {
        if (scheduler.stalls().isEmpty()) {
            LOG.info(WaitsText.calm(threads));
        }
    }

    /** Before the application's first class loads: threads that wait in a pool already would not be seen there. */
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
        woven = null; // a detach ends it
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
     * Begins to write what pools lend into every recording; what virtual threads wait for is written from the first
     * look on, which an application without virtual threads never comes to.
     */
    private void recordPools() {
        ResourceWatch lending = resources;
        if (lending != null) {
            events.beginWithPools();
            PoolEvents.recordFrom(lending);
        }
    }

    /** A class of its own: to verify what passes it on, a JVM loads {@link ResourceRecorder}. */
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

    /** On the writer's thread. A JVM that is in trouble may be killed before its chunk ends. */
    private void writeState() {
        LiveStream recorded = stream;
        if (recorded == null || !(events.hasBegun() || isKept(recorded))) {
            return;
        }
        events.begin();
        try {
            JsonFindings.prepare();
        } catch (RuntimeException | Error ignored) {
            // No memory, or our jar was replaced: the looks do not need it, and who writes next tries again.
        }
        events.commit();
    }

    /**
     * Nobody would see it in our own recording, and what writes it takes as much as the rest of the agent: 700 classes.
     * Where another recording begins later, that is asked again.
     */
    private boolean isKept(LiveStream recorded) {
        if (!listening) {
            listening = true;
            recorded.onOtherRecording(writer::ask);
        }
        return recorded.isKept();
    }

    /** What recordings hold of it; null where there is nothing yet. */
    private @Nullable String state() {
        AgentFindings now = findings();
        return now.none() ? null : JsonFindings.write(now);
    }

    private void reported(WaitVerdict verdict) {
        if (verdict.facts() instanceof WaitFacts.Deadlock deadlock
                && !scheduler.deadlocks().add(deadlock)) {
            askForState();
            return;
        }
        ResourceWatch lending = resources;
        WaitVerdict whole = lending == null ? verdict : withHolders(verdict, lending.pools(), lending.sawAllLent());
        WaitsWatch watching = watch;
        LOG.warn(
                "{}",
                terminal
                        ? VerdictBlock.of(whole, watching == null ? null : watching.firstLook())
                        : WaitsText.line(whole));
        found.verdict(whole);
        askForState();
    }

    private void askForState() {
        if (stream != null) {
            writer.ask();
        }
    }

    /** From now on, what has been found by now stands, so that the recording's last events and the report agree. */
    void freeze() {
        try {
            atTheEnd = findings();
        } catch (RuntimeException | Error ignored) {
            // No memory: who asks for it next says so.
        }
        writer.finish(); // what it writes afterwards may miss the recording's end
    }

    /** What they, and the watch over the scheduler, have found by now, or when it was frozen. */
    AgentFindings findings() {
        AgentFindings last = atTheEnd;
        return last == null ? new AgentFindings(found(), scheduler.stalls()) : last;
    }

    /** What virtual threads wait for and what pools lend. */
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
        seen.verdicts().forEach(verdict -> verdicts.add(withHolders(verdict, pools, lending.sawAllLent())));
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

    /**
     * An exhausted pool, with what those of its kind have lent.
     *
     * @param sawAll whether the pools were watched before they lent anything
     */
    private static WaitVerdict withHolders(WaitVerdict verdict, List<ResourcePool> pools, boolean sawAll) {
        if (!(verdict.facts() instanceof PoolExhausted exhausted)) {
            return verdict;
        }
        List<ResourcePool> ofItsKind = new ArrayList<>();
        for (ResourcePool pool : pools) {
            if (pool.description().pool().equals(exhausted.pool())) {
                ofItsKind.add(pool);
            }
        }
        return verdict.with(exhausted.with(ofItsKind, sawAll));
    }

    /** Why nobody looked, or has not looked yet. */
    List<Limit> limits() {
        List<Limit> limits = new ArrayList<>();
        if (unwatched != null) {
            limits.add(Limit.of(LimitKind.WAITS_NOT_WATCHED, unwatched));
        }
        Limit notExamined = watch == null ? null : watch.notExamined();
        if (notExamined != null) {
            limits.add(notExamined);
        }
        return limits;
    }

    /** Ends the watches; their figures stay. */
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
