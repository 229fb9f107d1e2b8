package io.vtmonitor.report.figures;

import java.util.List;

/**
 * Time within a recording in which nothing was recorded, because it was stopped and begun again: nothing is known of
 * it.
 *
 * @param count how many gaps
 * @param nanos their lengths added up
 * @param longest the longest hundred, in the order of time
 */
public record Gaps(int count, long nanos, List<Gap> longest) {
    public Gaps {
        longest = List.copyOf(longest);
    }
}
