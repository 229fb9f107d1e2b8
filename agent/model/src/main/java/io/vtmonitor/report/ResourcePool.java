package io.vtmonitor.report;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.figures.StackFrame;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pool and what it has lent since the agent began to follow it, to virtual threads and platform threads.
 *
 * @param description which pool it is
 * @param occupancy how many resources are lent, and how many threads wait
 * @param usage what was lent and returned
 * @param worst the worst look: that at which most resources were lent while threads waited. Of several such looks, one
 *     with about the most waiting threads and the longest loan. Null if no thread waited and nothing was lent for a
 *     second
 * @param demand what callers requested while threads waited; null if that is too little for an estimate, or if the pool
 *     was seen at one instant only
 */
public record ResourcePool(
        Description description,
        Occupancy occupancy,
        Usage usage,
        @Nullable Look worst,
        @Nullable PoolDemand demand) {
    /** Most waiting threads first, then most waiting time, then by the content. */
    public static final Comparator<ResourcePool> MOST_WAITING_FIRST = Comparator.comparingInt(
                    (ResourcePool pool) -> pool.occupancy.mostWaiting)
            .thenComparingDouble(pool -> pool.usage.waitNanos)
            .reversed()
            .thenComparing(ResourcePool::toString);

    /**
     * Which pool it is.
     *
     * @param pool the kind of pool, {@code HikariCP}
     * @param name its own name; null if it has none
     * @param lends what it lends, singular
     * @param size how many resources it lends at most; null if that is not known
     * @param sizeOfEach how many resources it lends at most for each route or key; null if there is no such limit
     */
    public record Description(
            String pool,
            @Nullable String name,
            String lends,
            @Nullable Integer size,
            @Nullable Integer sizeOfEach) {}

    /**
     * How many resources are lent, and how many threads wait.
     *
     * @param inUse lent at the end, without those that were lent before the watch began
     * @param mostInUse the most that were lent at any time
     * @param idle not lent at the end; null if that is not known
     * @param waiting threads that, at the end, had waited for a millisecond or longer
     * @param mostWaiting the most that waited at any look
     */
    public record Occupancy(
            int inUse, int mostInUse, @Nullable Integer idle, int waiting, int mostWaiting) {}

    /**
     * What was lent and returned.
     *
     * @param borrowings how many resources were lent
     * @param failures requests that got no resource
     * @param waitNanos how long all requests took, added up
     * @param longestWaitNanos the longest request that is over
     * @param returns how many resources were given back
     * @param holdNanos for how long these had been lent, added up
     * @param longestHoldNanos the longest of these loans
     * @param neverReturned lent resources that were garbage collected without being given back
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
        /** Of a pool that was seen only once, so that nothing was counted. */
        public static final Usage NONE = new Usage(0, 0, 0, 0, 0, 0, 0, 0);
    }

    /**
     * A look at a pool that threads waited for, or that had lent something for long.
     *
     * @param at when it was
     * @param inUse how many resources were lent
     * @param waiting how many threads waited
     * @param longestWaitNanos for how long the longest-waiting thread had waited
     * @param lookedAt how many loans were examined, those that had lasted longest; if the pool as a whole could lend
     *     more, only loans for routes or keys that threads wait for
     * @param holders the holders of these, most resources first
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
     * Threads at one place that have resources of a pool.
     *
     * @param place the application's frame, {@code com.acme.ReportService.export:88}: from the stacks in which the
     *     resources were borrowed if the confidence is exact, from the borrowers' stacks at the look if it is likely;
     *     null if it is unknown
     * @param confidence how sure {@code place} is
     * @param doing what the borrowers did at the look
     * @param resources how many resources they have
     * @param longestNanos for how long the first of these had been lent
     * @param frames the stack of one borrower at the look, topmost first
     * @param owner the owner of the lock or the monitor that this borrower waits for, at the end of the chain of
     *     owners; null if it waits for none, or the owner is not known
     * @param borrowers the threads that borrowed, as the pool itself notes, if no frame refers to the resources; at
     *     most ten. If they have ended, {@code doing} says so
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
        /** Most resources first, then the longest held. */
        public static final Comparator<Holder> MOST_FIRST = Comparator.comparingInt(Holder::resources)
                .thenComparingDouble(Holder::longestNanos)
                .reversed()
                .thenComparing(Holder::toString);

        public Holder {
            frames = List.copyOf(frames);
            borrowers = borrowers == null ? List.of() : List.copyOf(borrowers); // null in a report of an older release
        }
    }

    /** The same with another look. */
    public ResourcePool with(Look look) {
        return new ResourcePool(description, occupancy, usage, look, demand);
    }
}
