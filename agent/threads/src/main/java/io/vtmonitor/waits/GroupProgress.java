package io.vtmonitor.waits;

import io.vtmonitor.report.WaitFacts.Progress;

/**
 * How many threads of a group made progress.
 *
 * @param threads it has
 * @param left so many of them got their turn, about
 * @param gaveUp so many left because their time was over, about
 * @param seconds for so long it was watched; 0 if it was not
 * @param processor the part of the time in which the carriers had the processor that they wanted; 0 if that is not
 *     known
 * @param mayGiveUp whether some wait for a time only and it is not known when that is over: who left may have got
 *     nothing
 */
public record GroupProgress(
        int threads, double left, double gaveUp, double seconds, double processor, boolean mayGiveUp) {
    /** With less of a processor it takes long to hand anything on. */
    private static final double LITTLE_PROCESSOR = 0.5;

    /** Nobody has watched. */
    public static final GroupProgress UNKNOWN = new GroupProgress(0, 0, 0);

    public GroupProgress(int threads, double left, double seconds) {
        this(threads, left, 0, seconds, 0, false);
    }

    /** The same, with what is known of the carriers meanwhile. */
    public GroupProgress with(double part) {
        return new GroupProgress(threads, left, gaveUp, seconds, part, mayGiveUp);
    }

    /** The same, of threads of which some may give up. */
    public GroupProgress mayGiveUp(boolean some) {
        return new GroupProgress(threads, left, gaveUp, seconds, processor, some);
    }

    /** The same, of threads of which so many gave up. */
    public GroupProgress gaveUp(double number) {
        return new GroupProgress(threads, left, number, seconds, processor, mayGiveUp);
    }

    /** Whether anybody left because its time was over. */
    boolean anyGaveUp() {
        return gaveUp >= 0.5;
    }

    /** At this pace, from the end of the queue to its head; where nobody has left, no more than was watched. */
    public double waitSeconds() {
        return moves() ? threads * seconds / left : seconds;
    }

    /** Whether the carriers had a processor most of the time, as far as that is known. */
    boolean hasProcessor() {
        return processor == 0 || processor >= LITTLE_PROCESSOR;
    }

    /** As {@link #waitSeconds}, without the time in which there was no processor. */
    double lockSeconds() {
        return hasProcessor() ? waitSeconds() : waitSeconds() * processor;
    }

    /** Whether anybody got his turn. */
    public boolean moves() {
        return left >= 0.5;
    }

    /**
     * What was seen.
     *
     * @param starvedSeconds for so long none made progress, and some gave up; 0 if that is not for long
     */
    public Progress progress(double starvedSeconds) {
        return new Progress(
                seconds,
                (int) Math.round(Math.min(left, threads)),
                (int) Math.round(Math.min(gaveUp, threads)),
                mayGiveUp,
                hasProcessor() ? 0 : processor,
                starvedSeconds);
    }
}
