package io.vtmonitor.scheduler;

import io.vtmonitor.report.StallPattern;
import io.vtmonitor.scheduler.CarrierSnapshot.Wait;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Explains why more carriers can't end a standstill. They help only if threads wait for something that a virtual thread
 * without a carrier has to do. They do not help if threads wait for each other in a circle, or if one of them still
 * works.
 */
final class RescueChecks {
    /** What to do where {@link #isLockCircle}. */
    static final String LOCK_CIRCLE = "This is likely a lock-order deadlock: each thread waits for a lock or a monitor "
            + "that another one owns. Take them in the same order everywhere; neither another kind of lock nor a newer "
            + "JDK fixes it.";

    private final Function<Object, @Nullable Thread> lockOwner;
    private final BiPredicate<Thread, @Nullable Object> isJoined;
    private final BiFunction<CarrierSnapshot, List<CarrierSnapshot>, @Nullable Thread> monitorOwner;

    /**
     * @param lockOwner who owns what a thread is parked for, null where that is not seen
     * @param isJoined whether what a thread is parked for is the end of that one
     * @param monitorOwner who likely owns the monitor that a held thread waits for
     */
    RescueChecks(
            Function<Object, @Nullable Thread> lockOwner,
            BiPredicate<Thread, @Nullable Object> isJoined,
            BiFunction<CarrierSnapshot, List<CarrierSnapshot>, @Nullable Thread> monitorOwner) {
        this.lockOwner = lockOwner;
        this.isJoined = isJoined;
        this.monitorOwner = monitorOwner;
    }

    /** The reason as a sentence, null where more carriers may help. */
    @Nullable
    String hopeless(StallPattern pattern, List<CarrierSnapshot> held) {
        return switch (pattern) {
            case CPU -> "The carriers are computing: more of them would only take processor time from the others.";
            case NATIVE_CALLS ->
                "The carriers are in native calls, which may compute: nothing proves that they make no progress.";
            case UNKNOWN -> "Not all carriers are seen to be blocked: nothing proves that they make no progress.";
            case LOCK_WITHOUT_CARRIER, CLASS_INITIALIZER, PINS -> hopelessWaits(pattern, held);
        };
    }

    private @Nullable String hopelessWaits(StallPattern pattern, List<CarrierSnapshot> held) {
        if (held.stream().allMatch(each -> endsInCircle(each, held))) {
            return circle(held);
        }
        if (StallReader.isLockOrder(held)) {
            return "The threads likely wait for each other's monitors: a lock-order deadlock. More carriers do not "
                    + "help: restart the JVM, and take the monitors in the same order everywhere.";
        }
        if (pattern == StallPattern.CLASS_INITIALIZER && held.stream().anyMatch(each -> initializerRuns(each, held))) {
            return "The class initializer that the others wait for still runs.";
        }
        return pattern == StallPattern.PINS
                        && held.stream().allMatch(each -> each.state() == Thread.State.TIMED_WAITING)
                ? "Each thread on a carrier waits for a limited time and continues by itself."
                : null;
    }

    private String circle(List<CarrierSnapshot> held) {
        if (held.stream().anyMatch(each -> each.doing() == Wait.WAITS_FOR_CLASS)) {
            return "A class initializer waits for a thread that waits for that same class. More carriers do not help: "
                    + "restart the JVM, and don't wait for other threads in a static initializer.";
        }
        return isLockCircle(held)
                ? "The threads wait for each other's locks: a lock-order deadlock. More carriers do not help: restart "
                        + "the JVM, and take the locks in the same order everywhere."
                : "The threads wait for each other in a circle: at least one for the end of a thread (Thread.join), or "
                        + "for a limited time. More carriers do not help: let no thread wait for one that waits for "
                        + "it, and restart the JVM if the circle does not end.";
    }

    /** Whether all of them wait without a time limit for locks and monitors, and for each other. */
    boolean isLockCircle(List<CarrierSnapshot> held) {
        return !held.isEmpty() && held.stream().allMatch(each -> waitsForLock(each) && endsInCircle(each, held));
    }

    private boolean waitsForLock(CarrierSnapshot held) {
        return held.doing() == Wait.ENTERS_MONITOR
                || (held.doing() == Wait.PARKED
                        && held.state() == Thread.State.WAITING
                        && held.blocker() != null
                        && lockOwner.apply(held.blocker()) != null);
    }

    private static boolean initializerRuns(CarrierSnapshot waiter, List<CarrierSnapshot> held) {
        ClassWait wait = waiter.classWait();
        if (wait == null || !wait.isKnown()) {
            return false;
        }
        Thread initializer = wait.initializer().thread();
        CarrierSnapshot its = of(initializer, held);
        return its == null ? initializer.getState() == Thread.State.RUNNABLE : !its.isBlocked();
    }

    private static @Nullable CarrierSnapshot of(Thread thread, List<CarrierSnapshot> held) {
        return held.stream()
                .filter(each -> thread.equals(each.carrier().virtualThread()))
                .findFirst()
                .orElse(null);
    }

    /** Whether it waits for somebody who waits for somebody, and so on, until one comes again. */
    private boolean endsInCircle(CarrierSnapshot first, List<CarrierSnapshot> held) {
        Set<Long> seen = new HashSet<>();
        Thread thread = first.carrier().virtualThread();
        while (thread != null) {
            if (!seen.add(thread.getId())) {
                return true;
            }
            thread = waitsFor(thread, held);
        }
        return false;
    }

    private @Nullable Thread waitsFor(Thread thread, List<CarrierSnapshot> held) {
        CarrierSnapshot its = of(thread, held);
        if (its != null && its.classWait() != null && its.classWait().isKnown()) {
            return its.classWait().initializer().thread();
        }
        if (its != null && its.doing() == Wait.ENTERS_MONITOR) {
            return monitorOwner.apply(its, held);
        }
        Object blocker = its != null && its.blocker() != null ? its.blocker() : LockSupport.getBlocker(thread);
        Thread owner = blocker == null ? null : lockOwner.apply(blocker);
        return owner != null ? owner : joined(blocker, held);
    }

    private @Nullable Thread joined(@Nullable Object blocker, List<CarrierSnapshot> held) {
        return held.stream()
                .map(each -> each.carrier().virtualThread())
                .filter(each -> each != null && isJoined.test(each, blocker))
                .findFirst()
                .orElse(null);
    }
}
