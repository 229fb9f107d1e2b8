package io.vtmonitor.scheduler;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.common.Pause;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.StackResolver;
import io.vtmonitor.report.RescueOutcome;
import io.vtmonitor.report.RescueRefusal;
import io.vtmonitor.report.RescueRefusal.Why;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.threads.Carrier;
import io.vtmonitor.threads.FrameProofs;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks on request whether virtual threads of this JVM make no progress now, and frees it on request. It runs on the
 * calling thread.
 */
public final class StandstillRescue {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /**
     * A look takes at most the wanted time multiplied by this. A JVM that has not stood still by then makes progress.
     */
    private static final int PATIENCE = 3;

    /**
     * A thread that waits for a class looks as if it computed while the process uses a processor for a moment. So a
     * refusal is checked this often.
     */
    private static final int LOOKS = 3;

    private final Scheduler scheduler;
    private final StallReaders readers;
    private final Pause pause = new Pause();

    /**
     * What a look found.
     *
     * @param stall the threads that hold the carriers, and why; null if there is no standstill
     * @param refusal why nothing will be done; null if carriers can be added
     * @param most how many carriers can be added
     */
    public record Look(@Nullable Stall stall, @Nullable RescueRefusal refusal, int most) {
        /** Whether another look may find another reason. That no thread waits for a carrier is certain. */
        private boolean mayBeMistaken() {
            return refusal != null && refusal.why() != Why.NOBODY_WAITS;
        }

        private static Look none(Why why) {
            return new Look(null, RescueRefusal.of(why), 0);
        }
    }

    private StandstillRescue(Scheduler scheduler, StallReaders readers) {
        this.scheduler = scheduler;
        this.readers = readers;
    }

    /**
     * Opens the JDK's internals, only to vt-monitor.
     *
     * @param monitorsPin whether owning a monitor holds the carrier in this JVM
     * @param diagnoser finds the holders of a carrier from the stack on it
     * @param resolver completes the stacks of running threads
     * @param proofs what class files prove of frames
     * @throws ReflectiveOperationException if this JDK looks different inside
     */
    public static StandstillRescue open(
            Instrumentation instrumentation,
            boolean monitorsPin,
            Function<Blocking, Diagnosis> diagnoser,
            StackResolver resolver,
            Supplier<FrameProofs> proofs)
            throws ReflectiveOperationException {
        JdkInternals internals = JdkInternals.open(instrumentation);
        StallReaders readers = new StallReaders(
                internals, monitorsPin, diagnoser, resolver, instrumentation::getAllLoadedClasses, proofs);
        return new StandstillRescue(new Scheduler(internals), readers);
    }

    /**
     * Watches until the same threads have held all carriers for {@code still} while others waited, or until that can be
     * ruled out. If no thread waits for a carrier, but the threads on the carriers are in a deadlock, it finds that,
     * too.
     *
     * @param still for how long no thread must make progress
     * @throws ReflectiveOperationException if the scheduler is not the JDK's own pool
     */
    public Look look(Duration still) throws ReflectiveOperationException, InterruptedException {
        Parallelism pool = scheduler.parallelism();
        if (pool == null) {
            return Look.none(Why.NO_VIRTUAL_THREADS);
        }
        StallClock clock = new StallClock(still.toNanos(), TICK_NANOS, () -> 0);
        long begin = System.nanoTime();
        long end = begin + PATIENCE * still.toNanos();
        List<Object> first = mounted(pool.parallelism());
        boolean same = !first.isEmpty();
        for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
            List<Object> mounted = mounted(pool.parallelism());
            same &= first.equals(mounted);
            boolean waits = pool.queued() > 0 && !mounted.isEmpty();
            StallClock.Change change = waits ? clock.waits(now, mounted) : clock.idle(now);
            if (change == StallClock.Change.BEGAN) {
                return seen(pool, clock.countedNanos());
            }
            pause.await(TICK_NANOS);
        }
        if (pool.queued() > 0) {
            return Look.none(Why.PROGRESS);
        }
        if (!same) {
            return Look.none(Why.CALM);
        }
        Look held = seen(pool, System.nanoTime() - begin);
        return held.stall() != null && held.stall().pattern() == StallPattern.DEADLOCK
                ? held
                : Look.none(Why.NOBODY_WAITS);
    }

    private Look seen(Parallelism pool, long nanos) {
        long queued = pool.queued();
        StallReader.Look look = readers.made().look(Instant.now().minusNanos(nanos), nanos, queued);
        RescueRefusal not = Rescue.reasonNot(pool, queued);
        RescueRefusal refusal = look.reasonNotToTry() == null ? null : RescueRefusal.of(look.reasonNotToTry());
        return new Look(look.stall(), not == null ? refusal : not, pool.most() - pool.size());
    }

    /** What is mounted on the carriers; empty if fewer than {@code atLeast} have a thread. */
    private List<Object> mounted(int atLeast) {
        List<Object> mounted = new ArrayList<>();
        for (Carrier carrier : readers.carriers()) {
            if (carrier.mounted() != null) {
                mounted.add(carrier.mounted());
            }
        }
        return mounted.size() < atLeast ? List.of() : mounted;
    }

    /**
     * Frees the JVM if it stands still, after another look.
     *
     * @param still for how long no thread must make progress
     * @throws ReflectiveOperationException if the scheduler is not the JDK's own pool
     */
    public RescueOutcome free(Duration still) throws ReflectiveOperationException, InterruptedException {
        Look look = look(still);
        for (int again = 1; again < LOOKS && look.stall() != null && look.mayBeMistaken(); again++) {
            look = look(still);
        }
        Parallelism pool = scheduler.parallelism();
        if (pool == null || look.refusal() != null) {
            return RescueOutcome.refused(
                    look.refusal() == null ? RescueRefusal.of(Why.NO_VIRTUAL_THREADS) : look.refusal());
        }
        Rescue rescue = Rescue.begin(pool, readers::carriers, look.most(), System.nanoTime());
        if (rescue == null) {
            return RescueOutcome.refused(RescueRefusal.of(Why.ANOTHER_UNDER_WAY));
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
