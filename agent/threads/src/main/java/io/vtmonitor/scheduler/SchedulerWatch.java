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
 * Watches the scheduler of virtual threads: measures the schedule delay and detects stalls. Until the application uses
 * virtual threads, it only checks twice a second whether it does.
 */
public final class SchedulerWatch {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulerWatch.class);

    /** How many stalls are kept: the first ones. */
    public static final int MOST_STALLS = Watchdog.KEPT;

    private static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long NO_PROBE = -1;

    /** With fewer carriers, a few pins at the same time stop all virtual threads. */
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

    /** What the watch needs of the scheduler. */
    interface Pool {
        /** Whether the application has begun to use virtual threads. */
        boolean inUse() throws ReflectiveOperationException;

        /** The figures now; null before the application has used virtual threads. */
        @Nullable
        SchedulerFigures figures();
    }

    /**
     * A watch that is not started.
     *
     * @param tickNanos between two measurements of the probe
     */
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
     * Starts a watch.
     *
     * @param thread on which its looks run
     * @param instrumentation opens the JDK's internals, only to vt-monitor
     * @param diagnoser finds the holders of a carrier from the stack on it; called only at a stall
     * @param resolver completes the stacks of running threads
     * @param proofs gives what class files prove of frames; called only at a stall
     * @param delays receives the probe's measurements
     * @param stalls receives each stall twice, when it is detected and when it is over, and returns the form in which
     *     to keep it. Like all of these, it is called on the watch's thread
     * @param rescues receives the outcome of each attempt to end a stall
     * @param few called once, when the application begins to use virtual threads, if there are few carriers
     * @throws ReflectiveOperationException if this JDK looks different inside, so that the scheduler can't be watched
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

        /** Not at the next tick: the figures would not be due by then, so that what failed would not fail again. */
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
            endProbe();
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

    private void endProbe() {
        try {
            if (probe != null) {
                probe.end();
            }
        } catch (Throwable ignored) {
            // One parked virtual thread is left behind.
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
                rescue.continueAttempt(System.nanoTime());
            }
        } finally {
            tickedNanos.addAndGet(System.nanoTime() - begin);
        }
    }

    /**
     * Advises on few carriers, once, when the application begins to use virtual threads: before, it is not known
     * whether it will.
     */
    private void adviseOnFewCarriers() {
        SchedulerFigures figures = pool.figures();
        int carriers = figures == null ? 0 : figures.parallelism();
        if (carriers == 1 || (monitorsPin && carriers > 0 && carriers < FEW_CARRIERS)) {
            few.accept(new FewCarriers(carriers, monitorsPin, monitorsPin ? FEW_CARRIERS : 2));
        }
    }

    /** How long the probe has been waiting. If it can't be started, the watchdog works without a probe. */
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

    /** Why the scheduler is not watched any more; null while it is. */
    public @Nullable Limit ended() {
        return ended;
    }

    /**
     * The scheduler's figures now; null before the application has used virtual threads, and after the watch has
     * failed.
     */
    public @Nullable SchedulerFigures figures() {
        return ended == null ? pool.figures() : null;
    }

    /**
     * The carriers that the scheduler aims at, read again: it is known from the first virtual thread on, even before
     * the first look.
     *
     * @return 0 before the first virtual thread, and if this JDK does not show it
     */
    public int parallelism() {
        try {
            SchedulerFigures figures = pool.inUse() ? pool.figures() : null;
            return figures == null ? 0 : figures.parallelism();
        } catch (ReflectiveOperationException | RuntimeException | LinkageError ignored) {
            return 0;
        }
    }

    /** How long the probe has been waiting for a carrier so far, in seconds; zero if it is not waiting. */
    public double waitingSeconds() {
        return probe == null || ended != null ? 0 : probe.waitingNanos() / 1e9;
    }

    /** How many virtual threads the probe has started. */
    public long probes() {
        return probe == null ? 0 : probe.runs();
    }

    /** Time in stalls since the watch began, the present one included. */
    public double stalledSeconds() {
        return watchdog == null ? 0 : watchdog.stalledSeconds();
    }

    /**
     * Processor time that the watch has used, in seconds, including that of its thread between looks; if the system
     * does not show processor times, the time spent.
     */
    public double selfSeconds() {
        return thread.uncountedSeconds(tickedNanos.get());
    }

    /** Whether a stall lasts. Any thread may call it. */
    public boolean isStalled() {
        return watchdog != null && watchdog.isStalled();
    }

    /**
     * The stalls so far, oldest first, only the first fifty that are over. A stall that lasts is included as it is now.
     */
    public List<Stall> stalls() {
        return watchdog == null ? List.of() : watchdog.stalls();
    }

    /**
     * Ends the watch and waits, at most a second, until it has released what it uses. A probe that is queued ends when
     * it gets a carrier.
     */
    public void stop() {
        thread.end(turns);
    }
}
