package io.vtmonitor.waits;

import io.vtmonitor.report.WaitFacts.Progress;
import io.vtmonitor.report.WaitGroup;
import org.jspecify.annotations.Nullable;

/** How a group moved on, by the last watches. */
public final class TurnRate {
    private GroupProgress moved = GroupProgress.UNKNOWN;
    private GroupProgress before = GroupProgress.UNKNOWN;

    /** Since nobody got a turn. */
    private boolean stands;

    private boolean gaveUp;
    private long standsSince;
    private long standsUntil;

    /** The group was not there at the look before. */
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

    /** How it moved on when that was last watched. */
    public GroupProgress moved() {
        return moved;
    }

    /** For how long nobody got a turn whenever they were watched, while some gave up; 0 if none did. */
    double starvedSeconds() {
        return gaveUp ? (standsUntil - standsSince) / 1e9 : 0;
    }

    /**
     * Whether the queue takes so long. Turns may come in bursts: where some do, two watches in a row must say so. Time
     * in which the carriers wanted a processor and had none is not the lock's.
     */
    public boolean isSlow(double seconds) {
        if (moved.moves()) {
            return moved.lockSeconds() >= seconds && before.lockSeconds() >= seconds;
        }
        double stood = (standsUntil - standsSince) / 1e9 + moved.seconds();
        return moved.seconds() >= seconds && (moved.hasProcessor() || stood * moved.processor() >= seconds);
    }

    /**
     * How turns come at one object.
     *
     * @param threads that wait for it
     * @param waited seconds for which the one that is next has waited, 0 if that is not known
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

    /** What was seen, and for how long nobody got a turn if that is at least so long. */
    Progress progress(double leastSeconds) {
        return moved.progress(starvedSeconds() < leastSeconds ? 0 : starvedSeconds());
    }
}
