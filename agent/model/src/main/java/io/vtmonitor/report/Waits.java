package io.vtmonitor.report;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What virtual threads waited for, pinned or not, from looks of the agent at all of them or from dumps.
 *
 * @param looks how many looks, or dumps
 * @param nanos time from the first look to the last
 * @param costNanos processor time that the looks took; zero for dumps
 * @param threads how many virtual threads the last look found
 * @param most the most virtual threads at any look
 * @param groups most thread-seconds first
 * @param verdicts worst first
 * @param limits what these figures can't show
 * @param resources what pools have lent, and the borrowers, most waiting threads first; empty if the user did not
 *     request it
 * @param timelines how many threads waited for what over time, one for each JVM with more than one look; of too many
 *     JVMs, those with most waits
 * @param memory the memory of virtual threads in the heap; null if no heap dump shows it
 * @param mounts how often the scheduler mounted threads; null if that was not counted
 */
public record Waits(
        long looks,
        long nanos,
        long costNanos,
        int threads,
        int most,
        List<WaitGroup> groups,
        List<WaitVerdict> verdicts,
        List<Limit> limits,
        List<ResourcePool> resources,
        List<Timeline> timelines,
        @Nullable ThreadMemory memory,
        @Nullable MountFigures mounts) {
    /** The most timelines; those of further JVMs are left out. */
    public static final int MOST_TIMELINES = 20;

    /** The waits of a JVM that was not watched. */
    public static final Waits NONE = new Waits(0, 0, 0, 0, 0, List.of(), List.of(), List.of());

    /**
     * How many virtual threads of a JVM waited for what, over time.
     *
     * @param binSeconds length of a bin, a power of two
     * @param firstBin the first bin, counted in bins since the epoch
     * @param looks how many looks, by bin; if 0, it is not known how many threads waited
     * @param series most threads first
     */
    public record Timeline(long binSeconds, long firstBin, List<Long> looks, List<Series> series) {
        /** Most waits first, then the earliest, then by the content. */
        public static final Comparator<Timeline> MOST_WAITS_FIRST = Comparator.comparingDouble(Timeline::threadSeconds)
                .reversed()
                .thenComparingDouble(timeline -> (double) timeline.firstBin() * timeline.binSeconds())
                .thenComparing(Timeline::toString);

        /**
         * The latest time that is accepted, in seconds since the epoch: years with more than four digits are errors.
         */
        public static final long LATEST_SECOND = 100_000_000_000L;

        private static final int MOST_BINS = 1_000;

        /** @throws IllegalArgumentException if the parts are inconsistent, or the time is impossible */
        public Timeline {
            looks = List.copyOf(looks);
            series = List.copyOf(series);
            int bins = looks.size();
            boolean fits = bins > 0
                    && bins <= MOST_BINS
                    && binSeconds > 0
                    && binSeconds <= LATEST_SECOND
                    && firstBin >= 0
                    && firstBin <= LATEST_SECOND / binSeconds
                    && looks.stream().allMatch(each -> each >= 0 && each <= Integer.MAX_VALUE)
                    && series.stream().allMatch(each -> each.threads().size() == bins);
            if (!fits) {
                throw new IllegalArgumentException("no timeline of waits");
            }
        }

        private double threadSeconds() {
            return binSeconds * series.stream().mapToDouble(Series::sum).sum();
        }
    }

    /**
     * Threads that waited for one kind of thing.
     *
     * @param operation what they waited for
     * @param pool the pool whose resource it was; null if it was no known pool
     * @param threads the mean of a bin's looks, by bin; 0 if there was no look
     */
    public record Series(WaitOperation operation, @Nullable String pool, List<Double> threads) {
        /** Most threads first, then by name. */
        public static final Comparator<Series> MOST_THREADS_FIRST = Comparator.comparingDouble(Series::sum)
                .reversed()
                .thenComparing(series -> series.operation() + " " + series.pool());

        public Series {
            threads = List.copyOf(threads);
        }

        private double sum() {
            return threads.stream().mapToDouble(Double::doubleValue).sum();
        }
    }

    public Waits {
        groups = List.copyOf(groups);
        verdicts = List.copyOf(verdicts);
        limits = List.copyOf(limits);
        resources = List.copyOf(resources);
        timelines = List.copyOf(timelines);
    }

    /** Without pools, timelines, memory, and mounts. */
    public Waits(
            long looks,
            long nanos,
            long costNanos,
            int threads,
            int most,
            List<WaitGroup> groups,
            List<WaitVerdict> verdicts,
            List<Limit> limits) {
        this(looks, nanos, costNanos, threads, most, groups, verdicts, limits, List.of(), List.of(), null, null);
    }

    /** The same with timelines. */
    public Waits with(List<Timeline> course) {
        return new Waits(
                looks, nanos, costNanos, threads, most, groups, verdicts, limits, resources, course, memory, mounts);
    }

    /** The same with another number of looks. */
    public Waits withLooks(long count) {
        return new Waits(
                count, nanos, costNanos, threads, most, groups, verdicts, limits, resources, timelines, memory, mounts);
    }

    /** The same with other pools, verdicts, and limits. */
    public Waits with(List<ResourcePool> lent, List<WaitVerdict> seen, List<Limit> unseen) {
        return new Waits(looks, nanos, costNanos, threads, most, groups, seen, unseen, lent, timelines, memory, mounts);
    }

    /** The same with the memory of virtual threads. */
    public Waits with(@Nullable ThreadMemory kept) {
        return new Waits(
                looks, nanos, costNanos, threads, most, groups, verdicts, limits, resources, timelines, kept, mounts);
    }

    /** The same with how often the scheduler mounted threads. */
    public Waits with(@Nullable MountFigures counted) {
        return new Waits(
                looks, nanos, costNanos, threads, most, groups, verdicts, limits, resources, timelines, memory,
                counted);
    }

    /** Whether neither virtual threads nor pools were watched. */
    public boolean none() {
        return looks == 0 && resources.isEmpty();
    }
}
