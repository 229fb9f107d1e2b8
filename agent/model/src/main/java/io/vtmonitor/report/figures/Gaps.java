package io.vtmonitor.report.figures;

import java.util.List;

/**
 * The gaps of a recording: times in which nothing was recorded, because the recording was stopped and started again.
 *
 * @param count how many gaps
 * @param nanos their lengths added up
 * @param longest the longest hundred gaps, in the order of time
 */
public record Gaps(int count, long nanos, List<Gap> longest) {
    public Gaps {
        longest = List.copyOf(longest);
    }
}
