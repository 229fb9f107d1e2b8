package io.vtmonitor.pins;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.util.ArrayList;
import java.util.List;

/**
 * What the budget has raised since the watch began; live and in the recording it makes the same limits.
 *
 * @param allowed events of a kind a second
 */
public record RaisedThresholds(long allowed, Raised pinned, Raised monitor, Raised file) {
    public static final RaisedThresholds NONE = new RaisedThresholds(0, Raised.NOT, Raised.NOT, Raised.NOT);

    /**
     * One threshold.
     *
     * @param highest that was in force, in nanoseconds; zero if it was never raised
     * @param nanos how long it was above the one that was asked for
     */
    public record Raised(long highest, long nanos) {
        public static final Raised NOT = new Raised(0, 0);

        private void limit(LimitKind kind, long allowed, List<Limit> limits) {
            if (highest > 0) {
                limits.add(Limit.of(kind, highest / 1e9, Math.max(0, nanos) / 1e9, Math.max(0, allowed)));
            }
        }
    }

    /** What was not recorded because of it; empty if nothing was raised. */
    public List<Limit> limits() {
        List<Limit> limits = new ArrayList<>();
        pinned.limit(LimitKind.PIN_THRESHOLD_RAISED, allowed, limits);
        monitor.limit(LimitKind.MONITOR_THRESHOLD_RAISED, allowed, limits);
        file.limit(LimitKind.FILE_THRESHOLD_RAISED, allowed, limits);
        return limits;
    }

    /** Whether a limit is one of {@link #limits}. */
    public static boolean tell(Limit limit) {
        return switch (limit.kind()) {
            case PIN_THRESHOLD_RAISED, MONITOR_THRESHOLD_RAISED, FILE_THRESHOLD_RAISED -> true;
            default -> false;
        };
    }
}
