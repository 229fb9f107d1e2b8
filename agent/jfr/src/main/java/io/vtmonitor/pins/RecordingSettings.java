package io.vtmonitor.pins;

import io.vtmonitor.common.CarrierChange;
import io.vtmonitor.common.DaemonThread;
import java.time.Duration;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/** What a live watch has JFR record: the events, their thresholds, and what it says of itself in each chunk. */
public final class RecordingSettings {
    private static final long MOST_MILLIS = 1_000;
    private static final String VM_NAME = System.getProperty("java.vm.name", "");

    private final String classPath = RecordedClassPath.current();
    private final int stackDepth;
    private final Runnable watchEvents = this::commitQuietly;
    private volatile JvmInfo jvm;
    private volatile RaisedThresholds raised = RaisedThresholds.NONE;
    private volatile ChangedSettings changed = ChangedSettings.NONE;

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

    /** What changed of the JVM goes into the recording. */
    public void tell(JvmInfo changed) {
        jvm = changed;
        commitElsewhere();
    }

    /** The thresholds that the budget raised go into the recording. */
    public void tell(RaisedThresholds sinceBegin) {
        raised = sinceBegin;
        commitElsewhere();
    }

    /** What somebody else changed of the recording goes into it. */
    public void tell(ChangedSettings byOthers) {
        changed = byOthers;
        commitElsewhere();
    }

    /**
     * JFR records no event of a thread that reads a stream, and those threads are who tells. It is waited for: the JVM
     * may end next, and the recording with it.
     */
    private void commitElsewhere() {
        Thread thread = DaemonThread.of("vt-monitor-tell", watchEvents);
        thread.start();
        try {
            thread.join(MOST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** JFR prints what a periodic task throws to the application's standard output. */
    private void commitQuietly() {
        try {
            commitWatchEvent();
        } catch (Throwable ignored) {
            // No memory, or our jar was replaced: the watch itself says so.
        }
    }

    private synchronized void commitWatchEvent() {
        AgentInfoEvent event = new AgentInfoEvent();
        event.javaVersion = jvm.javaVersion();
        event.parallelism = jvm.parallelism();
        event.parallelismFrom = jvm.parallelismFrom();
        event.maxPoolSize = jvm.pool().maxPoolSize();
        event.minRunnable = jvm.pool().minRunnable();
        event.parallelismChanges = CarrierChange.text(jvm.carrierChanges());
        event.budget = raised.allowed();
        event.pinnedThresholdRaised = raised.pinned().highest();
        event.pinnedThresholdRaisedFor = raised.pinned().nanos();
        event.monitorThresholdRaised = raised.monitor().highest();
        event.monitorThresholdRaisedFor = raised.monitor().nanos();
        event.fileThresholdRaised = raised.file().highest();
        event.fileThresholdRaisedFor = raised.file().nanos();
        event.changedSettings = changed.text();
        event.pinnedThreshold = jvm.pinnedThreshold().toNanos();
        event.monitorThreshold = jvm.monitorThreshold().toNanos();
        event.fileThreshold = jvm.fileThreshold().toNanos();
        event.legacyLocking = jvm.legacyLocking();
        event.stackDepth = stackDepth;
        event.jvmStart = jvm.startNanos();
        event.vmName = VM_NAME;
        event.classPath = classPath;
        event.commit();
    }

    /** Takes back the registration of our own event. */
    public void forget() {
        FlightRecorder.removePeriodicEvent(watchEvents);
        FlightRecorder.unregister(AgentInfoEvent.class);
    }
}
