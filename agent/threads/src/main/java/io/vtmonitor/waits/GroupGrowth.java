package io.vtmonitor.waits;

import org.jspecify.annotations.Nullable;

/**
 * How a group has grown since it last shrank, or lost more than one in twenty of its threads.
 *
 * @param since when that was, or when the group was first seen, as {@link System#nanoTime}
 * @param last the last look, as {@link System#nanoTime}
 * @param from threads at {@code since}
 * @param to threads at {@code last}
 * @param looks looks since {@code since}, that one included
 * @param steps at how many of these looks there were more threads than at the look before
 * @param first the ids of the threads at {@code since}; null before the first look
 * @param stay the part of {@code first} that is still there at {@code last}, 0 to 1
 */
public record GroupGrowth(
        long since,
        long last,
        int from,
        int to,
        int looks,
        int steps,
        @Nullable ThreadIdSketch first,
        double stay) {
    public static final GroupGrowth NONE = new GroupGrowth(0, 0, 0, 0, 0, 0, null, 0);

    public GroupGrowth after(long nanos, int threads, ThreadIdSketch now) {
        double stays = first == null ? 0 : first.partIn(now);
        if (first == null || threads < to || stays < 0.95) {
            return new GroupGrowth(nanos, nanos, threads, threads, 1, 0, now, 1);
        }
        return new GroupGrowth(since, nanos, from, threads, looks + 1, threads > to ? steps + 1 : steps, first, stays);
    }

    public double seconds() {
        return (last - since) / 1e9;
    }
}
