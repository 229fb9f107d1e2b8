package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.report.MountFigures;
import io.vtmonitor.report.WaitFacts.WakeStorm;
import org.jspecify.annotations.Nullable;

/** How often the scheduler mounts virtual threads, and what that takes, in words. */
final class MountText {
    private static final double NANOS = 1e9;
    private static final double FEW_PER_SECOND = 1_000;

    private MountText() {}

    /** One line; null where nobody counted, or so few that they take nothing. */
    static @Nullable String line(@Nullable MountFigures figures) {
        if (figures == null || figures.nanos() == 0 || figures.mounts() * NANOS < FEW_PER_SECOND * figures.nanos()) {
            return null;
        }
        String counted = perSecond(figures.mounts(), figures.nanos()) + " mounts a second that the scheduler counts";
        return figures.measuredMounts() == 0
                ? counted
                : counted + "; while there were "
                        + perSecond(figures.measuredMounts(), figures.measuredNanos())
                        + ", the carriers used " + processors(figures.carrierNanos(), figures.measuredNanos())
                        + ": at most " + each(figures.carrierNanos(), figures.measuredMounts()) + " for each";
    }

    static String evidence(WakeStorm storm) {
        return "At least " + storm.threads()
                + (storm.threads() == 1 ? " virtual thread waits" : " virtual threads wait") + " in " + storm.site()
                + (storm.caller() == null || storm.caller().equals(storm.site()) ? "" : ", called by " + storm.caller())
                + ", for less than a millisecond each time, until a timer wakes it. While the carriers were watched for "
                + Durations.text(storm.nanos()) + ", they mounted threads "
                + perSecond(storm.mounts(), storm.nanos()) + " times a second or more, and used "
                + processors(storm.carrierNanos(), storm.nanos()) + ": at most "
                + each(storm.carrierNanos(), storm.mounts()) + " for each mount. The look before found the same.";
    }

    static String cure(WakeStorm storm) {
        return "Wait for what the loop checks, with a condition, a latch, or a queue, or wait longer between two checks: a"
                + " thread that waits for 10 ms wakes at most a hundred times a second.";
    }

    /** What each takes, on average. */
    static String each(long nanos, long mounts) {
        return Durations.text(nanos / NANOS / mounts);
    }

    private static String processors(long used, long nanos) {
        return Durations.percent((double) used / nanos) + " of a processor";
    }

    private static long perSecond(long count, long nanos) {
        return Math.round(count * NANOS / nanos);
    }
}
