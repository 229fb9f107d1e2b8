package io.vtmonitor.tally;

import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Reason;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.EnumSet;
import java.util.Set;

/**
 * From the first begin of a site's pins to the last, nanoseconds since the JVM began.
 *
 * @param firstNanos the first
 * @param lastNanos the last
 */
record SiteSpan(long firstNanos, long lastNanos) {
    /** A class is loaded and initialized once, but several threads may wait for it, on several carriers. */
    private static final long MAX_PINS = 100;

    private static final long MAX_NANOS = 10_000_000_000L;

    private static final Set<Reason> REASONS =
            EnumSet.of(Reason.CLASS_INIT, Reason.CLASS_INIT_WAIT, Reason.CLASS_LOAD, Reason.CRITICAL_SECTION);
    private static final Set<Hold> HOLDS =
            EnumSet.of(Hold.CLASS_INIT, Hold.CLASS_INIT_WAIT, Hold.CLASS_LOAD, Hold.CRITICAL_SECTION);

    /**
     * Whether the site is over once its classes are there.
     *
     * @param site what is said of it
     * @param pins how many it had
     * @param quiet whether it pinned no more while the watch continued, see {@link #isQuietUntil}
     */
    Occurrence occurrence(SiteFigures site, long pins, boolean quiet) {
        boolean linkage = REASONS.contains(site.reason());
        for (HolderLine holder : site.holders()) {
            linkage |= HOLDS.contains(holder.hold());
        }
        boolean few = pins <= MAX_PINS && lastNanos - firstNanos <= MAX_NANOS;
        return linkage && few && quiet ? Occurrence.ONCE : Occurrence.RECURRING;
    }

    /**
     * Whether the watch continued for as long without such a pin as they came before: pins that came until its end may
     * come again.
     *
     * @param endNanos when the watch ended, nanoseconds since the JVM began
     */
    boolean isQuietUntil(long endNanos) {
        return endNanos - lastNanos >= lastNanos - firstNanos;
    }
}
