package io.vtmonitor.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/** Collects what a recording says of its JVM while its events go by; our own event wins over the JDK's. */
final class RecordingFacts {
    private static final Pattern VERSION_IN_BANNER = Pattern.compile("\\((\\d[\\w.]*)");
    private static final Pattern LENGTH = Pattern.compile("(\\d+)\\s*(ns|us|ms|s|m|h|d)?");

    private final Map<Long, String> typeNames = new HashMap<>();
    private final Map<String, Duration> thresholds = new HashMap<>();
    private boolean knowsPins;
    private boolean monitorsPin;
    private boolean sawEvents;
    private @Nullable WatchedJvm watched;
    private @Nullable String banner;
    private @Nullable Integer propertyParallelism;
    private @Nullable Integer processors;

    void eventTypes(List<EventType> types) {
        for (EventType type : types) {
            typeNames.put(type.getId(), type.getName());
            if (type.getName().equals("jdk.VirtualThreadPinned")) {
                knowsPins = true;
                // JEP 491 came with 24 and so did this field.
                monitorsPin = type.getField("pinnedReason") == null;
            }
        }
    }

    boolean monitorsPin() {
        return monitorsPin;
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
            case WatchEvent.NAME -> watched(event);
            case "jdk.JVMInformation" -> banner = event.getString("jvmVersion");
            case "jdk.CPUInformation" -> processors = event.getInt("hwThreads");
            case "jdk.InitialSystemProperty" -> property(event.getString("key"), event.getString("value"));
            case "jdk.ActiveSetting" -> setting(event);
            default -> {
                // of no use here
            }
        }
    }

    private void watched(RecordedEvent event) {
        watched = new WatchedJvm(
                event.getString("javaVersion"),
                monitorsPin,
                event.getInt("parallelism"),
                event.getString("parallelismFrom"),
                Duration.ofNanos(event.getLong("pinnedThreshold")),
                Duration.ofNanos(event.getLong("monitorThreshold")));
    }

    private void property(@Nullable String key, @Nullable String value) {
        if ("jdk.virtualThreadScheduler.parallelism".equals(key) && value != null && value.matches("[1-9]\\d{0,4}")) {
            propertyParallelism = Integer.valueOf(value);
        }
    }

    private void setting(RecordedEvent event) {
        if ("threshold".equals(event.getString("name"))) {
            String type = typeNames.get(event.getLong("id"));
            Duration length = length(event.getString("value"));
            if (type != null && length != null) {
                thresholds.merge(type, length, (a, b) -> a.compareTo(b) < 0 ? a : b);
            }
        }
    }

    private static @Nullable Duration length(@Nullable String text) {
        Matcher matcher = LENGTH.matcher(text == null ? "" : text.trim());
        if (!matcher.matches()) {
            return null;
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (Objects.requireNonNullElse(matcher.group(2), "ns")) {
            case "us" -> Duration.ofNanos(amount * 1_000);
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            case "d" -> Duration.ofDays(amount);
            default -> Duration.ofNanos(amount);
        };
    }

    Reading reading(ChunkHeaders headers, long lastPinEnd, long lostBytes, List<String> problems) {
        List<String> notes = new ArrayList<>();
        if (!knowsPins) {
            notes.add("the recording knows no jdk.VirtualThreadPinned: its JVM is older than 21");
        }
        if (headers.chunks().stream().anyMatch(chunk -> !chunk.finished())) {
            notes.add("the last chunk is unfinished: the recording was still being written");
        }
        if (watched == null && thresholds.isEmpty()) {
            notes.add("the recording does not tell its thresholds: shorter pins may be missing");
        }
        if (lostBytes > 0) {
            notes.add("the JVM says it could not keep " + lostBytes + " bytes of event data");
        }
        long end = Math.max(headers.endNanos(), lastPinEnd);
        return new Reading(jvm(), headers.startNanos(), end, lostBytes, notes, problems);
    }

    WatchedJvm jvm() {
        if (watched != null) {
            return watched;
        }
        Duration pinned = thresholds.getOrDefault("jdk.VirtualThreadPinned", Duration.ZERO);
        Duration enter = thresholds.getOrDefault("jdk.JavaMonitorEnter", Duration.ZERO);
        Duration wait = thresholds.getOrDefault("jdk.JavaMonitorWait", Duration.ZERO);
        Integer parallelism = propertyParallelism != null ? propertyParallelism : processors;
        return new WatchedJvm(
                version(),
                monitorsPin,
                parallelism == null ? 1 : parallelism,
                propertyParallelism != null ? "property" : processors != null ? "processors" : "assumed",
                pinned,
                enter.compareTo(wait) > 0 ? enter : wait);
    }

    private String version() {
        Matcher matcher = VERSION_IN_BANNER.matcher(banner == null ? "" : banner);
        return matcher.find() ? matcher.group(1) : "unknown";
    }
}
