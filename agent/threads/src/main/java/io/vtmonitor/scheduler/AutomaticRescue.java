package io.vtmonitor.scheduler;

import io.vtmonitor.report.RescueOutcome;
import io.vtmonitor.report.RescueRefusal;
import io.vtmonitor.report.RescueRefusal.Why;
import io.vtmonitor.report.SchedulerFigures;
import io.vtmonitor.threads.Carrier;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tries once for each proven stall to free the JVM, with few carriers, and only a few times an hour. Only the watch's
 * thread uses it.
 */
final class AutomaticRescue {
    private static final int MOST_CARRIERS = 4;
    private static final int MOST_AN_HOUR = 3;
    private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

    private final Pools pools;
    private final Supplier<List<Carrier>> carriers;
    private final Readers readers;
    private final Consumer<RescueOutcome> listener;
    private final Deque<Long> begun = new ArrayDeque<>();
    private boolean stalled;
    private @Nullable Rescue present;

    /** Gives the scheduler's parallelism; null before the application has used virtual threads. */
    interface Pools {
        @Nullable
        Parallelism now() throws ReflectiveOperationException;
    }

    /** Makes a reader of stalls. */
    interface Readers {
        StallReader made() throws ReflectiveOperationException;
    }

    /** @param listener receives each outcome */
    AutomaticRescue(Pools pools, Supplier<List<Carrier>> carriers, Readers readers, Consumer<RescueOutcome> listener) {
        this.pools = pools;
        this.carriers = carriers;
        this.readers = readers;
        this.listener = listener;
    }

    /**
     * Begins an attempt if a stall has begun. Call it after each look of the watchdog.
     *
     * @param now the time, as {@link System#nanoTime}
     * @param isStalled whether the watchdog sees a stall
     * @param figures the figures of the scheduler
     * @param own how many of the threads that wait for a carrier are vt-monitor's own
     */
    void look(long now, boolean isStalled, SchedulerFigures figures, int own) throws ReflectiveOperationException {
        boolean began = isStalled && !stalled;
        stalled = isStalled;
        if (began && present == null) {
            RescueOutcome refused = begin(now, figures.queued() - own);
            if (refused != null) {
                listener.accept(refused);
            }
        }
    }

    /**
     * Continues the present attempt, if any. Call it often, so that the parallelism is restored as soon as possible.
     */
    void continueAttempt(long now) {
        Rescue rescue = present;
        RescueOutcome outcome = rescue == null ? null : rescue.look(now);
        if (outcome != null) {
            present = null;
            listener.accept(outcome);
        }
    }

    /** Begins an attempt; returns why it does not, null if it has begun. */
    private @Nullable RescueOutcome begin(long now, long queued) throws ReflectiveOperationException {
        Parallelism pool = pools.now();
        RescueRefusal refusal = pool == null ? RescueRefusal.of(Why.SCHEDULER_HIDDEN) : Rescue.reasonNot(pool, queued);
        if (refusal == null) {
            Why reason = readers.made().look(Instant.now(), 0, queued).reasonNotToTry();
            refusal = reason == null ? null : RescueRefusal.of(reason);
        }
        if (pool == null || refusal != null) {
            return RescueOutcome.refused(refusal == null ? RescueRefusal.of(Why.SCHEDULER_HIDDEN) : refusal);
        }
        while (!begun.isEmpty() && now - begun.getFirst() >= HOUR_NANOS) {
            begun.removeFirst();
        }
        if (begun.size() >= MOST_AN_HOUR) {
            return RescueOutcome.refused(new RescueRefusal(Why.TOO_MANY_AN_HOUR, MOST_AN_HOUR));
        }
        begun.addLast(now);
        present = Rescue.begin(pool, carriers, MOST_CARRIERS, now);
        return present == null ? RescueOutcome.refused(RescueRefusal.of(Why.ANOTHER_UNDER_WAY)) : null;
    }

    /** Ends the present attempt, because the watch ends, and restores the parallelism. */
    void end() {
        Rescue rescue = present;
        present = null;
        try {
            if (rescue != null) {
                rescue.giveBack();
            }
        } catch (RuntimeException | Error ignored) {
            // The parallelism stays raised.
        }
    }
}
