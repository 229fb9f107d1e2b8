package io.vtmonitor.analysis;

import java.util.Arrays;

/** When each site was pinned first and last in one JVM. Bounded as the sites are. */
final class SiteTimes {
    private long[] first = new long[0];
    private long[] last = new long[0];

    /**
     * @param site its number; negative for a folded one, which has no times
     * @param nanos begin of a pin, nanoseconds since the epoch
     */
    void add(int site, long nanos) {
        if (site < 0) {
            return;
        }
        if (site >= first.length) {
            int known = first.length;
            int length = Math.max(site + 1, known * 2);
            first = Arrays.copyOf(first, length);
            last = Arrays.copyOf(last, length);
            Arrays.fill(first, known, length, Long.MAX_VALUE);
            Arrays.fill(last, known, length, Long.MIN_VALUE);
        }
        first[site] = Math.min(first[site], nanos);
        last[site] = Math.max(last[site], nanos);
    }

    /** The span of a site since a begin; empty where it was not pinned here. */
    SiteSpan since(int site, long begin) {
        boolean seen = site < first.length && first[site] != Long.MAX_VALUE;
        return seen ? new SiteSpan(Math.max(0, first[site] - begin), Math.max(0, last[site] - begin)) : SiteSpan.EMPTY;
    }
}
