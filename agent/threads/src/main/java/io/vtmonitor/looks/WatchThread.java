package io.vtmonitor.looks;

import io.vtmonitor.common.DaemonThread;
import io.vtmonitor.common.Pause;
import io.vtmonitor.common.ThreadCpu;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The one thread on which the agent looks at the JVM: a platform thread, which runs even when no virtual thread can. It
 * exists while there is something to look at, and takes the look that is due first. A look that takes long calls
 * {@link LookBudget#pause} or {@link LookBudget#giveWay} now and then: meanwhile those that are due have their turn.
 *
 * <p>Each look fails and ends by itself. Nothing that one throws reaches the application's handler of uncaught
 * exceptions.
 */
@SuppressWarnings("ReferenceEquality") // looks and turns are compared by identity
public final class WatchThread {
    static final String NAME = "vt-monitor-watch";

    /** So many looks in a row that fail, and this JDK is not what we take it for. */
    private static final int MOST_FAILURES = 3;

    /** Who keeps the thread for so long without giving way leaves it to the others for twice that time afterwards. */
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long NO_MEMORY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final long NONE = Long.MIN_VALUE;
    private static final Turn[] NOTHING = {};

    /** Held for a moment by whoever changes the plan; never during a look. */
    private final Object planning = new Object();

    /** Never changed, only replaced: to go over it takes no memory. */
    private volatile Turn[] plan = NOTHING;

    private volatile @Nullable Thread thread;
    private volatile @Nullable ThreadCpu cpu;
    private volatile LookBudget[] costs = {};

    /** While a look is under way whose cost is counted: the processor time before it, what others used left out. */
    private volatile long countedFrom = NONE;

    /** Processor time of looks that had their turn in the pauses of others. */
    private volatile long nestedNanos;

    private final AtomicLong uncounted = new AtomicLong();

    private @Nullable Turn current;
    private @Nullable Turn counted;

    /** Since when the look that has its turn has not given way. */
    private long keptSince;

    /** The longest that it has not. */
    private long keptLongest;

    /** Not started: the first look starts it. */
    public WatchThread() {}

    private static final class Turn {
        private final Look look;

        /** Ended once it has been closed. */
        private final Pause closed = new Pause();

        private volatile boolean over;
        private long due;
        private int failures;
        private boolean running;

        Turn(Look look, long due) {
            this.look = look;
            this.due = due;
        }
    }

    /** Unwinds a look that has been ended, from where it pauses. */
    private static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        EndedException() {
            super("ended", null, false, false);
        }
    }

    /**
     * Begins to look. Any thread.
     *
     * @param firstNanos how long to wait for the first time, in nanoseconds
     */
    public void begin(Look look, long firstNanos) {
        Turn turn = new Turn(look, System.nanoTime() + firstNanos);
        synchronized (planning) {
            Turn[] before = plan;
            Turn[] after = Arrays.copyOf(before, before.length + 1);
            after[before.length] = turn;
            plan = after;
            Thread running = thread;
            if (running == null) {
                try {
                    running = DaemonThread.of(NAME, this::run);
                    thread = running;
                    running.start();
                } catch (Throwable e) {
                    thread = null;
                    plan = before;
                    throw e;
                }
            } else {
                LockSupport.unpark(running);
            }
        }
    }

    /** What looks on this thread cost; the looks of others in their pauses are left out. */
    public LookBudget cost(long interval) {
        LookBudget cost = new LookBudget(interval, System::nanoTime, this::usedNanos, this);
        synchronized (planning) {
            LookBudget[] after = Arrays.copyOf(costs, costs.length + 1);
            after[costs.length] = cost;
            costs = after;
        }
        return cost;
    }

    /**
     * Ends a look, and waits, at most a second, until it is closed; one that is in a pause ends there. After the last
     * one the thread is gone, too. Any thread.
     */
    public void end(Look look) {
        Thread running = thread;
        Turn turn = null;
        for (Turn each : plan) {
            turn = each.look == look ? each : turn;
        }
        if (turn == null || running == null) {
            return;
        }
        turn.over = true;
        if (running == Thread.currentThread()) {
            return;
        }
        LockSupport.unpark(running);
        try {
            turn.closed.await(TimeUnit.SECONDS.toNanos(1));
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
        if (turn.closed.isOver() && plan.length == 0) {
            DaemonThread.join(running);
        }
    }

    /**
     * Processor time of the thread that no {@link LookBudget} counts, in seconds. Any thread.
     *
     * @param otherwise what to take where the system does not say, in nanoseconds
     */
    public double uncountedSeconds(long otherwise) {
        ThreadCpu own = cpu;
        long all = own == null ? -1 : (long) (ThreadCpu.seconds(own, -1) * 1e9);
        if (all < 0) {
            return otherwise / 1e9;
        }
        long from = countedFrom;
        long nanos = from == NONE ? all : from + nestedNanos;
        for (LookBudget cost : costs) {
            nanos -= cost.nanos();
        }
        return uncounted.accumulateAndGet(nanos, Math::max) / 1e9;
    }

    private long usedNanos() {
        return ThreadCpu.now() - nestedNanos;
    }

    private void run() {
        try {
            cpu = ThreadCpu.ofCaller();
            while (goOn()) {
                if (Thread.interrupted()) {
                    break;
                }
            }
        } catch (Throwable ignored) {
            // Not even the plan can be read: nothing can be reported.
        } finally {
            finish();
        }
    }

    /** One step; false if nothing is left to look at. */
    private boolean goOn() {
        try {
            closeEnded();
            synchronized (planning) {
                if (plan.length == 0) {
                    thread = null;
                    return false;
                }
            }
            Turn next = next();
            long wait = next == null ? LONGEST_NANOS : next.due - System.nanoTime();
            if (next == null || wait > 0) {
                LockSupport.parkNanos(this, Math.min(wait, LONGEST_NANOS));
            } else {
                take(next);
            }
        } catch (OutOfMemoryError ignored) {
            LockSupport.parkNanos(this, NO_MEMORY_NANOS); // the application needs what there is more than we do
        }
        return true;
    }

    /** The one that is due first, or was; null if there is none. */
    private @Nullable Turn next() {
        Turn next = null;
        for (Turn turn : plan) {
            if (!turn.running && !turn.over && (next == null || turn.due - next.due < 0)) {
                next = turn;
            }
        }
        return next;
    }

    private void take(Turn turn) {
        Turn outer = current;
        current = turn;
        turn.running = true;
        long outerSince = keptSince;
        long outerLongest = keptLongest;
        keptSince = System.nanoTime();
        keptLongest = 0;
        long wait;
        try {
            wait = turn.look.look();
            turn.failures = 0;
        } catch (OutOfMemoryError ignored) {
            wait = turn.look.retryNanos();
        } catch (EndedException ignored) {
            wait = LONGEST_NANOS;
        } catch (ReflectiveOperationException | RuntimeException | Error e) {
            wait = turn.look.retryNanos();
            if (++turn.failures == MOST_FAILURES) {
                turn.over = true;
                tell(turn.look, e);
            }
        } finally {
            turn.running = false;
            current = outer;
            if (counted == turn) {
                counted = null;
                countedFrom = NONE;
            }
        }
        long end = System.nanoTime();
        long kept = Math.max(keptLongest, end - keptSince);
        keptSince = outerSince;
        keptLongest = outerLongest;
        turn.due = end + Math.max(wait, kept < LONG_NANOS ? 0 : 2 * kept);
    }

    private static void tell(Look look, Throwable failed) {
        try {
            look.lost(failed);
        } catch (Throwable ignored) {
            // It could not even say so.
        }
    }

    /** The look that has its turn waits; others that are due have theirs meanwhile. Of this thread alone. */
    void pause(long nanos) {
        Turn turn = current;
        if (turn == null || Thread.currentThread() != thread) {
            LockSupport.parkNanos(this, nanos);
            return;
        }
        long begin = System.nanoTime();
        keptLongest = Math.max(keptLongest, begin - keptSince);
        try {
            int turns = plan.length; // each once at most: who is due all the time must not keep this one from its own
            for (long passed = 0; ; passed = System.nanoTime() - begin) {
                if (turn.over || Thread.currentThread().isInterrupted()) {
                    throw new EndedException();
                }
                closeEnded();
                Turn next = turns == 0 ? null : next();
                long wait = next == null ? LONGEST_NANOS : next.due - System.nanoTime();
                if (next != null && wait <= 0) {
                    turns -= passed >= nanos ? 1 : 0;
                    takeWithin(next);
                } else if (passed >= nanos) {
                    return;
                } else {
                    LockSupport.parkNanos(this, Math.min(wait, nanos - passed));
                }
            }
        } finally {
            keptSince = System.nanoTime();
        }
    }

    private void takeWithin(Turn next) {
        long nested = nestedNanos;
        long before = ThreadCpu.now();
        try {
            take(next);
        } finally {
            nestedNanos = nested + ThreadCpu.now() - before;
        }
    }

    /** What the look that has its turn uses of the processor is counted from here on. Of this thread alone. */
    void counts(long used) {
        if (counted == null && current != null) {
            counted = current;
            countedFrom = used;
        }
    }

    private void closeEnded() {
        for (Turn turn : plan) {
            if (turn.over && !turn.running) {
                close(turn);
            }
        }
    }

    private void close(Turn turn) {
        synchronized (planning) {
            Turn[] before = plan;
            Turn[] after = new Turn[before.length - 1];
            int kept = 0;
            for (Turn each : before) {
                if (each != turn) {
                    after[kept++] = each;
                }
            }
            plan = after;
        }
        try {
            turn.look.close();
        } catch (Throwable ignored) {
            // What it has stays.
        }
        turn.closed.end();
    }

    /** However it ends. */
    private void finish() {
        Turn[] last = NOTHING;
        synchronized (planning) {
            if (thread == Thread.currentThread()) {
                thread = null;
                last = plan;
                plan = NOTHING;
            }
        }
        for (Turn turn : last) {
            try {
                turn.look.close();
            } catch (Throwable ignored) {
                // What it has stays.
            }
            turn.closed.end();
        }
        try {
            ThreadCpu.seconds(cpu, 0); // the last that can be read of it
        } catch (Throwable ignored) {
            // It stays at what was read before.
        }
    }
}
