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
 */
public record Waits(
        long looks,
        double seconds,
        double costSeconds,
        int threads,
        int most,
        List<WaitGroup> groups,
        List<WaitVerdict> verdicts,
        List<String> limits) {
    /** Nobody looked. */
    public static final Waits NONE = new Waits(0, 0, 0, 0, 0, List.of(), List.of(), List.of());

    public Waits {
        groups = List.copyOf(groups);
        verdicts = List.copyOf(verdicts);
        limits = List.copyOf(limits);
    }
}
