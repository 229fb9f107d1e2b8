package io.vtmonitor.report;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Library;
import io.vtmonitor.report.figures.StackFrame;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads that wait for the same thing at the same place. Those of several objects of one class are one group:
 * the largest of them is {@code mostOnOne}.
 *
 * @param place where they wait and what for
 * @param count how many, for how long
 * @param turns how turns come at the object for which most of them wait, at the last look at which any waited; null if
 *     that is not known
 * @param holder who has it, at the last look at which that was asked; null if nobody was asked
 * @param heldBy the parts of {@code count} in which it was known who had it, most time first; none if it never was
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
     * @param pool the pool whose resource they wait for, null if it is none that is known
     * @param blocker class of the object they are parked for, null if there is none
     * @param library whose code waits, null if that is not known
     * @param site the topmost frame that is not the JDK's, {@code com.acme.Cache.load}
     * @param caller the topmost frame outside of that library and of frameworks, null if there is none
     * @param entry the outermost frame of the application, null if there is none
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
     * Threads and their time.
     *
     * @param threads at the last look
     * @param margin 95 % of samples would give {@code threads} within so many of the truth; 0 if each thread was
     *     counted
     * @param most threads at any look
     * @param mostOnOne threads that waited for one and the same object, at any look; 0 if that is not known
     * @param looks at how many looks the group was there
     * @param threadNanos threads at each look times the time to the next one, added up: an estimate of the time that
     *     they waited from the first look to the last
     * @param marginNanos in 95 % of watches the truth lies within so many of that
     * @param arrivals threads that were not there at the look before, added up; those that come and go between two
     *     looks are not seen
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
        /** With those of another JVM: sums, and the most of one JVM. */
        public Count plus(Count other) {
            return new Count(
                    threads + other.threads,
                    margin + other.margin,
                    Math.max(most, other.most),
                    Math.max(mostOnOne, other.mostOnOne),
                    looks + other.looks,
                    threadNanos + other.threadNanos,
                    marginNanos + other.marginNanos,
                    arrivals + other.arrivals);
        }
    }

    /**
     * How turns come at one object. No verdict: workers that wait for work look the same.
     *
     * @param threads that wait for it
     * @param waitedNanos for so long at least the one that is next has waited, and none got a turn; 0 if that is not
     *     known
     * @param starvedNanos for so long none got a turn whenever they were watched, and some gave up; 0 if none did
     * @param watchedNanos for so long they were watched at that look; 0 if they were not
     * @param taken so many of them got one meanwhile, about
     * @param gaveUp so many of them gave up meanwhile when their time was over, about
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
     * A part of the time for which threads waited: that in which looks found the same place to have what they waited
     * for.
     *
     * @param site the method that took it, or, if that is not known, the one that its holder was in; null if the holder
     *     had ended
     * @param took whether that method is known to have taken it
     * @param confidence how sure this is of all of the time
     * @param threads that waited for it at any look, at most
     * @param threadNanos a part of {@link Count#threadNanos}
     */
    public record Held(@Nullable String site, boolean took, Confidence confidence, int threads, long threadNanos) {
        /** So many of each group are kept: the time of others is time whose holder is not known. */
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

        /** With the time of the same place in another JVM: as sure as the less sure of both. */
        public Held plus(Held other) {
            return new Held(
                    site,
                    took,
                    confidence.weaker(other.confidence),
                    Math.max(threads, other.threads),
                    threadNanos + other.threadNanos);
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
        heldBy = heldBy == null ? List.of() : List.copyOf(heldBy); // of a report by an older release
        frames = List.copyOf(frames);
    }

    /** Of whose time no holder is known. */
    public WaitGroup(
            Place place, Count count, @Nullable Turns turns, @Nullable WaitHolder holder, List<StackFrame> frames) {
        this(place, count, turns, holder, List.of(), frames);
    }

    /** The same with the parts of its time in which the holder is known. */
    public WaitGroup with(List<Held> known) {
        return new WaitGroup(place, count, turns, holder, known, frames);
    }
}
