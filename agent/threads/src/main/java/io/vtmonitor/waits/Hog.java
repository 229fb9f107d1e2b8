package io.vtmonitor.waits;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.report.WaitFacts.Named;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread that ran on its carrier without a break while others could run.
 *
 * @param thread which
 * @param carrier the id of its carrier's thread
 * @param trace the frames that were on its stack at each look, topmost first
 * @param seconds for so long at least
 * @param waiters so many of the threads that were watched could run all that time and got no carrier
 * @param moved whether its stack changed meanwhile. One that waits for a class that another thread initializes does not
 *     move, and to the JVM it runs, too
 * @param yieldsIn the method in which it was seen to call {@code Thread.yield}: it may have left its carrier between
 *     two looks and got it again; null if it was not
 * @param mostlyYields whether most of its stacks were such ones: else it computes, and yields now and then
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
    /** Whoever gives the carrier back within this time is none. */
    private static final double LONG = 0.1;

    /** With less of a processor it is the system that lets others wait. */
    private static final double LEAST_PROCESSOR = 0.3;

    /** Where it is not known whether the carriers had a processor all the while. */
    private static final double LONG_BY_THE_CLOCK = 0.5;

    /** The method in which it spins; null if it does not. */
    public @Nullable String spinsIn() {
        return mostlyYields ? yieldsIn : null;
    }

    /** Null if none of them is the application's. */
    public @Nullable StackTraceElement site() {
        return trace.stream()
                .filter(frame -> !JdkNames.isJdk(frame.getClassName()))
                .findFirst()
                .orElse(null);
    }

    /** Whether it can be told to compute: to the JVM, a thread in a call of native code runs, too. */
    public boolean computes(boolean allComputed) {
        return site() != null && (moved || allComputed);
    }

    /**
     * Whether it computed for long. On a processor that others use, too, a short computation takes long by the clock.
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
                        : seconds >= LONG_BY_THE_CLOCK);
    }

    /**
     * Whether it computed for long, as it never left its carrier: what others do to the processor is no matter then.
     *
     * @param kept for how many seconds it was watched on that carrier
     * @param processor the part of the time in which carriers had the processor they wanted; 0 if that is not known
     * @param allComputed whether all carriers that were not blocked are known to have used a processor
     */
    public boolean isLasting(double kept, double processor, boolean allComputed) {
        return computes(allComputed)
                && waiters > 0
                && (processor > 0 ? kept * processor >= LONG : kept >= LONG_BY_THE_CLOCK);
    }

    /** The same thread, on the same carrier, at the look before: with what was on its stack at both. */
    public Hog since(Hog before) {
        return new Hog(thread, carrier, inCommon(before.trace, trace), seconds, waiters, moved, yieldsIn, mostlyYields);
    }

    /** The outermost frames that both have, lines apart. */
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
