package io.vtmonitor.report;

import org.jspecify.annotations.Nullable;

/**
 * The figures of the scheduler and of its watch. The metrics read them at each scrape.
 *
 * @param figures those of the scheduler; null before the application has used virtual threads
 * @param waitingSeconds how long the probe has been waiting for a carrier so far
 * @param stalledSeconds time in stalls since the watch began, the present one included
 * @param probes virtual threads that the probe has started
 * @param selfSeconds processor time that vt-monitor's watch thread spends on this
 * @param watched whether the scheduler is being watched: false if this JVM looks different inside, or after the watch
 *     has failed
 */
public record SchedulerVitals(
        @Nullable SchedulerFigures figures,
        double waitingSeconds,
        double stalledSeconds,
        long probes,
        double selfSeconds,
        boolean watched) {
    /** Nothing is watched. */
    public static final SchedulerVitals NONE = new SchedulerVitals(null, 0, 0, 0, 0, false);
}
