package io.vtmonitor.timeline;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** How often and for how long all carriers but one were pinned, and by which sites. */
public final class AllButOne {
    private long times;
    private long nanos;
    private boolean reached;

    /** By the number of the site plus one; all folded ones are one site. */
    private long[] bySite = new long[16];

    AllButOne copy() {
        AllButOne copy = new AllButOne();
        copy.times = times;
        copy.nanos = nanos;
        copy.reached = reached;
        copy.bySite = bySite.clone();
        return copy;
    }

    /**
     * So many carriers are pinned from now on, of so many that the scheduler aims at; the only one of one says nothing.
     */
    void held(int held, int parallelism) {
        boolean now = parallelism > 1 && held >= parallelism - 1;
        times += now && !reached ? 1 : 0;
        reached = now;
    }

    /**
     * Time passes.
     *
     * @param passed nanoseconds in which exactly one carrier was free
     * @param open the pins that hold the others
     */
    void pass(long passed, Windows.OpenSites open) {
        nanos += passed;
        open.each(site -> {
            int at = Math.max(0, site + 1);
            if (at >= bySite.length) {
                bySite = Arrays.copyOf(bySite, Math.max(at + 1, bySite.length * 2));
            }
            bySite[at] += passed;
        });
    }

    /** How often the pinned carriers became all but one. */
    public long times() {
        return times;
    }

    /** For how long exactly one was free. */
    public long nanos() {
        return nanos;
    }

    /** Carrier-nanoseconds of this time by the site's number, -1 for folded ones. */
    public Map<Integer, Long> bySite() {
        Map<Integer, Long> map = new HashMap<>();
        for (int i = 0; i < bySite.length; i++) {
            if (bySite[i] > 0) {
                map.put(i - 1, bySite[i]);
            }
        }
        return map;
    }
}
