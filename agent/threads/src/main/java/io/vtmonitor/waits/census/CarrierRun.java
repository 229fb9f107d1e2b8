package io.vtmonitor.waits.census;

import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.waits.Hog;
import io.vtmonitor.waits.YieldSpin;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A virtual thread while it is watched: for how long it has run on one carrier, or has been ready without a carrier.
 */
@SuppressWarnings("ReferenceEquality") // carriers are compared by identity
final class CarrierRun {
    private static final long STACK_AFTER = 40_000_000;
    private static final long STACK_EVERY = 60_000_000;

    private final Thread thread;
    private @Nullable Thread carrier;
    private @Nullable Thread on;
    private @Nullable Thread first;
    private boolean stepped;
    private boolean stayed = true;
    private boolean blocked;
    private boolean couldRun;
    private boolean began;
    private boolean inputOutput;
    private long ran;
    private long ready;
    private long nextStack = STACK_AFTER;
    private @Nullable List<StackTraceElement> common;
    private @Nullable List<StackTraceElement> last;
    private boolean moved;
    private @Nullable String yieldsIn;
    private int stacks;
    private int yields;
    private @Nullable Hog longest;

    CarrierRun(Thread thread) {
        this.thread = thread;
    }

    Thread thread() {
        return thread;
    }

    /**
     * Takes what a step found.
     *
     * @param now its carrier; null if it has none
     * @param canRun whether it is ready to run and has no carrier
     * @param passed nanoseconds since the step before
     */
    void step(@Nullable Thread now, boolean canRun, long passed) {
        began = stepped && now != null && now != on; // a pinned thread has it all the time
        stepped = true;
        on = now;
        first = first == null ? now : first;
        stayed &= now != null && now == first;
        couldRun = canRun;
        ready = canRun ? ready + passed : 0;
        Thread.State state = now == null ? Thread.State.NEW : now.getState();
        blocked = now != null && state != Thread.State.RUNNABLE;
        boolean goesOn = now != null && now == carrier && state == Thread.State.RUNNABLE;
        ran = goesOn ? ran + passed : 0;
        carrier = state == Thread.State.RUNNABLE ? now : null;
        if (!goesOn) {
            common = null;
            last = null;
            moved = false;
            inputOutput = false;
            yieldsIn = null;
            stacks = 0;
            yields = 0;
            nextStack = STACK_AFTER;
        }
    }

    boolean wantsStack() {
        return ran >= nextStack;
    }

    /** Reads the stack of a thread that has run on its carrier without a break. */
    void takeStack() {
        List<StackTraceElement> now = List.of(thread.getStackTrace());
        nextStack = ran + STACK_EVERY;
        common = common == null ? now : Hog.inCommon(common, now);
        moved |= last != null && !last.equals(now);
        last = now;
        String in = YieldSpin.yieldsIn(now);
        yieldsIn = in == null ? yieldsIn : in;
        stacks++;
        yields += in == null ? 0 : 1;
        inputOutput |= !now.isEmpty() && isInputOutput(now.get(0));
    }

    /** Whether it is in native code that reads or writes: this holds the carrier, too, but computes nothing. */
    private static boolean isInputOutput(StackTraceElement top) {
        String type = top.getClassName();
        return top.isNativeMethod() && (type.startsWith("java.io.") || type.startsWith("sun.nio."));
    }

    /** Whether it has got its carrier since the step before. */
    boolean hasBegun() {
        return began;
    }

    /** Its stack at this moment. */
    List<StackTraceElement> stack() {
        return List.of(thread.getStackTrace());
    }

    /**
     * Counts the threads that have been ready for as long as this one has run, and keeps the run if it is the longest.
     */
    void waiters(Collection<CarrierRun> all) {
        List<StackTraceElement> trace = common;
        Thread on = carrier;
        if (ran < STACK_AFTER || trace == null || on == null || inputOutput) {
            return;
        }
        int count = 0;
        for (CarrierRun other : all) {
            count += other.ready >= ran ? 1 : 0;
        }
        double seconds = ran / 1e9;
        if (count > 0 && (longest == null || seconds > longest.seconds())) {
            Named named = new Named(thread.getId(), thread.getName(), true);
            longest = new Hog(named, on.getId(), trace, seconds, count, moved, yieldsIn, 2 * yields > stacks);
        }
    }

    boolean isReady() {
        return couldRun;
    }

    /** Whether it waits and holds its carrier. */
    boolean isBlockedOnCarrier() {
        return blocked;
    }

    /** Whether each step has found it on the same carrier. */
    boolean hasStayed() {
        return stayed;
    }

    /** Its longest run during which another thread was ready; null if there was none. */
    @Nullable
    Hog hog() {
        return longest;
    }
}
