package io.vtmonitor.tally;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.timeline.Sweep;
import org.jspecify.annotations.Nullable;

/** What is not known of the spare carriers that stand in for {@code Object.wait} on JDK 21 to 23. */
final class SpareCarriers {
    private SpareCarriers() {}

    /** By how much the figures may be too low; null if they are not. */
    static @Nullable Limit limit(Sweep sweep) {
        if (sweep.lostAtMostNanos() <= sweep.lostNanos()) {
            return null;
        }
        return Limit.of(
                LimitKind.SPARE_CARRIERS_UNKNOWN, sweep.lostAtMostNanos() / 1e9, sweep.starvedAtMostNanos() / 1e9);
    }
}
