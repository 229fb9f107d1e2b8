package io.vtmonitor.metrics;

import io.vtmonitor.report.AgentGauges;
import io.vtmonitor.report.SchedulerFigures;
import io.vtmonitor.report.SchedulerVitals;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A figure that is one number of the JVM, defined once for the agent's page and for the application's own Micrometer
 * registry. Figures with labels whose values are not fixed are in {@link PinMeters}, {@link SchedulerMeters},
 * {@link WaitMeters}, {@link PoolMeters}, and {@link UnpinMeters}.
 *
 * @param where the registries that have it
 * @param name in Micrometer's form
 * @param counts whether it is a counter, which only grows
 * @param unit Micrometer's base unit; null for a plain number
 * @param label its only label; null for none
 * @param value NaN if this JVM does not have the figure
 */
record Figure(
        Where where,
        String name,
        boolean counts,
        @Nullable String unit,
        @Nullable Label label,
        String description,
        ToDoubleFunction<Values> value) {
    private static final String SECONDS = "seconds";
    private static final String BYTES = "bytes";

    /** Which registries have a figure. */
    enum Where {
        /** The agent's page and the application's registry. */
        BOTH,
        /** Only the agent's page. */
        PAGE,
        /** Only the application's registry: the page has it for each site. */
        APPLICATION
    }

    /** A label and its value. */
    record Label(String key, String value) {}

    /**
     * The data that figures are taken from, all of the same instant.
     *
     * @param pins the number of pins
     * @param pinnedSeconds carrier-seconds, without pins for which a spare carrier may have been started
     */
    record Values(AgentGauges vitals, SchedulerVitals scheduler, long pins, double pinnedSeconds) {
        static final Values NONE = new Values(
                AgentGauges.withoutPins("", 0, new AgentGauges.Thresholds(0, null, 0), 0), SchedulerVitals.NONE, 0, 0);

        private double ofScheduler(ToDoubleFunction<SchedulerFigures> figure) {
            SchedulerFigures figures = scheduler.figures();
            return figures == null ? 0 : figure.applyAsDouble(figures);
        }
    }

    private static final List<Figure> ALL = List.of(
            counter(Where.APPLICATION, "vthread.pins", null, "Pins", now -> now.pins),
            counter(
                    Where.BOTH,
                    "vthread.carrier.pinned",
                    SECONDS,
                    "Carrier-seconds lost to pins, except those that a spare carrier may have replaced",
                    now -> now.pinnedSeconds),
            counter(
                    Where.BOTH,
                    "vthread.starved",
                    SECONDS,
                    "Time in which at least as many carriers as the parallelism were pinned at once",
                    now -> now.vitals.pinned().starvedSeconds()),
            gauge(
                    Where.BOTH,
                    "vthread.carriers.pinned.mean",
                    "Mean number of pinned carriers in the last interval",
                    now -> now.vitals.pinned().mean()),
            gauge(
                    Where.BOTH,
                    "vthread.carriers.pinned.max",
                    "Peak number of pinned carriers in the last interval",
                    now -> now.vitals.pinned().max()),
            gauge(
                    Where.BOTH,
                    "vthread.capacity.lost.ratio",
                    "Mean number of pinned carriers, without spare ones, divided by the parallelism",
                    now -> now.vitals.pinned().capacityLost()),
            gauge(
                    Where.BOTH,
                    "vthread.scheduler.parallelism",
                    "The scheduler's parallelism: its target number of carriers",
                    now -> now.vitals.parallelism()),
            gauge(
                    Where.PAGE,
                    "vthread.scheduler.pool.size",
                    "Available carriers",
                    now -> now.ofScheduler(SchedulerFigures::poolSize)),
            gauge(
                    Where.BOTH,
                    "vthread.scheduler.mounted",
                    "Carriers that are not idle",
                    now -> now.ofScheduler(SchedulerFigures::mounted)),
            gauge(
                    Where.BOTH,
                    "vthread.scheduler.queued",
                    "Virtual threads that wait for a carrier",
                    now -> now.ofScheduler(SchedulerFigures::queued)),
            counter(
                    Where.BOTH,
                    "vthread.mounts",
                    null,
                    "Mounts that the scheduler counts: not those of a thread that runs next on the carrier it was"
                            + " woken on",
                    now -> now.ofScheduler(SchedulerFigures::mounts)),
            seconds(
                    Where.BOTH,
                    "vthread.schedule.delay.current",
                    null,
                    "How long the probe has currently been waiting for a carrier",
                    now -> now.scheduler.waitingSeconds()),
            counter(
                    Where.BOTH,
                    "vthread.stalled",
                    SECONDS,
                    "Time in which no virtual thread made progress",
                    now -> now.scheduler.stalledSeconds()),
            counter(
                    Where.PAGE,
                    "vthread.probe.runs",
                    null,
                    "Virtual threads that the probe has started",
                    now -> now.scheduler.probes()),
            counter(
                    Where.PAGE,
                    "vthread.scheduler.self",
                    SECONDS,
                    "Processor time that the agent's watch thread spends on the scheduler",
                    now -> now.scheduler.selfSeconds()),
            counter(
                    Where.BOTH,
                    "vthread.events.lost",
                    BYTES,
                    "Event data that the JVM could not keep",
                    now -> now.vitals.coverage().lostBytes()),
            counter(
                    Where.PAGE,
                    "vthread.stacks.truncated",
                    null,
                    "Pins whose stack the JVM cut off",
                    now -> now.vitals.coverage().truncatedStacks()),
            counter(
                    Where.PAGE,
                    "vthread.pins.folded",
                    null,
                    "Pins of sites beyond the bound on sites",
                    now -> now.vitals.coverage().foldedPins()),
            counter(
                    Where.PAGE,
                    "vthread.submit.failed",
                    null,
                    "Virtual threads that the scheduler could not accept, when they were started or unparked",
                    now -> now.vitals.submitFailures()),
            watched("pins", now -> now.vitals.coverage().pinsWatched() ? 1 : 0),
            watched("scheduler", now -> now.scheduler.watched() ? 1 : 0),
            seconds(
                    Where.BOTH,
                    "vthread.blind",
                    null,
                    "Time in the life of the JVM that was not watched",
                    now -> now.vitals.coverage().blindSeconds()),
            threshold(Where.BOTH, "pinned", now -> now.vitals.thresholds().pinnedSeconds()),
            threshold(Where.PAGE, "file", now -> now.vitals.thresholds().fileSeconds()),
            threshold(
                    Where.PAGE, "monitor", now -> orNaN(now.vitals.thresholds().monitorSeconds())),
            counter(
                    Where.PAGE,
                    "vthread.self",
                    SECONDS,
                    "Processor time of the agent's threads that read events and resolve their stacks",
                    now -> now.vitals.cost().seconds()),
            counter(
                    Where.PAGE,
                    "vthread.self.allocated",
                    BYTES,
                    "Heap that the agent's threads have allocated, as last reported by Flight Recorder",
                    now -> now.vitals.cost().allocatedBytes()));

    /** The figures of the agent's page. */
    static List<Figure> ofPage() {
        return ALL.stream().filter(figure -> figure.where != Where.APPLICATION).toList();
    }

    /** The figures of the application's registry. */
    static List<Figure> ofApplication() {
        return ALL.stream().filter(figure -> figure.where != Where.PAGE).toList();
    }

    private static Figure counter(
            Where where, String name, @Nullable String unit, String description, ToDoubleFunction<Values> value) {
        return new Figure(where, name, true, unit, null, description, value);
    }

    private static Figure gauge(Where where, String name, String description, ToDoubleFunction<Values> value) {
        return new Figure(where, name, false, null, null, description, value);
    }

    private static Figure seconds(
            Where where, String name, @Nullable Label label, String description, ToDoubleFunction<Values> value) {
        return new Figure(where, name, false, SECONDS, label, description, value);
    }

    private static Figure threshold(Where where, String event, ToDoubleFunction<Values> value) {
        return seconds(where, "vthread.threshold", new Label("event", event), "Shorter pins are not recorded", value);
    }

    private static Figure watched(String feature, ToDoubleFunction<Values> value) {
        return new Figure(
                Where.PAGE,
                "vthread.watched",
                false,
                null,
                new Label("feature", feature),
                "1 while it is watched; at 0, ignore its other figures",
                value);
    }

    private static double orNaN(@Nullable Double seconds) {
        return seconds == null ? Double.NaN : seconds;
    }
}
