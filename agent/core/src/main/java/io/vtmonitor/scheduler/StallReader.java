package io.vtmonitor.scheduler;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.common.ThreadText;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.StackResolver;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.Stall.HeldCarrier;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.scheduler.StallClassifier.Judgement;
import io.vtmonitor.scheduler.StallClassifier.Whereabouts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes a {@link Stall} of carriers that nothing moves on. Costs some class files read, once for each stall. */
@SuppressWarnings("ReferenceEquality") // threads and carriers are told apart by identity
final class StallReader implements Watchdog.Reader {
    private static final int KEPT_FRAMES = 64;
    static final String NO_ADVICE = "See the thread dump: the option dump=FOLDER writes one.";

    private static final String LOCK_ORDER =
            "This is likely a lock-order deadlock: each thread waits for a monitor that another one owns. "
                    + "Take the monitors in the same order everywhere; neither another kind of lock nor a newer JDK "
                    + "fixes it.";

    private static final String PERHAPS_LOCK_ORDER =
            "If these threads own the monitors that the others wait for, this is a lock-order deadlock: take"
                    + " the monitors in the same order everywhere, as neither another kind of lock nor a newer JDK "
                    + "fixes it. Else: ";

    private final Carriers carriers;
    private final Locks locks;
    private final CarrierInspector looks;
    private final StallClassifier judge;
    private final RescueChecks checks;

    StallReader(
            JdkInternals internals,
            Carriers carriers,
            boolean monitorsPin,
            Function<Blocking, Diagnosis> diagnoser,
            StackResolver resolver,
            Supplier<Class<?>[]> loaded)
            throws ReflectiveOperationException {
        this.carriers = carriers;
        locks = new Locks(internals);
        looks = new CarrierInspector(monitorsPin, diagnoser, resolver, new ClassStates(internals, loaded));
        int feature = Runtime.version().feature();
        judge = new StallClassifier(this::whereabouts, this::lock, feature == 24 || feature == 25);
        checks = new RescueChecks(locks::owner, locks::isEndOf, StallReader::monitorOwner);
    }

    /**
     * What holds the carriers now.
     *
     * @param begin since when
     * @param nanos for how long
     * @param queued virtual threads that wait
     */
    @Override
    public Stall read(Instant begin, long nanos, long queued) {
        return look(begin, nanos, queued).stall();
    }

    /**
     * What was seen of the carriers.
     *
     * @param hopeless why more carriers can't end it, null where they may
     */
    record Look(Stall stall, @Nullable String hopeless) {}

    Look look(Instant begin, long nanos, long queued) {
        List<CarrierSnapshot> held = looks.into(carriers.now());
        Judgement judgement = judge.judge(held);
        if (judgement.pattern() == StallPattern.PINS && StallClassifier.getOn(held)) {
            judgement = StallClassifier.pinsAgain(held);
        }
        List<HeldCarrier> lines = new ArrayList<>();
        for (CarrierSnapshot each : held) {
            lines.add(line(each, held));
        }
        Stall stall = new Stall(
                begin,
                nanos,
                false,
                judgement.pattern(),
                judgement.confidence(),
                judgement.verdict(),
                action(judgement, held),
                queued,
                lines,
                null);
        return new Look(stall, checks.hopeless(judgement.pattern(), held));
    }

    /** Who has the monitor that a held thread waits for, as far as that can be told. */
    private static @Nullable Thread monitorOwner(CarrierSnapshot held, List<CarrierSnapshot> all) {
        CarrierSnapshot owner = likelyOwner(held, all);
        return owner == null ? null : owner.carrier().virtualThread();
    }

    private Whereabouts whereabouts(Thread thread) {
        if (!carriers.isVirtual(thread)) {
            return Whereabouts.PLATFORM;
        }
        if (carriers.isMounted(thread)) {
            return Whereabouts.MOUNTED;
        }
        return thread.getState() == Thread.State.RUNNABLE ? Whereabouts.WAITS_FOR_CARRIER : Whereabouts.UNMOUNTED;
    }

    private LockWait lock(Object blocker) {
        return new LockWait(blocker, locks.owner(blocker), locks.next(blocker));
    }

    private String action(Judgement judgement, List<CarrierSnapshot> held) {
        return switch (judgement.pattern()) {
            case CPU -> "Run the computation on platform threads, or call Thread.yield() from time to time.";
            case NATIVE_CALLS, UNKNOWN -> NO_ADVICE;
            case LOCK_WITHOUT_CARRIER, CLASS_INITIALIZER, PINS -> ofBlocked(held);
        };
    }

    private String ofBlocked(List<CarrierSnapshot> held) {
        if (!ClassWait.Cycle.in(held).isEmpty()) {
            return ClassWait.Cycle.ACTION;
        }
        if (isLockOrder(held) || checks.isLockCircle(held)) {
            return isLockOrder(held) ? LOCK_ORDER : RescueChecks.LOCK_CIRCLE;
        }
        String first = StallClassifier.mayBeLockOrder(held) ? PERHAPS_LOCK_ORDER : "";
        for (CarrierSnapshot each : held) {
            if (each.diagnosis() != null && !each.diagnosis().holders().isEmpty()) {
                return first + each.diagnosis().advice().action();
            }
        }
        return first + NO_ADVICE;
    }

    /**
     * Whether the threads likely wait for each other's monitors: all wait for one, and two or more own another. A
     * thread that is on no carrier owns none where monitors pin.
     */
    static boolean isLockOrder(List<CarrierSnapshot> held) {
        int owners = 0;
        for (CarrierSnapshot each : held) {
            Diagnosis diagnosis = each.diagnosis();
            if (each.doing() != CarrierSnapshot.Wait.ENTERS_MONITOR || diagnosis == null) {
                return false;
            }
            if (diagnosis.holders().stream().anyMatch(holder -> ownsAnother(holder, each, diagnosis))) {
                owners++;
            }
        }
        return owners > 1;
    }

    /**
     * Where the line that enters a monitor also leaves it, which of both it does is not seen: of the monitors that the
     * frame may own, one is that which the thread waits for.
     */
    private static boolean ownsAnother(Holder holder, CarrierSnapshot held, Diagnosis diagnosis) {
        Holder entered = entered(held);
        List<Frame> frames = diagnosis.blocking().stack().frames();
        boolean unsure =
                holder.confidence() != Confidence.EXACT || held.unsure().contains(frames.indexOf(holder.frame()));
        boolean mayBeThatOne = unsure && entered != null && entered.frame().equals(holder.frame());
        return holder.hold() == Hold.MONITOR && holder.monitors() > (mayBeThatOne ? 1 : 0);
    }

    private HeldCarrier line(CarrierSnapshot held, List<CarrierSnapshot> all) {
        Thread thread = held.carrier().virtualThread();
        Diagnosis diagnosis = held.diagnosis();
        return new HeldCarrier(
                held.carrier().thread().getName(),
                thread == null ? "a virtual thread that can't be seen" : ThreadText.of(thread, true),
                held.state().toString(),
                diagnosis == null || !held.isBlocked()
                        ? Operation.UNKNOWN
                        : diagnosis.site().operation(),
                waitsFor(held),
                owner(held, all),
                holders(held),
                held.trace().stream().limit(KEPT_FRAMES).map(StackFrame::of).toList());
    }

    private @Nullable String waitsFor(CarrierSnapshot held) {
        if (held.blocker() != null) {
            return LockWait.text(held.blocker());
        }
        if (held.classWait() != null && held.classWait().isKnown()) {
            return held.classWait().text();
        }
        Holder entered = entered(held);
        return entered == null || entered.lock() == null ? null : "monitor of " + entered.lock();
    }

    private @Nullable String owner(CarrierSnapshot held, List<CarrierSnapshot> all) {
        if (held.blocker() != null) {
            return owner(lock(held.blocker()), held.carrier().virtualThread());
        }
        ClassWait classWait = held.classWait();
        if (classWait != null && classWait.isKnown()) {
            Thread thread = classWait.initializer().thread();
            return ThreadText.of(thread, carriers.isVirtual(thread)) + " initializes it"
                    + (classWait.confidence() == Confidence.EXACT ? "" : ", likely");
        }
        CarrierSnapshot other = likelyOwner(held, all);
        Thread thread = other == null ? null : other.carrier().virtualThread();
        return thread == null ? null : ThreadText.of(thread, true) + ", likely";
    }

    private @Nullable String owner(LockWait wait, @Nullable Thread asking) {
        Thread owner = wait.owner();
        if (owner != null) {
            return ThreadText.of(owner, carriers.isVirtual(owner)) + where(whereabouts(owner));
        }
        Thread next = wait.next();
        return next == null || next == asking || whereabouts(next) != Whereabouts.WAITS_FOR_CARRIER
                ? null
                : "next: " + ThreadText.of(next, true) + where(Whereabouts.WAITS_FOR_CARRIER);
    }

    private static String where(Whereabouts where) {
        return switch (where) {
            case PLATFORM, MOUNTED -> "";
            case WAITS_FOR_CARRIER -> ", which has no carrier";
            case UNMOUNTED -> ", which is not on a carrier";
        };
    }

    private static @Nullable Holder entered(CarrierSnapshot held) {
        Diagnosis diagnosis = held.diagnosis();
        return diagnosis == null
                ? null
                : diagnosis.holders().stream()
                        .filter(holder -> holder.hold() == Hold.MONITOR_ENTER)
                        .findFirst()
                        .orElse(null);
    }

    /**
     * The JVM does not tell whose a monitor is: another thread on a carrier owns one of the same text in the same
     * class.
     */
    private static @Nullable CarrierSnapshot likelyOwner(CarrierSnapshot held, List<CarrierSnapshot> all) {
        Holder entered = entered(held);
        if (entered == null || entered.lock() == null) {
            return null;
        }
        return all.stream()
                .filter(each -> each != held
                        && each.diagnosis() != null
                        && each.diagnosis().holders().stream().anyMatch(holder -> owns(holder, entered)))
                .findFirst()
                .orElse(null);
    }

    private static boolean owns(Holder holder, Holder entered) {
        return holder.hold() == Hold.MONITOR
                && entered.lock() != null
                && entered.lock().equals(holder.lock())
                && holder.frame().className().equals(entered.frame().className());
    }

    private static List<HolderLine> holders(CarrierSnapshot held) {
        Diagnosis diagnosis = held.diagnosis();
        List<HolderLine> lines = new ArrayList<>();
        if (diagnosis == null || !held.isBlocked()) {
            return lines;
        }
        List<Frame> frames = diagnosis.blocking().stack().frames();
        for (Holder holder : diagnosis.holders()) {
            boolean unsure = held.unsure().contains(frames.indexOf(holder.frame()));
            HolderLine line = HolderLine.of(holder);
            lines.add(unsure && line.confidence() == Confidence.EXACT ? line.with(Confidence.LIKELY) : line);
        }
        return lines;
    }
}
