package io.vtmonitor.report;

import io.vtmonitor.model.Library;
import io.vtmonitor.report.figures.StackFrame;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads that wait for the same thing at the same place. Those of several objects of one class are one group:
 * the largest of them is {@code mostOnOne}.
 *
 * @param operation what they wait for
 * @param pool the pool whose resource they wait for, null where it is none that is known
 * @param blocker class of the object they are parked for, null where there is none
 * @param library whose code waits, null where that is not known
 * @param site the topmost frame that is not the JDK's, {@code com.acme.Cache.load}
 * @param caller the topmost frame outside of that library and of frameworks, null where there is none
 * @param entry the outermost frame of the application, null where there is none
 * @param threads at the last look
 * @param margin 95 % of samples would give {@code threads} within so many of the truth; 0 where each thread was counted
 * @param most threads at any look
 * @param mostOnOne threads that waited for one and the same object, at any look; 0 where that is not known
 * @param looks at how many looks the group was there
 * @param threadNanos threads at each look times the time to the next one, added up
 * @param arrivals threads that were not there at the look before, added up; those that come and go between two looks
 *     are not seen
 * @param holder who has it, at the last look at which that was asked; null where nobody was asked
 * @param frames the stack of one of them, topmost first
 */
public record WaitGroup(
        WaitOperation operation,
        @Nullable String pool,
        @Nullable String blocker,
        @Nullable Library library,
        String site,
        @Nullable String caller,
        @Nullable String entry,
        int threads,
        int margin,
        int most,
        int mostOnOne,
        long looks,
        long threadNanos,
        long arrivals,
        @Nullable WaitHolder holder,
        List<StackFrame> frames) {
    /** Then in an order that does not depend on how they were found. */
    public static final Comparator<WaitGroup> MOST_WAITED_FIRST = Comparator.comparingLong(WaitGroup::threadNanos)
            .thenComparingInt(WaitGroup::most)
            .reversed()
            .thenComparing(WaitGroup::site)
            .thenComparing(group -> group.operation() + " " + group.pool() + " " + group.blocker() + " "
                    + group.library() + " " + group.caller() + " " + group.entry());

    public WaitGroup {
        frames = List.copyOf(frames);
    }
}
