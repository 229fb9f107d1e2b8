package io.vtmonitor.waits.census;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.looks.Look;
import io.vtmonitor.looks.LookBudget;
import io.vtmonitor.looks.WatchThread;
import io.vtmonitor.model.Library;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.WaitFacts.JdkBugs;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.Waits;
import io.vtmonitor.threads.CarrierInspector;
import io.vtmonitor.threads.FrameProofs;
import io.vtmonitor.waits.WaitTotals;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks what all virtual threads wait for. Until the application has begun to use virtual threads, it only checks for
 * that.
 */
public final class WaitsWatch {
    private static final Logger LOG = LoggerFactory.getLogger(WaitsWatch.class);

    /** A deadlock is reported when two looks have found it. */
    private static final long CONFIRM_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** After a look that failed, or found no memory. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final JdkInternals internals;
    private final Instrumentation instrumentation;
    private final BooleanSupplier inUse;
    private final Supplier<FrameProofs> proofs;
    private final Function<String, @Nullable Library> libraries;
    private final Consumer<WaitVerdict> listener;
    private final WaitingThreads waiting;
    private final BooleanSupplier stalled;
    private final Supplier<JdkBugs> lostWakeUp;
    private final Inspector inspector;
    private final Duration first;
    private final Duration interval;
    private final LookBudget cost;
    private final WatchThread thread;
    private final Look turns = new Turns();
    private final Runnable beforeFirst;
    private boolean early;
    private volatile @Nullable WaitsLooks looks;
    private volatile @Nullable Limit ended;
    private volatile @Nullable Instant firstLook;
    private volatile @Nullable IntConsumer firstAnswer;

    /** Takes the virtual threads that a look finds waiting for an object. */
    @FunctionalInterface
    public interface WaitingThreads {
        /** Takes none. */
        WaitingThreads NONE = (thread, atMillis, nanos) -> {};

        /**
         * A thread that waits for an object.
         *
         * @param thread its id
         * @param atMillis when, since the epoch
         * @param nanos since the look before: for so long this one stands
         */
        void waits(long thread, long atMillis, long nanos);
    }

    /** Makes what looks into threads that keep their carriers. */
    @FunctionalInterface
    public interface Inspector {
        /**
         * Makes it.
         *
         * @param internals opens the JDK's internals
         */
        CarrierInspector made(JdkInternals internals);
    }

    private WaitsWatch(
            WatchThread thread,
            JdkInternals internals,
            Instrumentation instrumentation,
            Duration first,
            Duration interval,
            Supplier<FrameProofs> proofs,
            Function<String, @Nullable Library> libraries,
            Runnable beforeFirst,
            Consumer<WaitVerdict> listener,
            WaitingThreads waiting,
            BooleanSupplier stalled,
            Supplier<JdkBugs> lostWakeUp,
            Inspector inspector)
            throws ReflectiveOperationException {
        this.first = first;
        this.beforeFirst = beforeFirst;
        this.internals = internals;
        this.instrumentation = instrumentation;
        this.interval = interval;
        this.proofs = proofs;
        this.libraries = libraries;
        this.listener = listener;
        this.waiting = waiting;
        this.stalled = stalled;
        this.lostWakeUp = lostWakeUp;
        this.inspector = inspector;
        inUse = internals.initialized(JdkInternals.named("java.lang.VirtualThread"));
        this.thread = thread;
        cost = thread.cost(interval.toNanos());
    }

    /**
     * Begins to look.
     *
     * @param thread on which it has its turns
     * @param first how long to wait for the first look
     * @param interval between two looks, where their cost allows it
     * @param instrumentation opens the JDK's internals, to us alone
     * @param proofs what class files prove of frames; asked before the first look
     * @param libraries where the class of that name came from, null if that is not known
     * @param beforeFirst called before the first look, on the watch's thread: once virtual threads are in use
     * @param listener takes each verdict once, on the watch's thread
     * @param waiting takes the threads that wait for an object, at each look
     * @param stalled whether a stall lasts, which tells itself who has the carriers
     * @param lostWakeUp what this JDK has of bugs that lose one
     * @param inspector made before the first look
     * @throws ReflectiveOperationException if this JDK looks different inside
     */
    public static WaitsWatch start(
            WatchThread thread,
            Duration first,
            Duration interval,
            Instrumentation instrumentation,
            Supplier<FrameProofs> proofs,
            Function<String, @Nullable Library> libraries,
            Runnable beforeFirst,
            Consumer<WaitVerdict> listener,
            WaitingThreads waiting,
            BooleanSupplier stalled,
            Supplier<JdkBugs> lostWakeUp,
            Inspector inspector)
            throws ReflectiveOperationException {
        WaitsWatch watch = new WaitsWatch(
                thread,
                JdkInternals.open(instrumentation),
                instrumentation,
                first,
                interval,
                proofs,
                libraries,
                beforeFirst,
                listener,
                waiting,
                stalled,
                lostWakeUp,
                inspector);
        thread.begin(watch.turns, first.toNanos());
        return watch;
    }

    private final class Turns implements Look {
        @Override
        public long look() throws ReflectiveOperationException {
            return looked();
        }

        @Override
        public long retryNanos() {
            return RETRY_NANOS;
        }

        @Override
        public void lost(Throwable failed) {
            end(failed);
        }

        @Override
        public void close() {
            // What it has found stays.
        }
    }

    private long looked() throws ReflectiveOperationException {
        if (!inUse.getAsBoolean()) {
            return interval.toNanos();
        }
        cost.begin();
        WaitsLooks now = looks;
        if (now == null) {
            beforeFirst.run();
            cost.giveWay();
            now = new WaitsLooks(
                    internals,
                    instrumentation,
                    proofs.get(),
                    libraries,
                    cost,
                    listener,
                    waiting,
                    interval,
                    stalled,
                    lostWakeUp,
                    inspector.made(internals));
            looks = now;
            cost.giveWay();
        }
        now.look();
        firstLook = firstLook == null ? now.begin() : firstLook;
        IntConsumer answer = firstAnswer;
        if (answer != null && now.counts().looks() >= 2 && !now.suspectsDeadlock()) {
            firstAnswer = null;
            if (now.verdicts().all().isEmpty()) {
                answer.accept(now.counts().threads());
            }
        }
        long wait = cost.end();
        early = !early && now.suspectsDeadlock(); // never twice in a row: what it costs more is paid by the next wait
        return early ? Math.min(wait, CONFIRM_NANOS) : wait;
    }

    private void end(Throwable failed) {
        try {
            ended = Limit.of(LimitKind.WAITS_LOST, Instant.now().toString(), String.valueOf(failed));
            LOG.warn("what virtual threads wait for can no longer be checked: {}.", String.valueOf(failed));
        } catch (Throwable ignored) {
            ended = Limit.of(LimitKind.WAITS_ENDED);
        }
    }

    /** What it has found by now; any thread. */
    public Waits waits() {
        WaitsLooks found = looks;
        if (found == null) {
            return Waits.NONE;
        }
        LookCounts counts = found.counts();
        List<Limit> limits = new ArrayList<>(counts.limits());
        if (found.totals().isFull()) {
            limits.add(Limit.of(LimitKind.WAITS_LEFT_OUT, WaitTotals.MOST_PLACES));
        }
        Limit kept = found.kept();
        if (kept != null) {
            limits.add(kept);
        }
        Limit end = ended;
        if (end != null) {
            limits.add(end);
        }
        Waits waits = new Waits(
                counts.looks(),
                counts.nanos(),
                cost.nanos(),
                counts.threads(),
                counts.most(),
                found.totals().groups(),
                found.verdicts().all(),
                limits);
        return waits.with(found.totals().timeline()).with(found.wakes().figures());
    }

    /** Where there are virtual threads and no look has been made yet: a limit; else null. Any thread. */
    public @Nullable Limit notExamined() {
        return firstLook == null && inUse.getAsBoolean()
                ? Limit.of(LimitKind.WAITS_NOT_EXAMINED, first.toNanos() / 1e9)
                : null;
    }

    /** When the first look was, as verdicts have it for their begin; null before it. */
    public @Nullable Instant firstLook() {
        return firstLook;
    }

    /**
     * Called once when the first looks are over and found nothing.
     *
     * @param listener takes how many virtual threads the last look saw, on the watch's thread
     */
    public void onFirstAnswer(IntConsumer listener) {
        firstAnswer = listener;
    }

    /** Ends the watch and waits, at most a second, until its last look is over. What it has found stays. */
    public void stop() {
        thread.end(turns);
    }
}
