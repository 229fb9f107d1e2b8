package io.vtmonitor.waits;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.report.WaitFacts.Named;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread that ran on its carrier without a break while other threads were ready to run.
 *
 * @param thread the thread
 * @param carrier the id of its carrier's thread
 * @param trace the frames that were on its stack at each look, topmost first
 * @param seconds how long it ran, at least
 * @param waiters how many of the watched threads were ready all that time and got no carrier
 * @param moved whether its stack changed meanwhile. The stack of a thread that waits for a class that another thread
 *     initializes does not change, but the JVM shows that thread as running, too
 * @param yieldsIn the method in which it was seen to call {@code Thread.yield}, which may have taken it off its carrier
 *     between two looks; null if it was not seen to
 * @param mostlyYields whether most of its stacks showed {@code Thread.yield}; if not, it computes, and yields now and
 *     then
 */
public record Hog(
        Named thread,
        long carrier,
        List<StackTraceElement> trace,
        double seconds,
        int waiters,
        boolean moved,
        @Nullable String yieldsIn,
        boolean mostlyYields) {
    /** Seconds of computing; a thread that releases its carrier earlier is no hog. */
    private static final double LONG = 0.1;

    /** If the carriers had less of a processor than this, other threads wait because of the system. */
    private static final double LEAST_PROCESSOR = 0.3;

    /** Seconds of wall-clock time, if it is not known whether the carriers had a processor all the time. */
    private static final double LONG_WALL_CLOCK = 0.5;

    /** The method in which it spins; null if it does not. */
    public @Nullable String spinsIn() {
        return mostlyYields ? yieldsIn : null;
    }

    /** The topmost frame that is not the JDK's; null if there is none. */
    public @Nullable StackTraceElement site() {
        return trace.stream()
                .filter(frame -> !JdkNames.isJdk(frame.getClassName()))
                .findFirst()
                .orElse(null);
    }

    /** Whether it is known to compute: the JVM shows a thread in native code as running, too. */
    public boolean computes(boolean allComputed) {
        return site() != null && (moved || allComputed);
    }

    /**
     * Whether it computed for long. If other processes use the processors, too, a short computation takes a long
     * wall-clock time.
     *
     * @param processor the part of the time in which carriers had the processor they wanted; 0 if that is not known
     * @param allComputed whether all carriers that were not blocked are known to have used a processor
     */
    public boolean isLong(double processor, boolean allComputed) {
        return site() != null
                && waiters > 0
                && (moved || allComputed)
                && (processor > 0
                        ? processor >= LEAST_PROCESSOR && seconds * processor >= LONG
                        : seconds >= LONG_WALL_CLOCK);
    }

    /**
     * Whether it computed for long, given that it never left its carrier. How much other processes used the processors
     * does not matter then.
     *
     * @param kept for how many seconds it was seen on that carrier
     * @param processor the part of the time in which carriers had the processor they wanted; 0 if that is not known
     * @param allComputed whether all carriers that were not blocked are known to have used a processor
     */
    public boolean isLasting(double kept, double processor, boolean allComputed) {
        return computes(allComputed)
                && waiters > 0
                && (processor > 0 ? kept * processor >= LONG : kept >= LONG_WALL_CLOCK);
    }

    /** The same, with only the frames that were on its stack at the look before, too. */
    public Hog since(Hog before) {
        return new Hog(thread, carrier, inCommon(before.trace, trace), seconds, waiters, moved, yieldsIn, mostlyYields);
    }

    /** The outermost frames that both stacks have; lines may differ. */
    public static List<StackTraceElement> inCommon(List<StackTraceElement> before, List<StackTraceElement> now) {
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
