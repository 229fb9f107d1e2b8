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
import io.vtmonitor.waits.PoolDeadlocks;
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
 * Checks at intervals what all virtual threads wait for. Until the application uses virtual threads, it only checks
 * whether it does.
 */
public final class WaitsWatch {
    private static final Logger LOG = LoggerFactory.getLogger(WaitsWatch.class);

    /**
     * A look that suspects a deadlock is followed by another one after at most this time: a deadlock is reported when
     * two looks have found it.
     */
    private static final long CONFIRM_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** The time to the next look after one that failed, for example because there was too little memory. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final JdkInternals internals;
    private final Instrumentation instrumentation;
    private final BooleanSupplier inUse;
    private final Supplier<FrameProofs> proofs;
    private final Function<String, @Nullable Library> libraries;
    private final Consumer<WaitVerdict> listener;
    private final WaitingThreads waiting;
    private final PoolDeadlocks pools;
    private final BooleanSupplier stalled;
    private final Supplier<JdkBugs> lostWakeUp;
    private final Inspector inspector;
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

    /** Receives the virtual threads that a look finds waiting for an object. */
    @FunctionalInterface
    public interface WaitingThreads {
        /** Ignores them. */
        WaitingThreads NONE = (thread, atMillis, nanos) -> {};

        /**
         * A thread that waits for an object.
         *
         * @param thread its id
         * @param atMillis when the look was, since the epoch
         * @param nanos since the look before: the time that this look stands for
         */
        void waits(long thread, long atMillis, long nanos);
    }

    /** Makes a {@link CarrierInspector}. */
    @FunctionalInterface
    public interface Inspector {
        /**
         * Makes the inspector.
         *
         * @param internals opens the JDK's internals
         */
        CarrierInspector made(JdkInternals internals);
    }

    private WaitsWatch(
            WatchThread thread,
            JdkInternals internals,
            Instrumentation instrumentation,
            Duration interval,
            Supplier<FrameProofs> proofs,
            Function<String, @Nullable Library> libraries,
            Runnable beforeFirst,
            Consumer<WaitVerdict> listener,
            WaitingThreads waiting,
            PoolDeadlocks pools,
            BooleanSupplier stalled,
            Supplier<JdkBugs> lostWakeUp,
            Inspector inspector)
            throws ReflectiveOperationException {
        this.beforeFirst = beforeFirst;
        this.internals = internals;
        this.instrumentation = instrumentation;
        this.interval = interval;
        this.proofs = proofs;
        this.libraries = libraries;
        this.listener = listener;
        this.waiting = waiting;
        this.pools = pools;
        this.stalled = stalled;
        this.lostWakeUp = lostWakeUp;
        this.inspector = inspector;
        inUse = internals.initialized(JdkInternals.named("java.lang.VirtualThread"));
        this.thread = thread;
        cost = thread.cost(interval.toNanos());
    }

    /**
     * Starts the watch.
     *
     * @param thread on which the looks run
     * @param first how long to wait for the first look
     * @param interval between two looks, if their cost allows it
     * @param instrumentation opens the JDK's internals, only to vt-monitor
     * @param proofs gives what class files prove of frames; called before the first look
     * @param libraries the library from which the class of a name was loaded; null if that is not known
     * @param beforeFirst called once, on the watch's thread, before the first look: virtual threads are in use by then
     * @param listener receives verdicts as {@link io.vtmonitor.waits.Verdicts} reports them, on the watch's thread
     * @param waiting receives the threads that wait for an object, at each look
     * @param pools knows the pools that are in deadlocks; called on the watch's thread
     * @param stalled whether a stall lasts; its own report says which threads have the carriers
     * @param lostWakeUp the known bugs of this JDK that lose a wake-up
     * @param inspector called before the first look
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
            PoolDeadlocks pools,
            BooleanSupplier stalled,
            Supplier<JdkBugs> lostWakeUp,
            Inspector inspector)
            throws ReflectiveOperationException {
        WaitsWatch watch = new WaitsWatch(
                thread,
                JdkInternals.open(instrumentation),
                instrumentation,
                interval,
                proofs,
                libraries,
                beforeFirst,
                listener,
                waiting,
                pools,
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
            // Its findings stay available.
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
                    pools,
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
        early = !early && now.suspectsDeadlock(); // never twice in a row: the next wait makes up for the extra cost
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

    /** What the watch has found so far. Any thread may call it. */
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

    /** The time of the first look, in the form in which verdicts have their start; null before it. */
    public @Nullable Instant firstLook() {
        return firstLook;
    }

    /**
     * Sets what to call, once, when the first looks are over and have found nothing.
     *
     * @param listener receives the number of virtual threads that the last look saw, on the watch's thread
     */
    public void onFirstAnswer(IntConsumer listener) {
        firstAnswer = listener;
    }

    /** Ends the watch and waits, at most a second, until its last look is over. Its findings stay available. */
    public void stop() {
        thread.end(turns);
    }
}
