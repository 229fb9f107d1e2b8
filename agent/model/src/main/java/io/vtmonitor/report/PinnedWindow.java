package io.vtmonitor.report;

import java.time.Instant;
import java.util.List;

/**
 * One of the longest times in which all carriers of a JVM were pinned at once, or as many as ever were. Times that are
 * less than 10 ms apart count as one.
 *
 * @param begin when it began
 * @param nanos from its start to its end
 * @param heldNanos the part of {@code nanos} in which all, or that many, carriers were pinned
 * @param carriers the most carriers pinned at one instant
 * @param starved true if all carriers were pinned
 * @param sites sites whose pins overlap it, most pins first, at most ten
 */
public record PinnedWindow(
        Instant begin, long nanos, long heldNanos, int carriers, boolean starved, List<SitePins> sites) {
    public PinnedWindow {
        sites = List.copyOf(sites);
    }

    /**
     * The pins of a site.
     *
     * @param id see {@code Site.id}
     * @param pins how many
     */
    public record SitePins(String id, long pins) {}
}
