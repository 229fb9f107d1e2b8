package io.vtmonitor.scheduler;

import io.vtmonitor.report.ScheduleDelays;
import io.vtmonitor.report.ScheduleDelays.Kind;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long a virtual thread waits for a carrier. It starts a tiny thread, which notes when it runs, and parks.
 * The next tick unparks that thread, which notes when it continues, and ends. There is never more than one such thread,
 * so a starved scheduler gets no more work. The time for which the present one has waited can be read at any time.
 *
 * <p>One thread calls {@link #tick}.
 */
final class Probe {
    static final String NAME = "vt-monitor-probe";

    /** The visit of the last watch that this JVM had. A rescue reads it, which has no probe of its own. */
    private static volatile @Nullable Visit latest;

    private final Threads threads;
    private final ScheduleDelays delays;
    private final LongSupplier clock;
    private volatile @Nullable Visit visit;
    private final AtomicLong runs = new AtomicLong();

    /** Makes the probe's thread, which is virtual except in tests. */
    interface Threads {
        Thread unstarted(String name, Runnable work);
    }

    /** @param clock gives the time, as {@link System#nanoTime} */
    Probe(Threads threads, ScheduleDelays delays, LongSupplier clock) {
        this.threads = threads;
        this.delays = delays;
        this.clock = clock;
    }

    /** How many of vt-monitor's virtual threads wait for a carrier: 0 or 1. */
    static int waiting() {
        Visit visit = latest;
        return visit != null && visit.waits() ? 1 : 0;
    }

    /**
     * Takes the measurement of the last step and begins the next one. Does nothing while the thread waits for a
     * carrier.
     */
    void tick() {
        Visit current = visit;
        if (current == null) {
            start();
        } else if (current.step == Step.RAN) {
            unpark(current);
        } else if (current.step == Step.DONE) {
            delays.delayed(Kind.UNPARK, current.wokeAt - current.began);
            start();
        } else if (current.step == Step.GIVEN_UP) {
            start();
        }
    }

    private void start() {
        Visit fresh = new Visit(clock);
        Thread thread = threads.unstarted(NAME, fresh);
        fresh.thread = thread;
        fresh.began = clock.getAsLong();
        visit = fresh;
        latest = fresh;
        try {
            thread.start();
            runs.incrementAndGet();
        } catch (Throwable e) {
            visit = null;
            latest = null;
            throw e;
        }
    }

    private void unpark(Visit current) {
        Thread thread = current.thread;
        // A thread that has not parked yet would not wait for a carrier. The next tick will find it parked.
        if (thread != null && thread.getState() == Thread.State.WAITING) {
            delays.delayed(Kind.START, current.ranAt - current.began);
            current.began = clock.getAsLong();
            current.step = Step.UNPARKED;
            LockSupport.unpark(thread);
        }
    }

    /** Ends the present virtual thread, at once or when it gets a carrier. No tick may follow. */
    void end() {
        Visit current = visit;
        if (current != null) {
            current.over = true;
            LockSupport.unpark(current.thread);
        }
    }

    /** How long the probe has been waiting for a carrier, in nanoseconds; zero if it is not waiting. */
    long waitingNanos() {
        Visit current = visit;
        return current != null && current.waits() ? Math.max(0, clock.getAsLong() - current.began) : 0;
    }

    /** How many virtual threads have been started so far. */
    long runs() {
        return runs.get();
    }

    private enum Step {
        STARTED,
        RAN,
        UNPARKED,
        DONE,
        GIVEN_UP
    }

    /** What the virtual thread does. It enters no monitor and loads no class, so that it is never pinned itself. */
    private static final class Visit implements Runnable {
        private final LongSupplier clock;
        private @Nullable Thread thread;
        private volatile Step step = Step.STARTED;

        /** Whether the watch has ended. Without this, a parked thread would stay for as long as the JVM runs. */
        private volatile boolean over;

        private volatile long began;
        private volatile long ranAt;
        private volatile long wokeAt;

        private Visit(LongSupplier clock) {
            this.clock = clock;
        }

        /** Whether it waits for a carrier. */
        private boolean waits() {
            return step == Step.STARTED || step == Step.UNPARKED;
        }

        @Override
        public void run() {
            try {
                ranAt = clock.getAsLong();
                step = Step.RAN;
                while (step != Step.UNPARKED && !over) {
                    LockSupport.park();
                }
                wokeAt = clock.getAsLong();
                step = Step.DONE;
            } catch (OutOfMemoryError ignored) {
                // There is no memory for this probe. Nothing may reach the application's handler of uncaught
                // exceptions.
                step = Step.GIVEN_UP;
            }
        }
    }
}
