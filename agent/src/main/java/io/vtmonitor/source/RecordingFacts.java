package io.vtmonitor.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/** Collects what a recording says of its JVM while its events go by; our own event wins over the JDK's. */
final class RecordingFacts {
    private static final Pattern VERSION_IN_BANNER = Pattern.compile("\\((\\d[\\w.]*)");
    private static final Pattern FEATURE = Pattern.compile("(\\d{1,4}).*");

    private final Map<Long, String> typeNames = new HashMap<>();
    private final EventSettings settings = new EventSettings();
    private boolean knowsPins;
    private boolean pinnedTellsAll;
    private boolean sawEvents;
    private @Nullable WatchedJvm watched;
    private @Nullable String banner;
    private @Nullable Integer propertyParallelism;
    private @Nullable Integer processors;
    private String vmName = "";
    private boolean askedForLegacyLocking;

    void eventTypes(List<EventType> types) {
        for (EventType type : types) {
            typeNames.put(type.getId(), type.getName());
            if (type.getName().equals("jdk.VirtualThreadPinned")) {
                knowsPins = true;
                // JEP 491 came with 24 and so did this field.
                pinnedTellsAll = type.getField("pinnedReason") != null;
            }
        }
    }

    boolean sawEvents() {
        return sawEvents;
    }

    /** True where nothing more is to be learned, or all that a chunk begins with has gone by. */
    boolean complete(int events, int enough) {
        return watched != null || (events > enough && banner != null && processors != null);
    }

    void accept(RecordedEvent event) {
        sawEvents = true;
        switch (event.getEventType().getName()) {
            case WatchEvent.NAME -> watched = watched(event);
            case "jdk.JVMInformation" -> jvm(event);
            case "jdk.CPUInformation" -> processors = event.getInt("hwThreads");
            case "jdk.InitialSystemProperty" -> property(event.getString("key"), event.getString("value"));
            case "jdk.ActiveSetting" -> setting(event);
            default -> {
                // of no use here
            }
        }
    }

    private WatchedJvm watched(RecordedEvent event) {
        boolean knowsAll = event.hasField("stackDepth");
        boolean legacy = knowsAll && event.getBoolean("legacyLocking");
        List<String> spots = knowsAll
                ? BlindSpots.of(legacy, event.getString("vmName"), event.getInt("stackDepth"), List.of())
                : List.of();
        return new WatchedJvm(
                event.getString("javaVersion"),
                pinnedTellsAll,
                legacy,
                event.getInt("parallelism"),
                event.getString("parallelismFrom"),
                Duration.ofNanos(event.getLong("pinnedThreshold")),
                Duration.ofNanos(event.getLong("monitorThreshold")),
                Duration.ofNanos(knowsAll ? event.getLong("fileThreshold") : 0),
                spots);
    }

    private void jvm(RecordedEvent event) {
        banner = event.getString("jvmVersion");
        String name = event.getString("jvmName");
        vmName = name == null ? "" : name;
        String arguments = event.getString("jvmArguments");
        askedForLegacyLocking = arguments != null
                && LegacyLocking.asked(List.of(arguments.trim().split("\\s+")));
    }

    private void property(@Nullable String key, @Nullable String value) {
        if ("jdk.virtualThreadScheduler.parallelism".equals(key) && value != null && value.matches("[1-9]\\d{0,4}")) {
            propertyParallelism = Integer.valueOf(value);
        }
    }

    private void setting(RecordedEvent event) {
        String type = typeNames.get(event.getLong("id"));
        String name = event.getString("name");
        if (type != null && name != null) {
            settings.accept(type, name, event.getString("value"));
        }
    }

    Reading reading(ChunkHeaders headers, long lastEnd, long lostBytes, List<String> problems) {
        List<String> notes = new ArrayList<>();
        if (!knowsPins) {
            notes.add("the recording knows no jdk.VirtualThreadPinned: its JVM is older than 21");
        }
        if (headers.chunks().stream().anyMatch(chunk -> !chunk.finished())) {
            notes.add("the last chunk is unfinished: the recording was still being written");
        }
        if (watched == null && !settings.known()) {
            notes.add("the recording does not tell its settings: shorter pins, or all of a kind, may be missing");
        }
        if (lostBytes > 0) {
            notes.add("the JVM says it could not keep " + lostBytes + " bytes of event data");
        }
        long end = Math.max(headers.endNanos(), lastEnd);
        return new Reading(jvm(), headers.startNanos(), end, lostBytes, notes, problems);
    }

    WatchedJvm jvm() {
        if (watched != null) {
            return watched;
        }
        Duration enter = settings.threshold("jdk.JavaMonitorEnter");
        Duration wait = settings.threshold("jdk.JavaMonitorWait");
        Integer parallelism = propertyParallelism != null ? propertyParallelism : processors;
        String version = version();
        Matcher feature = FEATURE.matcher(version);
        boolean legacy =
                askedForLegacyLocking && feature.matches() && LegacyLocking.exists(Integer.parseInt(feature.group(1)));
        return new WatchedJvm(
                version,
                pinnedTellsAll,
                legacy,
                parallelism == null ? 1 : parallelism,
                propertyParallelism != null ? "property" : processors != null ? "processors" : "assumed",
                settings.threshold("jdk.VirtualThreadPinned"),
                enter.compareTo(wait) > 0 ? enter : wait,
                settings.fileThreshold(),
                BlindSpots.of(legacy, vmName, 0, knowsPins ? settings.blindSpots(!pinnedTellsAll) : List.of()));
    }

    private String version() {
        Matcher matcher = VERSION_IN_BANNER.matcher(banner == null ? "" : banner);
        return matcher.find() ? matcher.group(1) : "unknown";
    }
}
