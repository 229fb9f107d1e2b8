package io.vtmonitor.report;

import java.time.Instant;
import java.util.List;

/**
 * One of the longest stretches in which a JVM's carriers were pinned at once: all of them, or as many as ever were.
 * Stretches that are less than 10 ms apart are one.
 *
 * @param begin when it began
 * @param nanos from its begin to its end
 * @param heldNanos the part of it in which that many carriers were pinned
 * @param carriers most pinned at one instant of it
 * @param starved true if all carriers were pinned
 * @param sites whose pins reach into it, most pins first, at most ten
 */
public record PinnedWindow(
        Instant begin, long nanos, long heldNanos, int carriers, boolean starved, List<SitePins> sites) {
    public PinnedWindow {
        sites = List.copyOf(sites);
    }

    /**
     * A site's part.
     *
     * @param id see {@code Site.id}
     * @param pins how many
     */
    public record SitePins(String id, long pins) {}
}
