package io.vtmonitor.metrics;

import io.vtmonitor.report.AgentGauges;
import io.vtmonitor.report.SchedulerFigures;
import io.vtmonitor.report.SchedulerVitals;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A figure of ours as the application's own Micrometer registry gets it.
 *
 * @param counts whether it only grows
 * @param unit Micrometer's word for it, or empty
 */
record RegistryFigure(String name, boolean counts, String unit, String description, ToDoubleFunction<Values> value) {
    static final List<RegistryFigure> ALL = List.of(
            new RegistryFigure("vthread.pins", true, "", "Pins", now -> now.pins),
            new RegistryFigure(
                    "vthread.carrier.pinned",
                    true,
                    "seconds",
                    "Carrier-seconds lost to pins, except those that a spare carrier may have replaced",
                    now -> now.pinnedSeconds),
            new RegistryFigure(
                    "vthread.starved",
                    true,
                    "seconds",
                    "Time in which at least as many carriers as the parallelism were pinned at once",
                    now -> now.vitals.starvedSeconds()),
            new RegistryFigure(
                    "vthread.stalled",
                    true,
                    "seconds",
                    "Time in which no virtual thread made progress",
                    now -> now.scheduler.stalledSeconds()),
            new RegistryFigure(
                    "vthread.events.lost",
                    true,
                    "bytes",
                    "Event data that the JVM could not keep",
                    now -> now.vitals.lostBytes()),
            new RegistryFigure(
                    "vthread.carriers.pinned.mean",
                    false,
                    "",
                    "Mean number of pinned carriers in the last interval",
                    now -> now.vitals.carriersPinnedMean()),
            new RegistryFigure(
                    "vthread.carriers.pinned.max",
                    false,
                    "",
                    "Peak number of pinned carriers in the last interval",
                    now -> now.vitals.carriersPinnedMax()),
            new RegistryFigure(
                    "vthread.capacity.lost.ratio",
                    false,
                    "",
                    "Mean number of pinned carriers, without spare ones, divided by the parallelism",
                    now -> now.vitals.capacityLost()),
            new RegistryFigure(
                    "vthread.scheduler.parallelism",
                    false,
                    "",
                    "The scheduler's parallelism: its target number of carriers",
                    now -> now.vitals.parallelism()),
            new RegistryFigure(
                    "vthread.scheduler.mounted",
                    false,
                    "",
                    "Carriers that are not idle",
                    now -> now.ofScheduler(SchedulerFigures::mounted)),
            new RegistryFigure(
                    "vthread.scheduler.queued",
                    false,
                    "",
                    "Virtual threads that wait for a carrier",
                    now -> now.ofScheduler(SchedulerFigures::queued)),
            new RegistryFigure(
                    "vthread.schedule.delay.current",
                    false,
                    "seconds",
                    "How long the probe has currently been waiting for a carrier",
                    now -> now.scheduler.waitingSeconds()),
            new RegistryFigure(
                    "vthread.threshold",
                    false,
                    "seconds",
                    "Shorter pins are not recorded",
                    now -> now.vitals.pinnedThresholdSeconds()),
            new RegistryFigure(
                    "vthread.blind",
                    false,
                    "seconds",
                    "Time in the life of the JVM that was not watched",
                    now -> now.vitals.blindSeconds()));

    /** What the figures are taken from, all of one instant. */
    record Values(AgentGauges vitals, SchedulerVitals scheduler, long pins, double pinnedSeconds) {
        static final Values NONE = new Values(
                new AgentGauges("", 0, 0, 0, 0, 0, 0, null, 0, 0, 0, 0, 0, 0, 0, 0, false), SchedulerVitals.NONE, 0, 0);

        double ofScheduler(ToDoubleFunction<SchedulerFigures> figure) {
            SchedulerFigures figures = scheduler.figures();
            return figures == null ? 0 : figure.applyAsDouble(figures);
        }
    }
}
