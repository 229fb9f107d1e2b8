package io.vtmonitor.waits.census;

import io.vtmonitor.common.StableName;
import io.vtmonitor.waits.ThreadText;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A virtual thread while it is watched: for how long it has run on one carrier, or could have run and had none. */
@SuppressWarnings("ReferenceEquality") // carriers are told apart by identity
final class CarrierRun {
    private static final long STACK_AFTER = 40_000_000;
    private static final long STACK_EVERY = 60_000_000;

    private final Thread thread;
    private @Nullable Thread carrier;
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
    private @Nullable String spinsIn;
    private @Nullable Hog longest;

    CarrierRun(Thread thread) {
        this.thread = thread;
    }

    Thread thread() {
        return thread;
    }

    /**
     * Goes on.
     *
     * @param now its carrier, null where it has none
     * @param canRun whether it could run and has none
     * @param passed since the step before, in nanoseconds
     */
    void step(@Nullable Thread now, boolean canRun, long passed) {
        couldRun = canRun;
        ready = canRun ? ready + passed : 0;
        Thread.State state = now == null ? Thread.State.NEW : now.getState();
        blocked = now != null && state != Thread.State.RUNNABLE;
        boolean goesOn = now != null && now == carrier && state == Thread.State.RUNNABLE;
        began = now != null && !goesOn;
        ran = goesOn ? ran + passed : 0;
        carrier = state == Thread.State.RUNNABLE ? now : null;
        if (!goesOn) {
            common = null;
            last = null;
            moved = false;
            inputOutput = false;
            spinsIn = null;
            nextStack = STACK_AFTER;
        }
    }

    boolean wantsStack() {
        return ran >= nextStack;
    }

    /** For those that run without a break. */
    void takeStack() {
        List<StackTraceElement> now = List.of(thread.getStackTrace());
        nextStack = ran + STACK_EVERY;
        common = common == null ? now : inCommon(common, now);
        moved |= last != null && !last.equals(now);
        last = now;
        spinsIn = yieldsIn(now) == null ? spinsIn : yieldsIn(now);
        inputOutput |= !now.isEmpty() && isInputOutput(now.get(0));
    }

    /** Reading a file keeps the carrier, too, and computes nothing. */
    private static boolean isInputOutput(StackTraceElement top) {
        String type = top.getClassName();
        return top.isNativeMethod() && (type.startsWith("java.io.") || type.startsWith("sun.nio."));
    }

    /** Whether it got its carrier since the step before. */
    boolean hasBegun() {
        return began;
    }

    /** The method that calls {@code Thread.yield} at this moment; null where none does. */
    @Nullable
    String yieldsIn() {
        return yieldsIn(List.of(thread.getStackTrace()));
    }

    static @Nullable String yieldsIn(List<StackTraceElement> trace) {
        boolean yields = false;
        for (StackTraceElement frame : trace) {
            if (!frame.getClassName().startsWith("java.lang.")) {
                return yields ? StableName.of(frame.getClassName() + "." + frame.getMethodName()) : null;
            }
            yields |= frame.getMethodName().equals("yield");
        }
        return null;
    }

    /** Counts the threads that could have run for as long as it runs. */
    void waiters(Collection<CarrierRun> all) {
        List<StackTraceElement> trace = common;
        if (ran < STACK_AFTER || trace == null || inputOutput) {
            return;
        }
        int count = 0;
        for (CarrierRun other : all) {
            count += other.ready >= ran ? 1 : 0;
        }
        double seconds = ran / 1e9;
        if (count > 0 && (longest == null || seconds > longest.seconds())) {
            longest = new Hog(ThreadText.of(thread, true), trace, seconds, count, moved, spinsIn);
        }
    }

    boolean isReady() {
        return couldRun;
    }

    /** Whether it keeps its carrier and waits. */
    boolean isBlockedOnCarrier() {
        return blocked;
    }

    /** Its longest run while another could have run, null where there was none. */
    @Nullable
    Hog hog() {
        return longest;
    }

    /** The outermost frames that both have, lines apart. */
    private static List<StackTraceElement> inCommon(List<StackTraceElement> before, List<StackTraceElement> now) {
        int same = 0;
        while (same < Math.min(before.size(), now.size())
                && isSame(before.get(before.size() - 1 - same), now.get(now.size() - 1 - same))) {
            same++;
        }
        return now.subList(now.size() - same, now.size());
    }

    private static boolean isSame(StackTraceElement one, StackTraceElement other) {
        return one.getMethodName().equals(other.getMethodName())
                && one.getClassName().equals(other.getClassName());
    }
}
