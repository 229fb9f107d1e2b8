package io.vtmonitor.scheduler;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.common.Pause;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.StackResolver;
import io.vtmonitor.report.RescueOutcome;
import io.vtmonitor.report.Stall;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Checks whether this JVM makes no progress now, and frees it on request. It uses one thread for the whole time. */
public final class StandstillRescue {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Of the time asked for; beyond it the JVM has not stood still for so long. */
    private static final int PATIENCE = 3;

    /** A thread that waits for a class looks like one that computes while it uses the processor for a moment. */
    private static final int LOOKS = 3;

    private final Scheduler scheduler;
    private final Carriers carriers;
    private final StallReader reader;
    private final Pause pause = new Pause();

    /**
     * What was seen.
     *
     * @param stall who holds the carriers, null where there is no standstill
     * @param hopeless why nothing will be done, as a sentence; null where something can be
     * @param most carriers that can be added
     */
    public record Look(@Nullable Stall stall, @Nullable String hopeless, int most) {
        private static Look none(String why) {
            return new Look(null, why, 0);
        }
    }

    private StandstillRescue(Scheduler scheduler, Carriers carriers, StallReader reader) {
        this.scheduler = scheduler;
        this.carriers = carriers;
        this.reader = reader;
    }

    /**
     * Opens the JDK's internals, to us alone.
     *
     * @param monitorsPin whether owning a monitor keeps the carrier in this JVM
     * @param diagnoser who holds a carrier, by the stack on it
     * @param resolver completes the stacks of running threads
     * @throws ReflectiveOperationException where this JDK looks different inside
     */
    public static StandstillRescue open(
            Instrumentation instrumentation,
            boolean monitorsPin,
            Function<Blocking, Diagnosis> diagnoser,
            StackResolver resolver)
            throws ReflectiveOperationException {
        JdkInternals internals = JdkInternals.open(instrumentation);
        Carriers carriers = new Carriers(internals);
        return new StandstillRescue(
                new Scheduler(internals),
                carriers,
                new StallReader(
                        internals, carriers, monitorsPin, diagnoser, resolver, instrumentation::getAllLoadedClasses));
    }

    /**
     * Watches until all carriers have been held by the same threads for so long while others waited, or until that can
     * be ruled out.
     *
     * @param still how long nothing must make progress
     * @throws ReflectiveOperationException where the scheduler is not the JDK's own pool
     */
    public Look look(Duration still) throws ReflectiveOperationException, InterruptedException {
        Parallelism pool = scheduler.parallelism();
        if (pool == null) {
            return Look.none("It has used no virtual threads yet.");
        }
        StallClock clock = new StallClock(still.toNanos(), TICK_NANOS, () -> 0);
        long end = System.nanoTime() + PATIENCE * still.toNanos();
        for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
            List<Object> mounted = mounted(pool.parallelism());
            boolean waits = pool.queued() > 0 && !mounted.isEmpty();
            StallClock.Change change = waits ? clock.waits(now, mounted) : clock.idle(now);
            if (change == StallClock.Change.BEGAN) {
                return seen(pool, clock.countedNanos());
            }
            pause.await(TICK_NANOS);
        }
        return Look.none(
                pool.queued() > 0
                        ? "Virtual threads make progress: other threads are mounted, or the mounted ones continue."
                        : "No virtual thread waits for a carrier.");
    }

    private Look seen(Parallelism pool, long nanos) {
        long queued = pool.queued();
        StallReader.Look look = reader.look(Instant.now().minusNanos(nanos), nanos, queued);
        String not = Rescue.reasonNot(pool, queued);
        return new Look(look.stall(), not == null ? look.hopeless() : not, pool.most() - pool.size());
    }

    /** What occupies the carriers; empty where one of them is free. */
    private List<Object> mounted(int atLeast) {
        List<Object> mounted = new ArrayList<>();
        for (Carrier carrier : carriers.now()) {
            if (carrier.mounted() != null) {
                mounted.add(carrier.mounted());
            }
        }
        return mounted.size() < atLeast ? List.of() : mounted;
    }

    /**
     * Frees it, if it stands still: looks again first.
     *
     * @param still how long nothing must make progress
     * @throws ReflectiveOperationException where the scheduler is not the JDK's own pool
     */
    public RescueOutcome free(Duration still) throws ReflectiveOperationException, InterruptedException {
        Look look = look(still);
        for (int again = 1; again < LOOKS && look.stall() != null && look.hopeless() != null; again++) {
            look = look(still);
        }
        Parallelism pool = scheduler.parallelism();
        if (pool == null || look.hopeless() != null) {
            return RescueOutcome.refused(look.hopeless() == null ? "" : look.hopeless());
        }
        Rescue rescue = Rescue.begin(pool, carriers::now, look.most(), System.nanoTime());
        if (rescue == null) {
            return RescueOutcome.refused("Another rescue is under way.");
        }
        try {
            while (true) {
                RescueOutcome outcome = rescue.look(System.nanoTime());
                if (outcome != null) {
                    return outcome;
                }
                pause.await(TICK_NANOS / 10);
            }
        } catch (Throwable e) {
            rescue.giveBack();
            throw e;
        }
    }
}
