package io.vtmonitor.waits;

import io.vtmonitor.report.WaitFacts.Progress;

/**
 * How many threads of a group made progress while they were watched.
 *
 * @param threads how many the group has
 * @param left about how many of them got their turn and left
 * @param gaveUp about how many left because their time limit had passed
 * @param seconds for how long the group was watched; 0 if it was not
 * @param processor the part of the time in which the carriers had the processor that they wanted; 0 if that is not
 *     known
 * @param mayGiveUp whether some threads have a time limit that is not known: a thread that left may have given up
 */
public record GroupProgress(
        int threads, double left, double gaveUp, double seconds, double processor, boolean mayGiveUp) {
    /** If the carriers have less of a processor than this, a slow queue may be due to that. */
    private static final double LITTLE_PROCESSOR = 0.5;

    /** Of a group that was not watched. */
    public static final GroupProgress UNKNOWN = new GroupProgress(0, 0, 0);

    public GroupProgress(int threads, double left, double seconds) {
        this(threads, left, 0, seconds, 0, false);
    }

    /** The same, with the part of the time in which the carriers had the processor that they wanted. */
    public GroupProgress with(double part) {
        return new GroupProgress(threads, left, gaveUp, seconds, part, mayGiveUp);
    }

    /** The same, with whether some threads have a time limit that is not known. */
    public GroupProgress mayGiveUp(boolean some) {
        return new GroupProgress(threads, left, gaveUp, seconds, processor, some);
    }

    /** The same, with how many threads gave up. */
    public GroupProgress gaveUp(double number) {
        return new GroupProgress(threads, left, number, seconds, processor, mayGiveUp);
    }

    /** Whether any thread left because its time limit had passed. */
    boolean anyGaveUp() {
        return gaveUp >= 0.5;
    }

    /**
     * How long a thread takes at this rate from the end of the queue to its head; if no thread left, the time for which
     * the group was watched.
     */
    public double waitSeconds() {
        return moves() ? threads * seconds / left : seconds;
    }

    /**
     * Whether the carriers had a processor at least half of the time in which they wanted it; true if that is not
     * known.
     */
    boolean hasProcessor() {
        return processor == 0 || processor >= LITTLE_PROCESSOR;
    }

    /** As {@link #waitSeconds}, without the time in which the carriers lacked a processor. */
    double lockSeconds() {
        return hasProcessor() ? waitSeconds() : waitSeconds() * processor;
    }

    /** Whether any thread got its turn. */
    public boolean moves() {
        return left >= 0.5;
    }

    /**
     * The same as a record of the report.
     *
     * @param starvedSeconds for how long no thread made progress while some gave up; 0 if that was not long
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
