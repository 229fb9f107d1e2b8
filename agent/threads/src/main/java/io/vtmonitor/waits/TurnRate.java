package io.vtmonitor.waits;

import io.vtmonitor.report.WaitFacts.Progress;
import io.vtmonitor.report.WaitGroup;
import org.jspecify.annotations.Nullable;

/** How fast threads left a group, by the last two times that it was watched. */
public final class TurnRate {
    private GroupProgress moved = GroupProgress.UNKNOWN;
    private GroupProgress before = GroupProgress.UNKNOWN;

    /** Whether no thread got a turn when the group was last watched. */
    private boolean stands;

    private boolean gaveUp;
    private long standsSince;
    private long standsUntil;

    /** Starts again: the group was not there at the look before, or was not watched. */
    void again() {
        moved = GroupProgress.UNKNOWN;
        before = GroupProgress.UNKNOWN;
        stands = false;
        gaveUp = false;
    }

    void watched(GroupProgress seen, long nanos) {
        before = moved;
        moved = seen;
        standsSince = stands ? standsSince : nanos;
        standsUntil = nanos;
        stands = !seen.moves();
        gaveUp = stands && (gaveUp || seen.anyGaveUp());
    }

    /** What was seen when the group was last watched. */
    public GroupProgress moved() {
        return moved;
    }

    /** Seconds for which no thread got a turn whenever they were watched, while some gave up; 0 if none gave up. */
    double starvedSeconds() {
        return gaveUp ? (standsUntil - standsSince) / 1e9 : 0;
    }

    /**
     * Whether the queue takes {@code seconds} or longer. Turns may come in bursts: if there were turns, this needs two
     * watches in a row. Time in which the carriers wanted a processor and had none does not count.
     */
    public boolean isSlow(double seconds) {
        if (moved.moves()) {
            return moved.lockSeconds() >= seconds && before.lockSeconds() >= seconds;
        }
        double stood = (standsUntil - standsSince) / 1e9 + moved.seconds();
        return moved.seconds() >= seconds && (moved.hasProcessor() || stood * moved.processor() >= seconds);
    }

    /**
     * How often threads get their turn at one object.
     *
     * @param threads how many wait for it
     * @param waited seconds for which the next thread has been next; 0 if that is not known
     * @param now whether they were watched at the last look
     * @return null if nothing is known
     */
    WaitGroup.@Nullable Turns turns(int threads, double waited, boolean now) {
        GroupProgress seen = now ? moved : GroupProgress.UNKNOWN;
        return waited == 0 && seen.seconds() == 0
                ? null
                : new WaitGroup.Turns(
                        threads,
                        nanos(waited),
                        now ? nanos(starvedSeconds()) : 0,
                        nanos(seen.seconds()),
                        count(seen.left(), threads),
                        count(seen.gaveUp(), threads),
                        seen.mayGiveUp());
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }

    private static int count(double estimate, int threads) {
        return (int) Math.round(Math.min(estimate, threads));
    }

    /** What was seen, with the time in which no thread got a turn if that is {@code leastSeconds} or longer. */
    Progress progress(double leastSeconds) {
        return moved.progress(starvedSeconds() < leastSeconds ? 0 : starvedSeconds());
    }
}
