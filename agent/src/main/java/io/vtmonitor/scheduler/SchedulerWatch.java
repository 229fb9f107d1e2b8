package io.vtmonitor.scheduler;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.ScheduleDelays;
import io.vtmonitor.model.SchedulerFigures;
import io.vtmonitor.model.StackResolver;
import io.vtmonitor.model.Stall;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the scheduler of virtual threads from a platform thread, which runs on when no virtual thread can: probes the
 * delay and notices stalls. Until the application has begun to use virtual threads it does no more than ask for that, twice
 * a second.
 */
public final class SchedulerWatch {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulerWatch.class);
    private static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Scheduler scheduler;
    private final @Nullable Probe probe;
    private final @Nullable Watchdog watchdog;
    private final ThreadDump dump;
    private final long tickNanos;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicLong selfNanos = new AtomicLong();
    private final Thread thread;
    private long lastWatch;

    /**
     * What to do.
     *
     * @param probe how often to probe, null for never
     * @param stall how long nothing must have got on for a stall, null to look for none
     * @param monitorsPin whether owning a monitor keeps the carrier in this JVM
     */
    public record Settings(
            @Nullable Duration probe, @Nullable Duration stall, boolean monitorsPin) {}

    private SchedulerWatch(
            Settings settings,
            JdkInternals internals,
            Function<Blocking, Diagnosis> diagnoser,
            StackResolver resolver,
            ScheduleDelays delays,
            UnaryOperator<Stall> stalls)
            throws ReflectiveOperationException {
        scheduler = new Scheduler(internals);
        dump = new ThreadDump(internals);
        probe = settings.probe() == null ? null : new Probe(new VirtualThreads()::unstarted, delays, System::nanoTime);
        tickNanos = settings.probe() == null
                ? WATCH_NANOS
                : Math.min(WATCH_NANOS, Math.max(1, settings.probe().toNanos()));
        watchdog = settings.stall() == null
                ? null
                : new Watchdog(
                        new Carriers(internals),
                        carriers -> new StallReader(internals, carriers, settings.monitorsPin(), diagnoser, resolver),
                        new StallClock(settings.stall().toNanos(), WATCH_NANOS),
                        stalls);
        thread = new Thread(null, this::run, "vt-monitor-scheduler", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
    }

    /**
     * Begins to watch.
     *
     * @param instrumentation opens the JDK's internals, to us alone
     * @param diagnoser who holds a carrier, by the stack on it; asked when nothing gets on any more
     * @param resolver completes the stacks of running threads
     * @param delays takes the probe's measurements
     * @param stalls takes each stall twice, when it is seen and when it is over, and returns what is to be kept of it; on
     *     the watch's thread, as all of them
     * @throws ReflectiveOperationException where this JDK looks different inside: then there is nothing to watch by
     */
    public static SchedulerWatch start(
            Settings settings,
            Instrumentation instrumentation,
            Function<Blocking, Diagnosis> diagnoser,
            StackResolver resolver,
            ScheduleDelays delays,
            UnaryOperator<Stall> stalls)
            throws ReflectiveOperationException {
        SchedulerWatch watch =
                new SchedulerWatch(settings, JdkInternals.open(instrumentation), diagnoser, resolver, delays, stalls);
        watch.thread.start();
        return watch;
    }

    private void run() {
        try {
            while (!stopped.await(scheduler.inUse() ? tickNanos : WATCH_NANOS, TimeUnit.NANOSECONDS)) {
                long begin = System.nanoTime();
                try {
                    tick(begin);
                } catch (OutOfMemoryError passing) {
                    // The application needs what there is more than we do; the next tick asks again.
                }
                selfNanos.addAndGet(System.nanoTime() - begin);
            }
        } catch (InterruptedException nobodyElseDoes) {
            Thread.currentThread().interrupt();
        } catch (ReflectiveOperationException | RuntimeException | Error unknownInside) {
            tell(unknownInside);
        }
    }

    private static void tell(Throwable failed) {
        try {
            LOG.warn("the scheduler can't be watched any more: {}", String.valueOf(failed));
        } catch (Throwable notEvenThat) {
            // Nothing may reach the application's handler of uncaught exceptions.
        }
    }

    private void tick(long now) throws ReflectiveOperationException {
        if (!scheduler.inUse()) {
            return;
        }
        if (probe != null) {
            try {
                probe.tick();
            } catch (OutOfMemoryError noThread) {
                // The watchdog looks all the same.
            }
        }
        SchedulerFigures figures = scheduler.figures();
        if (watchdog != null && figures != null && now - lastWatch >= WATCH_NANOS) {
            lastWatch = now;
            watchdog.look(now, figures, probe == null ? -1 : probe.waitingNanos());
        }
    }

    /** The scheduler's figures now; null before the application has used virtual threads. */
    public @Nullable SchedulerFigures figures() {
        return scheduler.figures();
    }

    /** How long the probe has been waiting for a carrier by now, in seconds; zero when it is not. */
    public double waitingSeconds() {
        return probe == null ? 0 : probe.waitingNanos() / 1e9;
    }

    /** Virtual threads that the probe has started. */
    public long probes() {
        return probe == null ? 0 : probe.runs();
    }

    /** Time in stalls since the watch began, the present one included. */
    public double stalledSeconds() {
        return watchdog == null ? 0 : watchdog.stalledSeconds();
    }

    /** Time spent on all this, in seconds. */
    public double selfSeconds() {
        return selfNanos.get() / 1e9;
    }

    /** The stalls so far, oldest first, the first fifty of them; one that lasts is told as it is now. */
    public List<Stall> stalls() {
        return watchdog == null ? List.of() : watchdog.stalls();
    }

    /** Writes the JDK's thread dump. */
    public ThreadDump dump() {
        return dump;
    }

    /** Ends the watch and waits, at most a second, until its thread is gone; a probe that is still queued ends by itself. */
    public void stop() {
        stopped.countDown();
        try {
            thread.join(1_000);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
