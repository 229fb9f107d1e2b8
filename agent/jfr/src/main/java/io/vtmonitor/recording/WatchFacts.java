package io.vtmonitor.recording;

import io.vtmonitor.common.CarrierChange;
import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.pins.BlindSpots;
import io.vtmonitor.pins.ChangedSettings;
import io.vtmonitor.pins.EventFields;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.RaisedThresholds;
import io.vtmonitor.pins.RaisedThresholds.Raised;
import io.vtmonitor.report.Limit;
import java.time.Duration;
import java.util.List;

/**
 * What our own event reports about the JVM. The last one is valid for the whole recording: it contains everything that
 * has changed.
 *
 * @param jvm the watched JVM
 * @param raised what the budget raised
 * @param settings what somebody else changed of the watch's recording
 * @param classPath what it was started with, empty if the agent did not record it yet
 */
record WatchFacts(JvmInfo jvm, RaisedThresholds raised, List<ChangedSettings.State> settings, String classPath) {
    /**
     * Reads one.
     *
     * @param pinnedTellsAll what {@link JvmInfo#pinnedTellsAll} is
     */
    static WatchFacts of(EventFields event, boolean pinnedTellsAll) {
        boolean knowsAll = event.has("stackDepth");
        boolean legacy = knowsAll && event.flag("legacyLocking");
        List<Limit> spots = knowsAll
                ? BlindSpots.of(legacy, text(event, "vmName"), (int) event.number("stackDepth"), List.of())
                : List.of();
        JvmInfo jvm = new JvmInfo(
                text(event, "javaVersion"),
                pinnedTellsAll,
                legacy,
                pool(event),
                text(event, "parallelismFrom"),
                threshold(event, "pinnedThreshold"),
                threshold(event, "monitorThreshold"),
                threshold(event, "fileThreshold"),
                Math.max(0, event.number("jvmStart")),
                spots,
                event.has("parallelismChanges") ? CarrierChange.parse(text(event, "parallelismChanges")) : List.of());
        return new WatchFacts(
                jvm,
                new RaisedThresholds(
                        event.number("budget"),
                        raised(event, "pinnedThreshold"),
                        raised(event, "monitorThreshold"),
                        raised(event, "fileThreshold")),
                changed(event),
                event.has("classPath") ? text(event, "classPath") : "");
    }

    /** Next to no recording has any. */
    private static List<ChangedSettings.State> changed(EventFields event) {
        String text = event.text("changedSettings");
        return text == null || text.isEmpty()
                ? List.of()
                : ChangedSettings.parse(text).states();
    }

    private static Raised raised(EventFields event, String threshold) {
        return new Raised(event.number(threshold + "Raised"), event.number(threshold + "RaisedFor"));
    }

    /** Written by an agent that did not record the pool's bounds, it is what the JDK makes of no properties. */
    private static CarrierPool pool(EventFields event) {
        int parallelism = carriers(event.number("parallelism"));
        return event.has("maxPoolSize") && event.has("minRunnable")
                ? new CarrierPool(
                        parallelism, carriers(event.number("maxPoolSize")), carriers(event.number("minRunnable")))
                : CarrierPool.of(parallelism);
    }

    /** Zero where the field did not exist yet. */
    private static Duration threshold(EventFields event, String field) {
        return Duration.ofNanos(Math.max(0, event.number(field)));
    }

    /** A damaged file may tell anything; a scheduler has one carrier at least, and never more than the JDK's bound. */
    static int carriers(long recorded) {
        return (int) Math.max(1, Math.min(recorded, CarrierPool.MOST_CARRIERS));
    }

    private static String text(EventFields event, String field) {
        String text = event.text(field);
        return text == null ? "unknown" : text;
    }
}
