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
 * The one thread on which the agent checks the JVM: a platform thread, which runs even when no virtual thread can. It
 * exists while there are looks, and runs the look that is due first. A look that takes long calls
 * {@link LookBudget#pause} or {@link LookBudget#giveWay} now and then, and other looks that are due run meanwhile.
 *
 * <p>The failure or the end of a look does not affect the others. Nothing that a look throws reaches the application's
 * handler of uncaught exceptions.
 */
@SuppressWarnings("ReferenceEquality") // looks and turns are compared by identity
public final class WatchThread {
    static final String NAME = "vt-monitor-watch";

    /** After this many failures in a row a look is given up: this JDK is not as expected. */
    private static final int MOST_FAILURES = 3;

    /**
     * If a look keeps the thread for this long or longer without a pause, it is not due again before twice that time
     * has passed. So the others can run.
     */
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long NO_MEMORY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final long NONE = Long.MIN_VALUE;
    private static final Turn[] NOTHING = {};

    /** Held for a moment while the plan or the budgets change; never during a look. */
    private final Object planning = new Object();

    /** The looks. The array is never changed, only replaced, so that iterating takes no memory. */
    private volatile Turn[] plan = NOTHING;

    private volatile @Nullable Thread thread;
    private volatile @Nullable ThreadCpu cpu;
    private volatile LookBudget[] costs = {};

    /**
     * The thread's processor time at the start of the present look that counts its cost, less {@link #nestedNanos};
     * {@link #NONE} if there is no such look.
     */
    private volatile long countedFrom = NONE;

    /** Processor time of looks that ran in pauses of other looks. */
    private volatile long nestedNanos;

    private final AtomicLong uncounted = new AtomicLong();

    private @Nullable Turn current;
    private @Nullable Turn counted;

    /** When the present look began, or last ended a pause, as {@link System#nanoTime}. */
    private long keptSince;

    /** The longest time for which the present look has kept the thread without a pause. */
    private long keptLongest;

    /** Does not start the thread: the first look does. */
    public WatchThread() {}

    private static final class Turn {
        private final Look look;

        /** Over when the look has been closed. */
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

    /** Unwinds a look that was ended while it pauses. */
    private static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        EndedException() {
            super("ended", null, false, false);
        }
    }

    /**
     * Adds a look. Any thread may call it.
     *
     * @param firstNanos how long to wait for the first look, in nanoseconds
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

    /** A budget for looks on this thread. It does not count other looks that run in their pauses. */
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
     * Ends a look, and waits, at most a second, until it is closed. A look that pauses ends there. After the last look,
     * the thread ends, too. Any thread may call it.
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
     * Processor time of the thread that no {@link LookBudget} counts, in seconds. Any thread may call it.
     *
     * @param otherwise what to return if the system does not show processor times, in nanoseconds
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
            while (step()) {
                if (Thread.interrupted()) {
                    break;
                }
            }
        } catch (Throwable ignored) {
            // Not even the list of looks can be read, so nothing can be reported.
        } finally {
            finish();
        }
    }

    /** One step; false if no look is left. */
    private boolean step() {
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
            LockSupport.parkNanos(this, NO_MEMORY_NANOS); // leaves the memory to the application
        }
        return true;
    }

    /** The look that is due first; null if there is none. */
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
        } catch (EndedException ignored) {
            wait = LONGEST_NANOS;
        } catch (ReflectiveOperationException | RuntimeException | Error e) {
            wait = turn.look.retryNanos();
            if (!DaemonThread.isOutOfMemory(e) && ++turn.failures == MOST_FAILURES) {
                turn.over = true;
                reportLost(turn.look, e);
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

    private static void reportLost(Look look, Throwable failed) {
        try {
            look.lost(failed);
        } catch (Throwable ignored) {
            // Nothing else can be reported.
        }
    }

    /**
     * Pauses the present look. Other looks that are due run meanwhile. Only for this thread; any other one just waits.
     */
    void pause(long nanos) {
        Turn turn = current;
        if (turn == null || Thread.currentThread() != thread) {
            LockSupport.parkNanos(this, nanos);
            return;
        }
        long begin = System.nanoTime();
        keptLongest = Math.max(keptLongest, begin - keptSince);
        try {
            int turns = plan.length; // when the time is over, other looks that are always due must not delay this one
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

    /** The present look counts its processor time from here on. Only for this thread. */
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
            // It could not release what it has.
        }
        turn.closed.end();
    }

    /** Closes the remaining looks when the thread ends, for whatever reason. */
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
                // It could not release what it has.
            }
            turn.closed.end();
        }
        try {
            ThreadCpu.seconds(cpu, 0); // keeps the last processor time
        } catch (Throwable ignored) {
            // The processor time stays at what was read before.
        }
    }
}
