package io.vtmonitor.scheduler;

import io.vtmonitor.common.CarrierTime;
import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.looks.Look;
import io.vtmonitor.looks.WatchThread;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.FewCarriers;
import io.vtmonitor.model.StackResolver;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.RescueOutcome;
import io.vtmonitor.report.ScheduleDelays;
import io.vtmonitor.report.SchedulerFigures;
import io.vtmonitor.report.Stall;
import io.vtmonitor.threads.FrameProofs;
import java.lang.instrument.Instrumentation;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the scheduler of virtual threads: measures the delay and detects stalls. Until the application has begun to
 * use virtual threads, it only checks for that, twice a second.
 */
public final class SchedulerWatch {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulerWatch.class);

    /** So many are kept, the first ones. */
    public static final int MOST_STALLS = Watchdog.KEPT;

    private static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long NO_PROBE = -1;

    /** With fewer, a handful of pins at once stops all virtual threads. */
    private static final int FEW_CARRIERS = 4;

    private final Pool pool;
    private final @Nullable Probe probe;
    private final @Nullable Watchdog watchdog;
    private final @Nullable AutomaticRescue rescue;
    private final long tickNanos;
    private final boolean monitorsPin;
    private final Consumer<FewCarriers> few;
    private final WatchThread thread;
    private final Look turns = new Turns();
    private final AtomicLong tickedNanos = new AtomicLong();
    private boolean inUse;
    private long lastWatch;
    private volatile @Nullable Limit ended;

    /** What is asked of the scheduler. */
    interface Pool {
        /** Whether the application has begun to use virtual threads. */
        boolean inUse() throws ReflectiveOperationException;

        /** The figures now, null before that. */
        @Nullable
        SchedulerFigures figures();
    }

    /** Not started yet; {@code tickNanos} between two measurements of the probe. */
    SchedulerWatch(
            WatchThread thread,
            Pool pool,
            @Nullable Probe probe,
            @Nullable Watchdog watchdog,
            @Nullable AutomaticRescue rescue,
            long tickNanos,
            boolean monitorsPin,
            Consumer<FewCarriers> few) {
        this.rescue = rescue;
        this.monitorsPin = monitorsPin;
        this.few = few;
        this.pool = pool;
        this.probe = probe;
        this.watchdog = watchdog;
        this.tickNanos = Math.min(WATCH_NANOS, tickNanos);
        this.thread = thread;
    }

    /**
     * Begins to watch.
     *
     * @param thread on which it has its turns
     * @param instrumentation opens the JDK's internals, to us alone
     * @param diagnoser who holds a carrier, by the stack on it; asked when nothing makes progress any more
     * @param resolver completes the stacks of running threads
     * @param proofs what class files prove of frames; asked when nothing makes progress any more
     * @param delays takes the probe's measurements
     * @param stalls takes each stall twice, when it is seen and when it is over, and returns what is to be kept of it;
     *     on the watch's thread, as all of them
     * @param rescues takes what became of each attempt to end a stall
     * @param few called once, when the application begins to use virtual threads, if they have few carriers
     * @throws ReflectiveOperationException if this JDK looks different inside: then there is nothing to watch by
     */
    public static SchedulerWatch start(
            WatchSettings settings,
            WatchThread thread,
            Instrumentation instrumentation,
            Function<Blocking, Diagnosis> diagnoser,
            StackResolver resolver,
            Supplier<FrameProofs> proofs,
            ScheduleDelays delays,
            UnaryOperator<Stall> stalls,
            Consumer<RescueOutcome> rescues,
            Consumer<FewCarriers> few)
            throws ReflectiveOperationException {
        JdkInternals internals = JdkInternals.open(instrumentation);
        Probe probe =
                settings.probe() == null ? null : new Probe(new VirtualThreads()::unstarted, delays, System::nanoTime);
        Scheduler scheduler = new Scheduler(internals);
        Watchdog watchdog = null;
        AutomaticRescue rescue = null;
        if (settings.stall() != null) {
            StallReaders readers = new StallReaders(
                    internals,
                    settings.monitorsPin(),
                    diagnoser,
                    resolver,
                    instrumentation::getAllLoadedClasses,
                    proofs);
            watchdog = new Watchdog(
                    readers::carriers,
                    readers::made,
                    new StallClock(settings.stall().toNanos(), WATCH_NANOS, CarrierTime.withoutProcessor()),
                    stalls);
            rescue = settings.rescue()
                    ? new AutomaticRescue(scheduler::parallelism, readers::carriers, readers::made, rescues)
                    : null;
        }
        long tickNanos =
                settings.probe() == null ? WATCH_NANOS : settings.probe().toNanos();
        return new SchedulerWatch(thread, scheduler, probe, watchdog, rescue, tickNanos, settings.monitorsPin(), few)
                .started();
    }

    SchedulerWatch started() {
        thread.begin(turns, WATCH_NANOS);
        return this;
    }

    private final class Turns implements Look {
        @Override
        public long look() throws ReflectiveOperationException {
            tick();
            return inUse ? tickNanos : WATCH_NANOS;
        }

        /** Not at the next tick: the look would not be due by then, and what fails would not fail again. */
        @Override
        public long retryNanos() {
            return WATCH_NANOS;
        }

        @Override
        public void lost(Throwable failed) {
            end(failed);
        }

        @Override
        public void close() {
            if (rescue != null) {
                rescue.end();
            }
            letProbeGo();
        }
    }

    private void end(Throwable failed) {
        try {
            ended = Limit.of(LimitKind.SCHEDULER_LOST, Instant.now().toString(), failed.toString());
            if (watchdog != null) {
                watchdog.giveUp(System.nanoTime());
            }
            LOG.warn("the scheduler can no longer be watched: {}. Pins are still recorded.", String.valueOf(failed));
        } catch (Throwable ignored) {
            ended = Limit.of(LimitKind.SCHEDULER_ENDED);
        }
    }

    private void letProbeGo() {
        try {
            if (probe != null) {
                probe.end();
            }
        } catch (Throwable ignored) {
            // What is left behind is one parked virtual thread.
        }
    }

    private void tick() throws ReflectiveOperationException {
        long begin = System.nanoTime();
        try {
            boolean used = inUse;
            inUse = pool.inUse();
            if (inUse && !used) {
                adviseOnFewCarriers();
            }
            if (inUse) {
                look(begin, probed());
            }
            if (rescue != null) {
                rescue.goOn(System.nanoTime());
            }
        } finally {
            tickedNanos.addAndGet(System.nanoTime() - begin);
        }
    }

    /** Once, when the application begins to use virtual threads: before that, nobody knows whether it will. */
    private void adviseOnFewCarriers() {
        SchedulerFigures figures = pool.figures();
        int carriers = figures == null ? 0 : figures.parallelism();
        if (carriers == 1 || (monitorsPin && carriers > 0 && carriers < FEW_CARRIERS)) {
            few.accept(new FewCarriers(carriers, monitorsPin, monitorsPin ? FEW_CARRIERS : 2));
        }
    }

    /** How long the probe has been waiting. Where none can be started the watchdog does as if there were to be none. */
    private long probed() {
        if (probe == null) {
            return NO_PROBE;
        }
        try {
            probe.tick();
            return probe.waitingNanos();
        } catch (RuntimeException | Error ignored) {
            return NO_PROBE;
        }
    }

    private void look(long now, long probeWaits) throws ReflectiveOperationException {
        SchedulerFigures figures = pool.figures();
        if (figures == null || now - lastWatch < WATCH_NANOS) {
            return;
        }
        lastWatch = now;
        if (watchdog != null) {
            watchdog.look(now, figures, probeWaits);
            if (rescue != null) {
                rescue.look(System.nanoTime(), watchdog.isStalled(), figures, probeWaits > 0 ? 1 : 0);
            }
        }
    }

    /** Why the scheduler is not watched any more, as a sentence; null while it is. */
    public @Nullable Limit ended() {
        return ended;
    }

    /**
     * The scheduler's figures now; null before the application has used virtual threads, and when the watch has ended.
     */
    public @Nullable SchedulerFigures figures() {
        return ended == null ? pool.figures() : null;
    }

    /**
     * Carriers the scheduler aims at, asked for again: from the first virtual thread on, before the watch has looked.
     *
     * @return 0 before that, and where this JDK does not say
     */
    public int parallelism() {
        try {
            SchedulerFigures figures = pool.inUse() ? pool.figures() : null;
            return figures == null ? 0 : figures.parallelism();
        } catch (ReflectiveOperationException | RuntimeException | LinkageError ignored) {
            return 0;
        }
    }

    /** How long the probe has been waiting for a carrier by now, in seconds; zero when it is not. */
    public double waitingSeconds() {
        return probe == null || ended != null ? 0 : probe.waitingNanos() / 1e9;
    }

    /** Virtual threads that the probe has started. */
    public long probes() {
        return probe == null ? 0 : probe.runs();
    }

    /** Time in stalls since the watch began, the present one included. */
    public double stalledSeconds() {
        return watchdog == null ? 0 : watchdog.stalledSeconds();
    }

    /**
     * Processor time that it has used, in seconds, with what its thread needs between the looks; where the system does
     * not tell, the time spent on all this.
     */
    public double selfSeconds() {
        return thread.uncountedSeconds(tickedNanos.get());
    }

    /** Whether a stall lasts; any thread. */
    public boolean isStalled() {
        return watchdog != null && watchdog.isStalled();
    }

    /** The stalls so far, oldest first, the first fifty of them; one that lasts is as it is now. */
    public List<Stall> stalls() {
        return watchdog == null ? List.of() : watchdog.stalls();
    }

    /**
     * Ends the watch and waits, at most a second, until it has let go of what it has; a probe that is queued ends when
     * it gets a carrier.
     */
    public void stop() {
        thread.end(turns);
    }
}
