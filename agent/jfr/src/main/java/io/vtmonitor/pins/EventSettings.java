package io.vtmonitor.pins;

import io.vtmonitor.common.DurationParser;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings a recording was made with, as its {@code jdk.ActiveSetting} events tell, and what they hide. Settings of
 * recordings that ran side by side merge to the one that records most, as JFR merges them.
 */
public final class EventSettings {
    private static final int MOST_DIGITS = 18;
    private static final Set<String> UNITS = Set.of("", "ns", "us", "ms", "s", "m", "h", "d");
    private static final List<String> FILE_EVENTS = List.of("jdk.FileRead", "jdk.FileWrite", "jdk.FileForce");

    private final Map<String, Duration> thresholds = new HashMap<>();
    private final Map<String, String> throttles = new HashMap<>();
    private final Set<String> enabled = new HashSet<>();
    private final Set<String> withStacks = new HashSet<>();
    private boolean known;
    private List<ChangedSettings.State> later = List.of();

    /** Whether the settings of an event hide anything; that it has some is known from now on. */
    public boolean asksFor(String event) {
        known = true;
        return event.startsWith("jdk.VirtualThread")
                || event.startsWith("jdk.JavaMonitor")
                || FILE_EVENTS.contains(event);
    }

    public void accept(String event, String name, @Nullable String value) {
        known = true;
        switch (name) {
            case "enabled" -> addIfTrue(enabled, event, value);
            case "stackTrace" -> addIfTrue(withStacks, event, value);
            case "throttle" -> throttles.put(event, value == null ? "off" : value);
            case "threshold" -> {
                Duration length = length(value);
                if (length != null) {
                    thresholds.merge(event, length, (a, b) -> a.compareTo(b) < 0 ? a : b);
                }
            }
            default -> {
                // hides nothing
            }
        }
    }

    private static void addIfTrue(Set<String> events, String event, @Nullable String value) {
        if ("true".equals(value)) {
            events.add(event);
        }
    }

    /** How they changed while it was recorded. */
    public void later(List<ChangedSettings.State> changed) {
        later = changed;
    }

    public boolean known() {
        return known;
    }

    /** Zero where nothing tells. */
    public Duration threshold(String event) {
        return thresholds.getOrDefault(event, Duration.ZERO);
    }

    /** The longest of the file events' thresholds. */
    public Duration fileThreshold() {
        Duration longest = Duration.ZERO;
        for (String event : FILE_EVENTS) {
            Duration threshold = threshold(event);
            longest = threshold.compareTo(longest) > 0 ? threshold : longest;
        }
        return longest;
    }

    /**
     * What these settings hide, worst first; empty if the recording tells no settings.
     *
     * @param monitorEventsArePins JDK 21 to 23
     */
    public List<Limit> blindSpots(boolean monitorEventsArePins) {
        List<Limit> spots = new ArrayList<>();
        if (!known) {
            return spots;
        }
        if (isOff("jdk.VirtualThreadPinned")) {
            spots.add(Limit.of(LimitKind.PINNED_EVENT_OFF));
        } else if (enabled.contains("jdk.VirtualThreadPinned") && lacksStacks("jdk.VirtualThreadPinned")) {
            spots.add(Limit.of(LimitKind.PINS_WITHOUT_STACKS));
        }
        if (monitorEventsArePins) {
            missing(spots, "jdk.JavaMonitorEnter");
            missing(spots, "jdk.JavaMonitorWait");
        }
        if (!enabled.containsAll(FILE_EVENTS)) {
            spots.add(Limit.of(LimitKind.FILE_EVENTS_OFF));
        }
        String throttle = throttles.getOrDefault("jdk.FileRead", "off");
        if (!throttle.equals("off")) {
            spots.add(Limit.of(LimitKind.FILE_EVENTS_THROTTLED, throttle));
        }
        return spots;
    }

    /** Of one that was on later it is said for how long it was off. */
    private boolean isOff(String event) {
        return !enabled.contains(event) && (later.isEmpty() || !new ChangedSettings(later).everOn(event));
    }

    /** Of one that had some later it is said for how long it had none. */
    private boolean lacksStacks(String event) {
        return !withStacks.contains(event) && !new ChangedSettings(later).everOn(ChangedSettings.stacksOf(event));
    }

    private void missing(List<Limit> spots, String event) {
        if (isOff(event)) {
            spots.add(Limit.of(LimitKind.MONITOR_EVENT_OFF, event));
        } else if (enabled.contains(event) && lacksStacks(event)) {
            spots.add(Limit.of(LimitKind.MONITOR_EVENT_WITHOUT_STACKS, event));
        }
    }

    /** JFR takes a space between number and unit, and no unit for nanoseconds; null if it is no length. */
    public static @Nullable Duration length(@Nullable String text) {
        String length = text == null ? "" : text.trim();
        int space = length.indexOf(' ');
        String whole = space < 0
                ? length
                : length.substring(0, space) + length.substring(space).trim();
        return DurationParser.parse(whole, MOST_DIGITS, UNITS);
    }
}
