package io.vtmonitor.tally;

import io.vtmonitor.common.Durations;
import io.vtmonitor.report.Report.Jvm;
import io.vtmonitor.timeline.Sweep;
import org.jspecify.annotations.Nullable;

/** What is not known of the spare carriers that stand in for {@code Object.wait} on JDK 21 to 23. */
final class SpareCarriers {
    private SpareCarriers() {}

    /** By how much the figures may be too low; null where they are not. */
    static @Nullable String limit(Sweep sweep, Jvm jvm) {
        double capacity = jvm.capacitySeconds();
        if (sweep.lostAtMostNanos() <= sweep.lostNanos() || capacity <= 0) {
            return null;
        }
        String starved = sweep.starvedAtMostNanos() > sweep.starvedNanos()
                ? ", and leave no carrier free for " + Durations.text(sweep.starvedAtMostNanos() / 1e9)
                : "";
        return "this JDK starts a spare carrier for Object.wait only where too few can run: with the waits, pins may cost up to "
                + Durations.percent(sweep.lostAtMostNanos() / 1e9 / capacity) + " of the capacity" + starved;
    }
}
