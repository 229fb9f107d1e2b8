package io.vtmonitor.report;

import java.util.List;

/**
 * What virtual threads waited for, pinned or not: from looks of the agent at all of them, or from thread dumps.
 *
 * @param looks how many
 * @param seconds from the first look to the last
 * @param costSeconds time the looks took; zero for thread dumps
 * @param threads virtual threads at the last look
 * @param most virtual threads at any look
 * @param groups most threads times seconds first
 * @param verdicts worst first
 * @param limits what these figures can't show, one sentence each
 * @param resources what pools have lent and to whom, most waiting first; empty where that was not asked for
 */
public record Waits(
        long looks,
        double seconds,
        double costSeconds,
        int threads,
        int most,
        List<WaitGroup> groups,
        List<WaitVerdict> verdicts,
        List<String> limits,
        List<ResourcePool> resources) {
    /** Nobody looked. */
    public static final Waits NONE = new Waits(0, 0, 0, 0, 0, List.of(), List.of(), List.of());

    /** @param resources null where the JSON is of a release that did not know of them */
    public Waits {
        groups = List.copyOf(groups);
        verdicts = List.copyOf(verdicts);
        limits = List.copyOf(limits);
        resources = resources == null ? List.of() : List.copyOf(resources);
    }

    /** Without what pools have lent. */
    public Waits(
            long looks,
            double seconds,
            double costSeconds,
            int threads,
            int most,
            List<WaitGroup> groups,
            List<WaitVerdict> verdicts,
            List<String> limits) {
        this(looks, seconds, costSeconds, threads, most, groups, verdicts, limits, List.of());
    }

    /** The same with what pools have lent, and what that showed. */
    public Waits with(List<ResourcePool> lent, List<WaitVerdict> seen, List<String> unseen) {
        return new Waits(looks, seconds, costSeconds, threads, most, groups, seen, unseen, lent);
    }

    /** Whether nobody looked, neither at virtual threads nor at pools. */
    public boolean none() {
        return looks == 0 && resources.isEmpty();
    }
}
