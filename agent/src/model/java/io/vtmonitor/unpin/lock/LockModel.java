package io.vtmonitor.unpin.lock;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuarantee;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;

/**
 * Checks the protocol of monitor, lock and hand-over by model checking: explores in which order threads come to the
 * steps of places that take an object's lock alone, and of places that lock both ways. Started by .ci/unpin/model.
 */
public final class LockModel {
    /** What each thread does, one thing after the other: whether two are inside at once. */
    private static final List<String> COUNTING = List.of(
            "lock | lock",
            "lock | both",
            "both | both",
            "lock | lockWithinBoth",
            "both | lockWithinBoth",
            "lockWithinBoth | lockWithinBoth",
            "lock | bothWithinLock",
            "both | bothWithinLock",
            "lock | bothWithinBoth",
            "lock | twiceWithinBoth",
            "both | twiceWithinBoth",
            "twiceWithinBoth | twiceWithinBoth",
            "lock lock | twiceWithinBoth",
            "lock lock | both both",
            "lock both | both lock",
            "both lock | lockWithinBoth lock",
            "lock | lock | both",
            "lock | both | both",
            "lock | both | lockWithinBoth",
            "lock | lock | twiceWithinBoth",
            "lock | both | twiceWithinBoth");

    /** The same: whether all that wait are notified, and come back to be inside alone. */
    private static final List<String> WAITING = List.of(
            "takeByLock | giveByLock",
            "takeByLock | giveByBoth",
            "takeByBoth | giveByLock",
            "takeByBoth | giveByBoth",
            "takeByLock | giveWithinBoth",
            "takeByBoth | giveWithinBoth",
            "takeWithinBoth | giveByLock",
            "takeWithinBoth | giveByBoth",
            "takeWithinBoth | giveWithinBoth",
            "takeAfterLock | giveByLock",
            "takeAfterLock | giveByBoth",
            "takeByLock | giveAfterLock",
            "takeByBoth | giveAfterLock",
            "takeAfterLock | giveAfterLock",
            "takeAfterLock | takeByLock | giveTwoByBoth",
            "takeByBoth | giveByLock giveByLock",
            "takeWithinBoth | giveByLock giveByLock",
            "passOnByBoth | takeByLock | giveByLock giveByLock",
            "takeByBoth takeByLock | giveByBoth giveByLock",
            "takeByBoth | takeByLock | giveByBoth giveByLock",
            "takeByBoth | takeByBoth | giveByBoth giveByBoth",
            "takeByBoth | takeByBoth | giveTwoByBoth",
            "takeByBoth | takeByLock | giveTwoByLock");

    private LockModel() {}

    /**
     * Prints a line for each scenario; ends with an error where one goes wrong, or where a place that takes no part in
     * the protocol is not found. The argument says in how many orders each runs.
     */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        int orders = Integer.parseInt(arguments[0]);
        checkThatItCanFail(orders);
        for (String threads : COUNTING) {
            check(Counter.class, Counter.class, threads, orders);
        }
        for (String threads : WAITING) {
            check(ModelTokens.class, ModelTokens.NeverWaits.class, threads, orders);
        }
    }

    private static void checkThatItCanFail(int orders) throws ReflectiveOperationException {
        try {
            check(Counter.class, Counter.class, "lock | monitor", orders);
        } catch (LincheckAssertionError expected) {
            System.out.println("a place that takes the monitor alone: found");
            return;
        }
        throw new AssertionError("A place that takes the monitor alone was not found: this check can't fail.");
    }

    private static void check(Class<?> places, Class<?> specification, String threads, int orders)
            throws ReflectiveOperationException {
        List<List<Actor>> actors = new ArrayList<>();
        for (String thread : threads.split(" \\| ")) {
            List<Actor> steps = new ArrayList<>();
            for (String name : thread.split(" ")) {
                steps.add(new Actor(places.getMethod(name), List.of()));
            }
            actors.add(steps);
        }
        long begin = System.nanoTime();
        new ModelCheckingOptions()
                .iterations(0)
                .addCustomScenario(new ExecutionScenario(List.of(), actors, List.of(), null))
                .invocationsPerIteration(orders)
                .sequentialSpecification(specification)
                .minimizeFailedScenario(false)
                .recursionBound(200)
                .loopBound(500)
                .addGuarantee(withoutSteps(SlicedLock.class, "makeRoom"))
                .addGuarantee(withoutSteps(StackHeadroom.class, "probe"))
                .check(places);
        System.out.printf("%-55s %d orders, %.1f s%n", threads, orders, (System.nanoTime() - begin) / 1e9);
    }

    /** Recursion that only uses up the stack. */
    private static ManagedStrategyGuarantee withoutSteps(Class<?> type, String method) {
        return ManagedStrategyGuaranteeKt.forClasses(type.getName())
                .methods(method)
                .ignore();
    }

    /** As where no object of that class has a lock yet: each order of steps passes through that as well. */
    static Object fresh() {
        Object object = new Object();
        MonitorRuntime.inUse = false;
        LockPolicyOf.of(object).taken = false;
        return object;
    }

    /** As rewritten code locks. */
    static int byLock(Object object, IntSupplier region) {
        MonitorRuntime.enter(object);
        try {
            return region.getAsInt();
        } finally {
            MonitorRuntime.exit(object);
        }
    }

    /** As code locks that keeps its monitor. */
    static int byBoth(Object object, IntSupplier region) {
        MonitorRuntime.enterBoth(object);
        try {
            synchronized (object) {
                MonitorRuntime.enteredBoth(object);
                Object outer = ModelMonitor.holds(object);
                try {
                    return region.getAsInt();
                } finally {
                    ModelMonitor.holds(outer);
                }
            }
        } finally {
            MonitorRuntime.exitBoth(object);
        }
    }

    /** No two threads are inside at once, so each gets a number of its own. */
    public static final class Counter {
        private final Object object = fresh();
        private int counted;

        private int count() {
            return ++counted;
        }

        @Operation
        public int lock() {
            return byLock(object, this::count);
        }

        @Operation
        public int both() {
            return byBoth(object, this::count);
        }

        /** The lock comes into use while its thread is inside by the monitor. */
        @Operation
        public int lockWithinBoth() {
            return byBoth(object, this::lock);
        }

        @Operation
        public int bothWithinLock() {
            return byLock(object, this::both);
        }

        @Operation
        public int bothWithinBoth() {
            return byBoth(object, () -> byBoth(object, this::lock));
        }

        /**
         * Between the two the thread is inside by the monitor alone, and the lock may be in use; so it is after them.
         */
        @Operation
        public int twiceWithinBoth() {
            return byBoth(object, () -> {
                int before = counted;
                lock();
                lock();
                if (counted != before + 2) {
                    throw new IllegalStateException("Another thread was inside: " + before + ", " + counted);
                }
                return count();
            });
        }

        /** Unsound beside the others. */
        @Operation
        public int monitor() {
            synchronized (object) {
                return count();
            }
        }
    }
}
