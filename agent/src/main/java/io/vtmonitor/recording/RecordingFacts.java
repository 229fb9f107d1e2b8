package io.vtmonitor.recording;

import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.pins.AgentInfoEvent;
import io.vtmonitor.pins.BlindSpots;
import io.vtmonitor.pins.CarrierCount;
import io.vtmonitor.pins.EventFields;
import io.vtmonitor.pins.EventSettings;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.LegacyLocking;
import io.vtmonitor.pins.RecordedSpans;
import io.vtmonitor.pins.WaitGroupEvent;
import io.vtmonitor.pins.WaitVerdictEvent;
import io.vtmonitor.pins.WaitsEvent;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects what a recording says of its JVM while its events go by; our own event wins over the JDK's. */
final class RecordingFacts {
    private final Map<Long, String> typeNames = new HashMap<>();
    private final EventSettings settings = new EventSettings();
    private final HeldCarriers carriers;
    private final RecordedWaits waits;
    private boolean knowsPins;
    private boolean pinnedTellsAll;
    private boolean sawEvents;
    private @Nullable JvmInfo watched;
    private @Nullable String banner;
    private @Nullable String carriersAsked;
    private @Nullable String maxPoolSize;
    private @Nullable String minRunnable;
    private @Nullable Integer processors;
    private String vmName = "";
    private long processId;
    private long startTime;
    private boolean askedForLegacyLocking;

    RecordingFacts() {
        this(new HeldCarriers(), new RecordedWaits());
    }

    private RecordingFacts(HeldCarriers carriers, RecordedWaits waits) {
        this.carriers = carriers;
        this.waits = waits;
    }

    /**
     * Takes the thread dumps of the JVM's last chunk, and what was waited for; what else that chunk says is not used.
     */
    RecordingFacts ofLastChunk() {
        return new RecordingFacts(carriers, waits);
    }

    /**
     * A type of event that the recording knows.
     *
     * @param id by which settings refer to it
     * @param tellsReasons whether it has the field {@code pinnedReason}
     */
    void eventType(long id, String name, boolean tellsReasons) {
        typeNames.put(id, name);
        if (name.equals("jdk.VirtualThreadPinned")) {
            knowsPins = true;
            // JEP 491 came with 24 and so did this field.
            pinnedTellsAll = tellsReasons;
        }
    }

    /** Whether both tell which process wrote them, and it is the same. */
    boolean sameProcess(RecordingFacts other) {
        return processId != 0 && processId == other.processId && startTime == other.startTime;
    }

    boolean sawEvents() {
        return sawEvents;
    }

    /** True where our own event told all, or the JDK's events told what they can. */
    boolean complete() {
        return watched != null || (banner != null && processors != null);
    }

    boolean watched() {
        return watched != null;
    }

    /**
     * Whether anything follows from a setting, of which a chunk has hundreds. Where nothing does, that there are
     * settings is known by it all the same.
     *
     * @param eventType number of the type that it is a setting of
     */
    boolean asksForSetting(long eventType) {
        sawEvents = true;
        String type = typeNames.get(eventType);
        return type != null && settings.asksFor(type);
    }

    void accept(EventFields event) {
        sawEvents = true;
        switch (event.event()) {
            case AgentInfoEvent.NAME -> watched = watched(event);
            case WaitsEvent.NAME, WaitGroupEvent.NAME, WaitVerdictEvent.NAME -> waits.accept(event);
            case "jdk.JVMInformation" -> jvm(event);
            case "jdk.CPUInformation" -> processors = carriers(event.number("hwThreads"));
            case "jdk.InitialSystemProperty" -> property(event.text("key"), event.text("value"));
            case "jdk.ActiveSetting" -> setting(event);
            case "jdk.ThreadDump" -> {
                String dump = event.text("result");
                if (dump != null) {
                    carriers.dump(dump);
                }
            }
            default -> {
                // of no use here
            }
        }
    }

    private JvmInfo watched(EventFields event) {
        boolean knowsAll = event.has("stackDepth");
        boolean legacy = knowsAll && event.flag("legacyLocking");
        List<Limit> spots = knowsAll
                ? BlindSpots.of(legacy, text(event, "vmName"), (int) event.number("stackDepth"), List.of())
                : List.of();
        return new JvmInfo(
                text(event, "javaVersion"),
                pinnedTellsAll,
                legacy,
                pool(event),
                text(event, "parallelismFrom"),
                threshold(event, "pinnedThreshold"),
                threshold(event, "monitorThreshold"),
                threshold(event, "fileThreshold"),
                Math.max(0, event.number("jvmStart")),
                spots);
    }

    /** Written by an agent that did not record the pool's bounds, it is what the JDK makes of no properties. */
    private static CarrierPool pool(EventFields event) {
        int parallelism = carriers(event.number("parallelism"));
        return event.has("maxPoolSize") && event.has("minRunnable")
                ? new CarrierPool(
                        parallelism, carriers(event.number("maxPoolSize")), carriers(event.number("minRunnable")))
                : CarrierPool.of(parallelism);
    }

    private static String text(EventFields event, String field) {
        String text = event.text(field);
        return text == null ? "unknown" : text;
    }

    /** Zero where the field did not exist yet. */
    private static Duration threshold(EventFields event, String field) {
        return Duration.ofNanos(Math.max(0, event.number(field)));
    }

    /** A damaged file may tell anything; a scheduler has one carrier at least, and never more than the JDK's bound. */
    private static int carriers(long told) {
        return (int) Math.max(1, Math.min(told, CarrierPool.MOST_CARRIERS));
    }

    private void jvm(EventFields event) {
        processId = event.number("pid");
        startTime = event.number("jvmStartTime");
        banner = event.text("jvmVersion");
        String name = event.text("jvmName");
        vmName = name == null ? "" : name;
        String arguments = event.text("jvmArguments");
        askedForLegacyLocking = arguments != null
                && arguments.contains(LegacyLocking.OPTION)
                && LegacyLocking.asked(List.of(arguments.trim().split("\\s+")));
    }

    private void property(@Nullable String key, @Nullable String value) {
        if (CarrierCount.ASKED.equals(key)) {
            carriersAsked = value;
        } else if (CarrierPool.MAX_POOL_SIZE.equals(key)) {
            maxPoolSize = value;
        } else if (CarrierPool.MIN_RUNNABLE.equals(key)) {
            minRunnable = value;
        }
    }

    private void setting(EventFields event) {
        String type = typeNames.get(event.number("id"));
        String name = event.text("name");
        if (type != null && name != null) {
            settings.accept(type, name, event.text("value"));
        }
    }

    /**
     * What was read, with what it cannot show.
     *
     * @param time when it was recorded
     * @param unfinished whether it was still being written
     * @param more other limits
     */
    RecordingSummary reading(
            RecordedSpans time, boolean unfinished, long lostBytes, List<Limit> more, List<String> problems) {
        List<Limit> limits = new ArrayList<>();
        if (!knowsPins) {
            limits.add(Limit.of(LimitKind.NO_PINNED_EVENT));
        }
        if (unfinished) {
            limits.add(Limit.of(LimitKind.UNFINISHED_CHUNK));
        }
        if (watched == null && !settings.known()) {
            limits.add(Limit.of(LimitKind.SETTINGS_UNKNOWN));
        }
        if (lostBytes > 0) {
            limits.add(Limit.of(LimitKind.DATA_LOST, lostBytes));
        }
        limits.addAll(carriers.limits());
        limits.addAll(more);
        return new RecordingSummary(jvm(), time, lostBytes, waits.latest(), limits, problems);
    }

    JvmInfo jvm() {
        if (watched != null) {
            return watched;
        }
        Duration enter = settings.threshold("jdk.JavaMonitorEnter");
        Duration wait = settings.threshold("jdk.JavaMonitorWait");
        CarrierCount count = CarrierCount.of(carriersAsked, maxPoolSize, processors);
        String version = version();
        boolean legacy = askedForLegacyLocking && LegacyLocking.exists(feature(version));
        return new JvmInfo(
                version,
                pinnedTellsAll,
                legacy,
                CarrierPool.of(count.carriers(), maxPoolSize, minRunnable),
                count.from(),
                settings.threshold("jdk.VirtualThreadPinned"),
                enter.compareTo(wait) > 0 ? enter : wait,
                settings.fileThreshold(),
                Math.max(0, startTime) * 1_000_000,
                BlindSpots.of(legacy, vmName, 0, knowsPins ? settings.blindSpots(!pinnedTellsAll) : List.of()));
    }

    private String version() {
        String text = banner == null ? "" : banner;
        for (int i = text.indexOf('('); i >= 0; i = text.indexOf('(', i + 1)) {
            int end = i + 1;
            while (end < text.length() && isOfVersion(text.charAt(end))) {
                end++;
            }
            if (end > i + 1 && Character.isDigit(text.charAt(i + 1))) {
                return text.substring(i + 1, end);
            }
        }
        return "unknown";
    }

    private static boolean isOfVersion(char c) {
        return c == '.' || c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    /** 21 for {@code 21.0.8}, 0 where it tells none. */
    private static int feature(String version) {
        int end = 0;
        while (end < version.length() && end < 4 && Character.isDigit(version.charAt(end))) {
            end++;
        }
        return end == 0 ? 0 : Integer.parseInt(version.substring(0, end));
    }
}
