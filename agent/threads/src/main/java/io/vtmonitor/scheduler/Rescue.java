package io.vtmonitor.scheduler;

import io.vtmonitor.report.RescueOutcome;
import io.vtmonitor.report.RescueOutcome.Result;
import io.vtmonitor.report.RescueRefusal;
import io.vtmonitor.report.RescueRefusal.Why;
import io.vtmonitor.threads.Carrier;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An attempt to free a JVM whose carriers are all held. It adds one carrier, then more, until a thread that held a
 * carrier makes progress, and then restores the parallelism. One thread uses it, and calls {@link #look} until that
 * returns an outcome.
 */
final class Rescue {
    /** There is at most one at a time in a JVM: of two, each would undo what the other has set. */
    private static final AtomicBoolean UNDER_WAY = new AtomicBoolean();

    /** After this time without progress, it adds more carriers. */
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** When it has added all that it may, it waits this long for progress. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** It keeps the carriers for at most this time after the first progress, so that queued threads can run. */
    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Parallelism pool;
    private final Supplier<List<Carrier>> carriers;
    private final List<Place> before;
    private final int parallelism;
    private final int base;
    private final int most;
    private final long began;
    private int raised;
    private int added;
    private long lastRaise;
    private long progress = -1;
    private @Nullable Throwable failed;

    /** Where a thread holds a carrier, compared by identity. */
    private record Place(
            Carrier carrier, Thread.State state, @Nullable Object blocker) {
        static Place of(Carrier carrier) {
            Thread thread = carrier.virtualThread();
            return new Place(
                    carrier, carrier.thread().getState(), thread == null ? null : LockSupport.getBlocker(thread));
        }

        /**
         * Whether the thread has continued. A timed wait that is repeated changes its state, too, so changes of state
         * to or from TIMED_WAITING do not count.
         */
        @SuppressWarnings("ReferenceEquality")
        boolean isLeft(List<Carrier> now) {
            for (Carrier each : now) {
                if (each.thread() == carrier.thread()) {
                    Place its = of(each);
                    return each.mounted() != carrier.mounted()
                            || its.blocker != blocker
                            || (its.state != state
                                    && its.state != Thread.State.TIMED_WAITING
                                    && state != Thread.State.TIMED_WAITING);
                }
            }
            return true;
        }
    }

    private Rescue(Parallelism pool, Supplier<List<Carrier>> carriers, int most, long now) {
        this.pool = pool;
        this.carriers = carriers;
        this.most = most;
        began = now;
        before = carriers.get().stream()
                .filter(each -> each.mounted() != null)
                .map(Place::of)
                .toList();
        parallelism = pool.parallelism();
        raised = parallelism;
        base = Math.max(parallelism, pool.size());
    }

    /**
     * Why no attempt is possible now; null if one is.
     *
     * @param queued how many virtual threads of the application wait for a carrier
     */
    static @Nullable RescueRefusal reasonNot(Parallelism pool, long queued) {
        if (queued <= 0) {
            return RescueRefusal.of(Why.NOBODY_WAITS);
        }
        return pool.size() >= pool.most() ? new RescueRefusal(Why.MOST_CARRIERS, pool.size()) : null;
    }

    /**
     * Adds the first carrier.
     *
     * @param most how many carriers may be added at a time, at least 1
     * @param now the time, as {@link System#nanoTime}
     * @return null if another attempt is under way
     */
    static @Nullable Rescue begin(Parallelism pool, Supplier<List<Carrier>> carriers, int most, long now) {
        if (!UNDER_WAY.compareAndSet(false, true)) {
            return null;
        }
        try {
            Rescue begun = new Rescue(pool, carriers, most, now);
            begun.raise(1, now);
            return begun;
        } catch (Throwable e) {
            UNDER_WAY.set(false);
            throw e;
        }
    }

    /**
     * Raises the number of added carriers to {@code wanted}, but not above that of waiting threads: further carriers
     * would have nothing to do.
     */
    private void raise(int wanted, long now) {
        long useful = added + Math.max(added == 0 ? 1 : 0, pool.queued());
        int more = (int) Math.min(Math.min(wanted, useful), Math.min(most, pool.most() - base));
        lastRaise = now;
        if (more > added && failed == null) {
            raised = base + more;
            failed = pool.raise(raised, more - added);
            added = more;
            if (failed != null) {
                // The system gives the JVM no more threads. A thread of the application that wakes another one could
                // fail, too.
                pool.giveBack(raised, parallelism);
                added = Math.max(0, pool.size() - base);
            }
        }
    }

    /** The outcome, when the parallelism has been restored; null while the attempt continues. */
    @Nullable
    RescueOutcome look(long now) {
        List<Carrier> held = carriers.get();
        long gone = before.stream().filter(each -> each.isLeft(held)).count();
        if (gone > 0 && progress < 0) {
            progress = now - began;
        }
        boolean full = pool.size() >= pool.most();
        if (progress >= 0) {
            boolean calm = gone == before.size() && pool.queued() == 0;
            return calm || full || now - began - progress >= KEPT_NANOS ? ended(gone) : null;
        }
        if (failed != null || now - lastRaise >= PATIENCE_NANOS) {
            return ended(gone);
        }
        if (now - lastRaise >= STEP_NANOS && raised < pool.most() && added < most && pool.queued() > 0) {
            raise(2 * added, now);
        }
        return null;
    }

    /** Restores the parallelism, and allows other attempts. */
    void giveBack() {
        try {
            pool.giveBack(raised, parallelism);
        } finally {
            UNDER_WAY.set(false);
        }
    }

    private RescueOutcome ended(long gone) {
        giveBack();
        boolean freed = gone > 0;
        return new RescueOutcome(
                freed ? Result.FREED : Result.NOT_FREED,
                added,
                freed ? progress / 1e9 : 0,
                gone,
                before.size(),
                pool.parallelism(),
                failed == null ? null : failed.toString(),
                null);
    }
}
