package io.vtmonitor.diagnosis;

import io.vtmonitor.common.DaemonThread;
import io.vtmonitor.common.ThreadCpu;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.PinSink;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps slow work off the thread that delivers pins, which is Flight Recorder's stream. A stack that was not seen
 * before waits here, with its pins, for a thread that resolves its classes. All other pins pass at once. If too many
 * wait, a pin passes with what its stack alone shows, which {@link #limits} reports; none is dropped. Such a stack, and
 * one with a class that the JVM could not be asked for yet, is diagnosed again later ({@link ProvisionalStacks}).
 *
 * <p>Thread-safe. The sinks of both pipes are called by several threads, one at a time.
 */
public final class DiagnosisWorker implements PinSink {
    private static final int MOST_STACKS = 8_192;

    /** About 3 MB. The budget lets 20 000 a second through, and the first stacks of a JVM take the longest. */
    private static final int MOST_PINS = 1 << 16;

    /** For one stack. A class loader of the application may hold the thread up for ever. */
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    /** Before the next try where one failed. */
    private static final long PAUSE_NANOS = 100_000_000;

    private final Pipe exact;
    private final Pipe hasty;
    private final LongSupplier nanoTime;
    private final Object lock = new Object();
    private final WaitingPins waiting;
    private final ProvisionalStacks provisional = new ProvisionalStacks();
    private long pinsInHaste;
    private long failed;
    private boolean finishing;
    private boolean over;
    private long deadline;

    /** Since when the thread has been at the stack it is at; 0 if it is at none. */
    private long since;

    private @Nullable Thread thread;
    private volatile @Nullable ThreadCpu cpu;
    private final AtomicLong workedNanos = new AtomicLong();

    /**
     * Nothing waits, and no thread runs until something does.
     *
     * @param exact makes the diagnoses
     * @param hasty the same sinks behind diagnoses that are made of the stack alone
     */
    public DiagnosisWorker(Pipe exact, Pipe hasty) {
        this(exact, hasty, MOST_STACKS, MOST_PINS, System::nanoTime);
    }

    DiagnosisWorker(Pipe exact, Pipe hasty, int mostStacks, int mostPins, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.exact = exact;
        this.hasty = hasty;
        waiting = new WaitingPins(mostStacks, mostPins);
    }

    /** Takes a pin, and waits for nothing until {@link #finishing} has been called. */
    @Override
    public void accept(Pin pin) {
        synchronized (lock) {
            if (exact.isReadyFor(pin)) {
                exact.accept(pin);
                return;
            }
            if (finishing) {
                awaitWhile(waiting::isFull, Long.MAX_VALUE);
            }
            if (!isTaken(pin)) {
                passInHaste(pin);
            }
        }
    }

    private void passInHaste(Pin pin) {
        pinsInHaste++;
        if (!over) {
            provisional.passesInHaste(pin.blocking(), hasty);
            LockSupport.unpark(thread);
        }
        hasty.accept(pin);
    }

    private boolean isTaken(Pin pin) {
        if (over || isStuck() || !isAtWork() || !waiting.add(pin)) {
            return false;
        }
        LockSupport.unpark(thread);
        return true;
    }

    private boolean isStuck() {
        return since != 0 && nanoTime.getAsLong() - since > PATIENCE_NANOS;
    }

    private boolean isAtWork() {
        if (thread == null) {
            Thread worker = DaemonThread.of("vt-monitor-lookup", this::work);
            try {
                worker.start();
                thread = worker;
            } catch (OutOfMemoryError ignored) {
                return false; // the next pin tries again
            }
        }
        return true;
    }

    private void work() {
        cpu = ThreadCpu.ofCaller();
        boolean more = true;
        while (more) {
            try {
                more = settlesNext();
            } catch (Throwable ignored) {
                LockSupport.parkNanos(this, PAUSE_NANOS); // there is no memory: the next try finds what waits
            }
        }
    }

    /** Waits where there is nothing to look up; false if no more will come. */
    private boolean settlesNext() {
        Blocking next;
        long rest;
        synchronized (lock) {
            if (over) {
                return false;
            }
            long now = nanoTime.getAsLong();
            Blocking first = waiting.first();
            next = first == null ? provisional.next(now) : first;
            rest = provisional.isEmpty() ? Long.MAX_VALUE : ProvisionalStacks.BETWEEN_LOOKS_NANOS;
            since = next == null ? 0 : now;
        }
        if (next != null) {
            long begin = System.nanoTime();
            settle(next);
            workedNanos.addAndGet(System.nanoTime() - begin);
        } else {
            LockSupport.parkNanos(this, rest);
            boolean ignored = Thread.interrupted(); // else it would not park again
        }
        return true;
    }

    private void settle(Blocking blocking) {
        Diagnosis diagnosis = null;
        boolean known = false;
        try {
            diagnosis = exact.diagnose(blocking);
            known = true;
        } catch (Throwable ignored) {
            // No memory, or our own jar is gone: its pins count all the same.
        }
        synchronized (lock) {
            if (over) {
                return;
            }
            if (known) {
                ProvisionalStacks.Settled settled =
                        provisional.diagnosed(blocking, diagnosis, nanoTime.getAsLong(), exact, hasty);
                pinsInHaste -= settled.noLongerInHaste();
                exact.remember(blocking, settled.diagnosis());
            } else {
                provisional.giveUp(blocking);
            }
            pass(blocking, known);
            lock.notifyAll();
        }
    }

    private void pass(Blocking blocking, boolean known) {
        for (Pin pin : waiting.take(blocking)) {
            try {
                if (known) {
                    exact.accept(pin);
                } else {
                    passInHaste(pin);
                }
            } catch (Throwable ignored) {
                failed++;
            }
        }
    }

    /**
     * To be called now and then: what waits for a thread that is held up passes in haste.
     *
     * @return whether all pins that were taken have passed
     */
    public boolean hasPassedAll() {
        synchronized (lock) {
            if (isStuck()) {
                passAllInHaste();
            }
            return waiting.isEmpty();
        }
    }

    private void passAllInHaste() {
        for (Blocking next = waiting.first(); next != null; next = waiting.first()) {
            pass(next, false);
        }
    }

    /**
     * The end begins: what comes now is the rest, and waits for room rather than pass in haste.
     *
     * @param until no longer than that, as {@link System#nanoTime} tells it
     */
    public void finishing(long until) {
        synchronized (lock) {
            finishing = true;
            deadline = until;
            provisional.lookNow();
        }
    }

    /**
     * Waits for all that was taken to pass, until the time set before, and shortly for a last look at what was
     * provisional. What still waits then passes in haste.
     */
    public void finish() {
        synchronized (lock) {
            LockSupport.unpark(thread);
            awaitWhile(() -> !waiting.isEmpty(), Long.MAX_VALUE);
            awaitWhile(this::mayRevise, ProvisionalStacks.LAST_LOOK_NANOS);
            over = true;
            passAllInHaste();
        }
        LockSupport.unpark(thread);
    }

    private void awaitWhile(BooleanSupplier busy, long nanos) {
        try {
            long begin = System.nanoTime();
            long left = Math.min(nanos, deadline - begin);
            for (long end = begin + left; !over && left > 0 && busy.getAsBoolean(); left = end - System.nanoTime()) {
                lock.wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
            }
        } catch (InterruptedException ignored) {
            deadline = System.nanoTime();
            Thread.currentThread().interrupt();
        }
    }

    private boolean mayRevise() {
        return thread != null && !isStuck() && provisional.next(nanoTime.getAsLong()) != null;
    }

    /** Which pins passed in haste, and which were lost to an error. */
    public List<Limit> limits() {
        List<Limit> limits = new ArrayList<>();
        synchronized (lock) {
            if (pinsInHaste > 0) {
                limits.add(Limit.of(LimitKind.STACKS_NOT_LOOKED_UP, pinsInHaste));
            }
            if (failed > 0) {
                limits.add(Limit.of(LimitKind.EVENTS_UNREAD, failed));
            }
        }
        return limits;
    }

    /** Processor time of the thread, in seconds; where the system does not say, the time it was at work. */
    public double selfSeconds() {
        return ThreadCpu.seconds(cpu, workedNanos.get());
    }
}
