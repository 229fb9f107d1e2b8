package io.vtmonitor.report;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Library;
import io.vtmonitor.report.figures.StackFrame;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads that wait for the same kind of thing at the same place. Threads that wait for several objects of one
 * class are one group; {@link Count#mostOnOne} is the most that wait for one object.
 *
 * @param place where they wait and what for
 * @param count how many threads wait, and for how long
 * @param turns how often threads get their turn at the object that most of them wait for, at the last look that found
 *     any waiting; null if that is not known
 * @param holder the thread that has it, at the last look that found any waiting; null if no look searched for it
 * @param heldBy the parts of the time in which the holder was known, most time first; empty if it never was
 * @param frames the stack of one of them, topmost first
 */
public record WaitGroup(
        Place place,
        Count count,
        @Nullable Turns turns,
        @Nullable WaitHolder holder,
        List<Held> heldBy,
        List<StackFrame> frames) {
    /**
     * What distinguishes one group from another.
     *
     * @param operation what they wait for
     * @param pool the pool whose resource they wait for; null if it is no known pool
     * @param blocker class of the object that they are parked for; null if there is none
     * @param library whose code waits; null if that is not known
     * @param site the topmost frame that is not the JDK's, {@code com.acme.Cache.load}
     * @param caller the topmost frame outside of that library and of frameworks; null if there is none
     * @param entry the outermost frame of the application; null if there is none
     */
    public record Place(
            WaitOperation operation,
            @Nullable String pool,
            @Nullable String blocker,
            @Nullable Library library,
            String site,
            @Nullable String caller,
            @Nullable String entry) {}

    /**
     * How many threads wait, and for how long.
     *
     * @param threads how many wait at the last look
     * @param margin 95 % of samples would give {@code threads} within this many of the true number; 0 if each thread
     *     was counted
     * @param most the most threads at any look
     * @param mostOnOne the most threads that waited for one and the same object, at any look; 0 if that is not known
     * @param looks how many looks found the group
     * @param threadNanos the number of threads at each look, times the time to the next look, added up: an estimate of
     *     how long all threads waited from the first look to the last
     * @param marginNanos in 95 % of runs, {@code threadNanos} is within this margin of the true time
     * @param arrivals threads that were not there at the look before, added up; threads that come and go between two
     *     looks are missing
     */
    public record Count(
            int threads,
            int margin,
            int most,
            int mostOnOne,
            long looks,
            long threadNanos,
            long marginNanos,
            long arrivals) {
        /** With the count of another JVM: sums, and the larger ones of the maxima. */
        public Count plus(Count other) {
            return new Count(
                    threads + other.threads,
                    margin + other.margin,
                    Math.max(most, other.most),
                    Math.max(mostOnOne, other.mostOnOne),
                    looks + other.looks,
                    sum(threadNanos, other.threadNanos),
                    sum(marginNanos, other.marginNanos),
                    arrivals + other.arrivals);
        }
    }

    /**
     * How often threads get their turn at one object. No verdict follows from it, because workers that wait for work
     * look the same.
     *
     * @param threads how many threads wait for it
     * @param waitedNanos for how long, at least, the next thread has waited as the next one, and no thread got a turn;
     *     0 if that is not known
     * @param starvedNanos for how long no thread got a turn whenever they were watched, while some gave up; 0 if none
     *     gave up
     * @param watchedNanos for how long they were watched at that look; 0 if they were not
     * @param taken about how many of them got a turn meanwhile
     * @param gaveUp about how many of them gave up meanwhile because their time limit had passed
     * @param orGaveUp whether some of those counted as turns may have given up: the JVM did not show their time limits
     */
    public record Turns(
            int threads,
            long waitedNanos,
            long starvedNanos,
            long watchedNanos,
            int taken,
            int gaveUp,
            boolean orGaveUp) {}

    /**
     * The part of the time for which threads waited in which the holder was at one place.
     *
     * @param site the method that took what they waited for, or, if that is not known, the method that the holder was
     *     in; null if the holder had ended
     * @param took whether that method is known to have taken it
     * @param confidence how sure this is for all of the time
     * @param threads the most threads that waited for it at any look
     * @param threadNanos a part of {@link Count#threadNanos}
     */
    public record Held(@Nullable String site, boolean took, Confidence confidence, int threads, long threadNanos) {
        /**
         * The most parts that are kept of a group. The time of further holders counts as time without a known holder.
         */
        public static final int MOST = 8;

        /** Then in an order that does not depend on how they were found. */
        public static final Comparator<Held> MOST_TIME_FIRST = Comparator.comparingLong(Held::threadNanos)
                .thenComparingInt(Held::threads)
                .reversed()
                .thenComparing(held -> held.site + " " + held.took);

        /** Whether it is the same place. */
        public boolean isSame(Held other) {
            return took == other.took && Objects.equals(site, other.site);
        }

        /** With the time of the same place in another JVM. The confidence is the weaker one of both. */
        public Held plus(Held other) {
            return new Held(
                    site,
                    took,
                    confidence.weaker(other.confidence),
                    Math.max(threads, other.threads),
                    sum(threadNanos, other.threadNanos));
        }
    }

    /** Then in an order that does not depend on how they were found. */
    public static final Comparator<WaitGroup> MOST_WAITED_FIRST = Comparator.comparingLong(
                    (WaitGroup group) -> group.count.threadNanos)
            .thenComparingInt(group -> group.count.most)
            .reversed()
            .thenComparing(group -> group.place.site)
            .thenComparing(group -> group.place.operation + " " + group.place.pool + " " + group.place.blocker + " "
                    + group.place.library + " " + group.place.caller + " " + group.place.entry);

    public WaitGroup {
        heldBy = heldBy == null ? List.of() : List.copyOf(heldBy); // null in a report of an older release
        frames = List.copyOf(frames);
    }

    /** Without parts of the time with a known holder. */
    public WaitGroup(
            Place place, Count count, @Nullable Turns turns, @Nullable WaitHolder holder, List<StackFrame> frames) {
        this(place, count, turns, holder, List.of(), frames);
    }

    /** The same with other parts of the time with a known holder. */
    public WaitGroup with(List<Held> known) {
        return new WaitGroup(place, count, turns, holder, known, frames);
    }

    /** The sum of two times, in nanoseconds; if it is too much for a number, the largest number. */
    public static long sum(long one, long other) {
        long sum = one + other;
        return one > 0 && other > 0 && sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** How long so many threads waited together; if it is too much for a number, the largest number. */
    public static long threadNanos(int threads, long nanos) {
        return threads > 0 && nanos > Long.MAX_VALUE / threads ? Long.MAX_VALUE : threads * nanos;
    }
}
