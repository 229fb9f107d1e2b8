package io.vtmonitor.pins;

import java.time.Duration;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/** What a live watch has JFR record: the events, their thresholds, and what it says of itself in each chunk. */
public final class RecordingSettings {
    private static final String VM_NAME = System.getProperty("java.vm.name", "");

    private final JvmInfo jvm;
    private final int stackDepth;
    private final Runnable watchEvents = this::commitWatchEvent;

    /**
     * @param jvm with the thresholds to set
     * @param stackDepth of what is recorded, in frames
     */
    public RecordingSettings(JvmInfo jvm, int stackDepth) {
        this.jvm = jvm;
        this.stackDepth = stackDepth;
    }

    /** Sets them, and tells JFR of our own event. */
    public void apply(Recording recording) {
        enable(recording, AnalysisEvents.PINNED, jvm.pinnedThreshold());
        AnalysisEvents.MONITORS.forEach(event -> enable(recording, event, jvm.monitorThreshold()));
        AnalysisEvents.FILES.forEach(event -> enable(recording, event, jvm.fileThreshold()));
        AnalysisEvents.LOSSES.forEach(event -> recording.enable(event).withoutStackTrace());
        recording.enable(AgentInfoEvent.NAME).with("period", "beginChunk");
        FlightRecorder.register(AgentInfoEvent.class); // a detach before this attach has unregistered it
        FlightRecorder.addPeriodicEvent(AgentInfoEvent.class, watchEvents);
    }

    private static void enable(Recording recording, String event, Duration threshold) {
        // JDK 24+ throttles file events by default; no setting means "off" on those that know none.
        recording.enable(event).withThreshold(threshold).withStackTrace().with("throttle", "off");
    }

    private void commitWatchEvent() {
        AgentInfoEvent event = new AgentInfoEvent();
        event.javaVersion = jvm.javaVersion();
        event.parallelism = jvm.parallelism();
        event.parallelismFrom = jvm.parallelismFrom();
        event.maxPoolSize = jvm.pool().maxPoolSize();
        event.minRunnable = jvm.pool().minRunnable();
        event.pinnedThreshold = jvm.pinnedThreshold().toNanos();
        event.monitorThreshold = jvm.monitorThreshold().toNanos();
        event.fileThreshold = jvm.fileThreshold().toNanos();
        event.legacyLocking = jvm.legacyLocking();
        event.stackDepth = stackDepth;
        event.jvmStart = jvm.startNanos();
        event.vmName = VM_NAME;
        event.commit();
    }

    /** Takes back what JFR was told of our own event. */
    public void forget() {
        FlightRecorder.removePeriodicEvent(watchEvents);
        FlightRecorder.unregister(AgentInfoEvent.class);
    }
}
