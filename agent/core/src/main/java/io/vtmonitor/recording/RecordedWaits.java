package io.vtmonitor.recording;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Library;
import io.vtmonitor.pins.EventFields;
import io.vtmonitor.pins.ResourceEvents;
import io.vtmonitor.pins.WaitGroupEvent;
import io.vtmonitor.pins.WaitTimelineEvent;
import io.vtmonitor.pins.WaitVerdictEvent;
import io.vtmonitor.pins.WaitsEvent;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.StackFrame;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What virtual threads waited for, as the agent wrote it into a recording. Each time it writes all it has found so far,
 * so the latest time that was read whole tells all.
 */
final class RecordedWaits {
    static final List<String> EVENTS = List.of(
            WaitsEvent.NAME, WaitGroupEvent.NAME, WaitVerdictEvent.NAME, WaitTimelineEvent.NAME, ResourceEvents.POOL);

    /** A damaged file may name any number of looks. */
    private static final int MOST_LOOKS = 1_000;

    private final Map<Long, Look> looks = new LinkedHashMap<>();

    /** What was written after a look. */
    private static final class Look {
        private final Map<String, WaitGroup> groups = new LinkedHashMap<>();
        private final Map<String, WaitVerdict> verdicts = new LinkedHashMap<>();
        private final Map<Long, ResourcePool> resources = new LinkedHashMap<>();
        private final RecordedCourse course = new RecordedCourse();
        private @Nullable Waits told;
    }

    void accept(EventFields event) {
        boolean whole = event.event().equals(WaitsEvent.NAME);
        long number = event.number(whole ? "looks" : "look");
        if (number < 0 || (looks.size() >= MOST_LOOKS && !looks.containsKey(number))) {
            return;
        }
        Look look = looks.computeIfAbsent(number, key -> new Look());
        if (whole) {
            look.told = summary(event);
        } else if (event.event().equals(WaitGroupEvent.NAME)) {
            WaitGroup group = group(event);
            // The same look can be in two chunks: what is equal is one.
            look.groups.put(
                    group.operation() + " " + group.pool() + " " + group.blocker() + " " + group.library() + " "
                            + group.site() + " " + group.caller() + " " + group.entry(),
                    group);
        } else if (event.event().equals(WaitTimelineEvent.NAME)) {
            look.course.accept(event);
        } else if (event.event().equals(ResourceEvents.POOL)) {
            look.resources.put(event.number("number"), RecordedResources.pool(event));
        } else {
            WaitVerdict verdict = verdict(event);
            if (verdict != null) {
                look.verdicts.put(verdict.kind() + " " + verdict.begin() + " " + verdict.facts(), verdict);
            }
        }
        if (whole) {
            looks.keySet().removeIf(each -> each < number);
        }
    }

    /** The latest that was written whole; none where the agent wrote nothing. */
    Waits latest() {
        if (looks.isEmpty()) {
            return Waits.NONE;
        }
        Look latest = looks.entrySet().stream()
                .filter(each -> each.getValue().told != null)
                .max(Comparator.comparingLong(Map.Entry::getKey))
                .map(Map.Entry::getValue)
                .orElse(null);
        Waits told = latest == null ? null : latest.told;
        if (latest == null || told == null) {
            return Waits.NONE;
        }
        List<WaitGroup> groups = new ArrayList<>(latest.groups.values());
        groups.sort(WaitGroup.MOST_WAITED_FIRST);
        List<WaitVerdict> verdicts = new ArrayList<>(latest.verdicts.values());
        verdicts.sort(WaitVerdict.WORST_FIRST);
        return new Waits(
                told.looks(),
                told.nanos(),
                told.costNanos(),
                told.threads(),
                told.most(),
                groups,
                verdicts,
                told.limits(),
                List.copyOf(latest.resources.values()),
                latest.course.timelines());
    }

    private static Waits summary(EventFields event) {
        List<String> limits = new ArrayList<>(lines(event.text("limits")));
        long leftOut = event.number("groupsLeftOut");
        if (leftOut > 0) {
            limits.add("the recording holds the places with most waits; " + leftOut + " more were left out");
        }
        return new Waits(
                event.number("looks"),
                nanos(event, "watched"),
                nanos(event, "cost"),
                count(event, "threads"),
                count(event, "most"),
                List.of(),
                List.of(),
                limits);
    }

    private static WaitGroup group(EventFields event) {
        String library = event.text("library");
        return new WaitGroup(
                named(WaitOperation.class, event.text("operation"), WaitOperation.UNKNOWN),
                event.text("pool"),
                event.text("blocker"),
                library == null ? null : new Library(library, event.text("libraryVersion")),
                text(event, "site"),
                event.text("caller"),
                event.text("entry"),
                count(event, "threads"),
                count(event, "margin"),
                count(event, "most"),
                count(event, "mostOnOne"),
                Math.max(0, event.number("looks")),
                nanos(event, "threadTime"),
                Math.max(0, event.number("arrivals")),
                null,
                event.flag("held") ? holder(event) : null,
                frames(event, "frames"));
    }

    private static WaitHolder holder(EventFields event) {
        String tookAt = event.text("tookAt");
        return new WaitHolder(
                event.text("holder"),
                named(Confidence.class, event.text("holderConfidence"), Confidence.UNKNOWN),
                tookAt == null ? null : StackFrame.parse(tookAt),
                named(Confidence.class, event.text("tookConfidence"), Confidence.UNKNOWN),
                named(WaitOperation.class, event.text("doing"), WaitOperation.UNKNOWN),
                nanos(event, "heldFor"),
                event.text("note"),
                frames(event, "holderFrames"));
    }

    /** Null where it is of a kind that this release does not know. */
    private static @Nullable WaitVerdict verdict(EventFields event) {
        String kind = event.text("kind");
        Instant begin = instant(event.text("begin"));
        Instant end = instant(event.text("end"));
        for (WaitVerdictKind known : WaitVerdictKind.values()) {
            if (known.toString().equals(kind) && begin != null && end != null) {
                return new WaitVerdict(
                        known,
                        named(Confidence.class, event.text("confidence"), Confidence.UNKNOWN),
                        begin,
                        end,
                        event.flag("over"),
                        count(event, "threads"),
                        event.text("site"),
                        event.text("pool"),
                        new io.vtmonitor.report.WaitFacts.Told(text(event, "evidence"), text(event, "cure")),
                        1,
                        begin,
                        List.of());
            }
        }
        return null;
    }

    static @Nullable Instant instant(@Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeParseException ignored) {
            return null;
        }
    }

    static <E extends Enum<E>> E named(Class<E> type, @Nullable String name, E otherwise) {
        for (E each : type.getEnumConstants()) {
            if (name != null && each.name().equals(name.toUpperCase(Locale.ROOT))) {
                return each;
            }
        }
        return otherwise;
    }

    static String text(EventFields event, String field) {
        String text = event.text(field);
        return text == null ? "unknown" : text;
    }

    static int count(EventFields event, String field) {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, event.number(field)));
    }

    static long nanos(EventFields event, String field) {
        return Math.max(0, event.number(field));
    }

    private static List<StackFrame> frames(EventFields event, String field) {
        return StackFrame.parse(lines(event.text(field)));
    }

    static List<String> lines(@Nullable String text) {
        return text == null || text.isEmpty() ? List.of() : List.of(text.split("\n", -1));
    }
}
