package io.vtmonitor.waits;

import org.jspecify.annotations.Nullable;

/**
 * How a group has grown since it last shrank.
 *
 * @param since when that was, as {@code System.nanoTime}
 * @param last the last look
 * @param from threads then
 * @param to threads now
 * @param looks looks since then
 * @param steps at how many of them there were more than at the one before
 * @param first the threads of then, null before the first look
 * @param stay the part of them that is still there
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
