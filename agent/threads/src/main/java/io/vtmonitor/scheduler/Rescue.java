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
 * One attempt to free a JVM whose carriers are all held: adds one carrier, then more, until a thread that held a
 * carrier makes progress, and restores the parallelism. Used by one thread, which calls it repeatedly until it is over.
 */
final class Rescue {
    /** One at a time in a JVM: two would each set back what the other has set. */
    private static final AtomicBoolean UNDER_WAY = new AtomicBoolean();

    /** After so long without progress it adds more. */
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** With all that may be added it waits so long for progress. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** From the first progress on it keeps the carriers no longer than this, so that what has queued up can run. */
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

    /** Where a thread is held, compared by identity. */
    private record Place(
            Carrier carrier, Thread.State state, @Nullable Object blocker) {
        static Place of(Carrier carrier) {
            Thread thread = carrier.virtualThread();
            return new Place(
                    carrier, carrier.thread().getState(), thread == null ? null : LockSupport.getBlocker(thread));
        }

        /** A timed wait that is taken up repeatedly looks like one that continues: its state says nothing. */
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
     * Why there can be none now; null if there can.
     *
     * @param queued virtual threads of the application that wait for a carrier
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
     * @param most carriers to add at once, 1 at least
     * @param now {@link System#nanoTime}
     * @return null if another one is under way
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

    /** No more than there are threads for: the others would find nothing to do. */
    private void raise(int wanted, long now) {
        long useful = added + Math.max(added == 0 ? 1 : 0, pool.queued());
        int more = (int) Math.min(Math.min(wanted, useful), Math.min(most, pool.most() - base));
        lastRaise = now;
        if (more > added && failed == null) {
            raised = base + more;
            failed = pool.raise(raised, more - added);
            added = more;
            if (failed != null) {
                // The JVM gets no more threads: an application's thread that wakes another could run into that, too.
                pool.giveBack(raised, parallelism);
                added = Math.max(0, pool.size() - base);
            }
        }
    }

    /** What became of it, with the parallelism set back; null while it continues. */
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

    /** Sets the parallelism back, whatever was reached. */
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
