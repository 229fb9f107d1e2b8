package io.vtmonitor.report;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.figures.StackFrame;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pool and what it has lent: whatever its callers are, virtual threads or not, since the agent began to watch it.
 *
 * @param description which pool it is
 * @param occupancy how much of it is lent, and to how many threads nothing
 * @param usage what was lent and returned
 * @param worst the look at which most was lent while threads waited; of those one at which about as many waited as at
 *     any, and something was lent for the longest time; null if nobody waited and nothing was lent for a second
 * @param demand what was asked of it while threads waited; null if that is too little to tell, or an instant
 */
public record ResourcePool(
        Description description,
        Occupancy occupancy,
        Usage usage,
        @Nullable Look worst,
        @Nullable PoolDemand demand) {
    /** Then in an order that does not depend on how they were found. */
    public static final Comparator<ResourcePool> MOST_WAITING_FIRST = Comparator.comparingInt(
                    (ResourcePool pool) -> pool.occupancy.mostWaiting)
            .thenComparingDouble(pool -> pool.usage.waitNanos)
            .reversed()
            .thenComparing(ResourcePool::toString);

    /**
     * Which pool it is.
     *
     * @param pool the kind of pool, {@code HikariCP}
     * @param name its own name, null if it has none
     * @param lends what it lends, singular
     * @param size how many it lends at most, null if that is not known
     * @param sizeOfEach how many it lends at most for each route or key, null if there is no such limit
     */
    public record Description(
            String pool,
            @Nullable String name,
            String lends,
            @Nullable Integer size,
            @Nullable Integer sizeOfEach) {}

    /**
     * How much of it is lent.
     *
     * @param inUse lent at the end; those that were lent before the watch began are not counted
     * @param mostInUse most lent at any time
     * @param idle not lent at the end, null if that is not known
     * @param waiting threads that waited for one for a millisecond or longer at the end
     * @param mostWaiting most at any look
     */
    public record Occupancy(
            int inUse, int mostInUse, @Nullable Integer idle, int waiting, int mostWaiting) {}

    /**
     * What was lent and returned.
     *
     * @param borrowings how many were lent
     * @param failures callers that waited and got none
     * @param waitNanos how long all callers took to get one
     * @param longestWaitNanos the longest of them that is over
     * @param returns how many were given back
     * @param holdNanos for how long those were lent
     * @param longestHoldNanos the longest of them
     * @param neverReturned lent ones that were dropped and collected
     */
    public record Usage(
            long borrowings,
            long failures,
            long waitNanos,
            long longestWaitNanos,
            long returns,
            long holdNanos,
            long longestHoldNanos,
            long neverReturned) {
        /** Of a pool that was seen once: nobody counted. */
        public static final Usage NONE = new Usage(0, 0, 0, 0, 0, 0, 0, 0);
    }

    /**
     * A look at a pool for which threads waited, or of which something was lent for long.
     *
     * @param at when
     * @param inUse lent then
     * @param waiting threads that waited then
     * @param longestWaitNanos for how long the first of them had waited
     * @param lookedAt how many of the lent ones were looked at, those that were lent for the longest time; of a pool
     *     that may lend more, of those for the routes or keys that threads wait for
     * @param holders who had those, most first
     */
    public record Look(Instant at, int inUse, int waiting, long longestWaitNanos, int lookedAt, List<Holder> holders) {
        public Look {
            holders = List.copyOf(holders);
        }

        /** The same with other holders. */
        public Look with(List<Holder> others) {
            return new Look(at, inUse, waiting, longestWaitNanos, lookedAt, others);
        }
    }

    /**
     * Who has some of what a pool has lent.
     *
     * @param place the application's frame, {@code com.acme.ReportService.export:88}: of the stack in which they were
     *     borrowed where the confidence is exact, of the borrowers' stacks at the look where it is likely; null if it
     *     is unknown
     * @param confidence how sure it is that they have them
     * @param doing what the borrowers did at the look
     * @param resources how many they have
     * @param longestNanos for how long the first of them had been lent
     * @param frames the stack of one borrower at the look, topmost first
     * @param owner who has the lock or the monitor that it waits for; if that one waits for another, the last of this
     *     chain; null if it waits for none, or nobody is known to have it
     * @param borrowers the threads that borrowed them, as the pool itself notes, where no frame refers to what they
     *     borrowed; at most ten; if they have ended, that is what they are doing
     */
    public record Holder(
            @Nullable StackFrame place,
            Confidence confidence,
            WaitOperation doing,
            int resources,
            long longestNanos,
            List<StackFrame> frames,
            @Nullable WaitHolder owner,
            List<String> borrowers) {
        /** Most resources, then the longest held. */
        public static final Comparator<Holder> MOST_FIRST = Comparator.comparingInt(Holder::resources)
                .thenComparingDouble(Holder::longestNanos)
                .reversed()
                .thenComparing(Holder::toString);

        public Holder {
            frames = List.copyOf(frames);
            borrowers = borrowers == null ? List.of() : List.copyOf(borrowers); // of a report by an older release
        }
    }

    /** The same with another look. */
    public ResourcePool with(Look look) {
        return new ResourcePool(description, occupancy, usage, look, demand);
    }
}
