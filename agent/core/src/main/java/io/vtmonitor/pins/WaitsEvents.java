package io.vtmonitor.pins;

import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.Waits;
import java.util.List;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/** Writes what virtual threads wait for into every recording: at the end of each chunk, and when asked to. */
public final class WaitsEvents {
    private static final int MOST_GROUPS = 100;

    private final Supplier<Waits> source;
    private final Runnable atChunkEnd = this::commitQuietly;
    private boolean begun;
    private boolean over;

    /** @param source what was found by now; asked on JFR's threads */
    public WaitsEvents(Supplier<Waits> source) {
        this.source = source;
    }

    /** Tells JFR of the events, once, which takes it a tenth of a second; nothing after {@link #end}. */
    public synchronized void begin() {
        if (begun || over) {
            return;
        }
        FlightRecorder.register(WaitsEvent.class);
        FlightRecorder.register(WaitGroupEvent.class);
        FlightRecorder.register(WaitVerdictEvent.class);
        FlightRecorder.register(WaitTimelineEvent.class);
        FlightRecorder.addPeriodicEvent(WaitsEvent.class, atChunkEnd);
        begun = true;
    }

    /** The same, and the events of pools. */
    public synchronized void beginWithPools() {
        begin();
        if (begun) {
            ResourceEvents.register();
        }
    }

    /** Takes that back. */
    public synchronized void end() {
        over = true;
        if (begun) {
            begun = false;
            FlightRecorder.removePeriodicEvent(atChunkEnd);
            FlightRecorder.unregister(WaitsEvent.class);
            FlightRecorder.unregister(WaitGroupEvent.class);
            FlightRecorder.unregister(WaitVerdictEvent.class);
            FlightRecorder.unregister(WaitTimelineEvent.class);
            ResourceEvents.unregister();
        }
    }

    /** JFR prints what a periodic task throws to the application's standard output. */
    private void commitQuietly() {
        try {
            commit();
        } catch (Throwable ignored) {
            // No memory, or our jar was replaced: the watch itself says so.
        }
    }

    /** Writes what was found by now; nothing before the first look. */
    public synchronized void commit() {
        if (!begun) {
            return;
        }
        WaitsEvent event = new WaitsEvent();
        if (!event.isEnabled()) {
            return;
        }
        Waits waits = source.get();
        if (waits.none()) {
            return;
        }
        List<WaitGroup> groups =
                waits.groups().subList(0, Math.min(MOST_GROUPS, waits.groups().size()));
        // Plain loops: at the end of the JVM, when its jar may be gone, no class is loaded for them.
        for (WaitGroup group : groups) {
            event(waits.looks(), group).commit();
        }
        for (WaitVerdict verdict : waits.verdicts()) {
            event(waits.looks(), verdict).commit();
        }
        for (Waits.Timeline timeline : waits.timelines()) {
            for (Waits.Series series : timeline.series()) {
                event(waits.looks(), timeline, series).commit();
            }
        }
        for (int i = 0; i < waits.resources().size(); i++) {
            ResourceEvents.event(waits.looks(), i, waits.resources().get(i)).commit();
        }
        event.looks = waits.looks();
        event.watched = waits.nanos();
        event.cost = waits.costNanos();
        event.threads = waits.threads();
        event.most = waits.most();
        event.groupsLeftOut = waits.groups().size() - groups.size();
        event.limits = String.join("\n", waits.limits());
        event.commit();
    }

    private static WaitGroupEvent event(long look, WaitGroup group) {
        WaitGroupEvent event = new WaitGroupEvent();
        event.look = look;
        event.operation = group.operation().toString();
        event.pool = group.pool();
        event.blocker = group.blocker();
        if (group.library() != null) {
            event.library = group.library().name();
            event.libraryVersion = group.library().version();
        }
        event.site = group.site();
        event.caller = group.caller();
        event.entry = group.entry();
        event.threads = group.threads();
        event.margin = group.margin();
        event.most = group.most();
        event.mostOnOne = group.mostOnOne();
        event.looks = group.looks();
        event.threadTime = group.threadNanos();
        event.arrivals = group.arrivals();
        event.frames = joined(group.frames(), "\n");
        holder(event, group.holder());
        return event;
    }

    private static void holder(WaitGroupEvent event, @Nullable WaitHolder holder) {
        if (holder == null) {
            return;
        }
        event.held = true;
        event.holder = holder.thread();
        event.holderConfidence = holder.confidence().toString();
        event.tookAt = holder.tookAt() == null ? null : holder.tookAt().toString();
        event.tookConfidence = holder.tookConfidence().toString();
        event.doing = holder.doing().toString();
        event.heldFor = holder.nanos();
        event.note = holder.note();
        event.holderFrames = joined(holder.frames(), "\n");
    }

    private static WaitVerdictEvent event(long look, WaitVerdict verdict) {
        WaitVerdictEvent event = new WaitVerdictEvent();
        event.look = look;
        event.kind = verdict.kind().toString();
        event.confidence = verdict.confidence().toString();
        event.begin = verdict.begin().toString();
        event.end = verdict.end().toString();
        event.over = verdict.over();
        event.threads = verdict.threads();
        event.site = verdict.site();
        event.pool = verdict.pool();
        event.evidence = verdict.facts() instanceof io.vtmonitor.report.WaitFacts.Told told ? told.evidence() : "";
        event.cure = verdict.facts() instanceof io.vtmonitor.report.WaitFacts.Told told2 ? told2.cure() : "";
        return event;
    }

    private static WaitTimelineEvent event(long look, Waits.Timeline timeline, Waits.Series series) {
        WaitTimelineEvent event = new WaitTimelineEvent();
        event.look = look;
        event.operation = series.operation().toString();
        event.pool = series.pool();
        event.begin = timeline.firstBin() * timeline.binSeconds() * 1_000;
        event.binLength = timeline.binSeconds();
        event.looks = joined(timeline.looks(), " ");
        event.threads = joined(series.threads(), " ");
        return event;
    }

    private static String joined(List<?> parts, String separator) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            text.append(text.isEmpty() ? "" : separator).append(part);
        }
        return text.toString();
    }
}
