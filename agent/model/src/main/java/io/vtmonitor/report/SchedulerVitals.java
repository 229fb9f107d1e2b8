package io.vtmonitor.report;

import org.jspecify.annotations.Nullable;

/**
 * The scheduler and the watch over it, read by the metrics at each scrape.
 *
 * @param figures the scheduler's, null before the application has used virtual threads
 * @param waitingSeconds how long the probe has been waiting for a carrier by now
 * @param stalledSeconds time in stalls since the watch began, the present one included
 * @param probes virtual threads that the probe has started
 * @param selfSeconds processor time that our watch thread spends on all this
 * @param watched whether the scheduler is being watched: not where the JVM looks different inside, nor after its watch
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
