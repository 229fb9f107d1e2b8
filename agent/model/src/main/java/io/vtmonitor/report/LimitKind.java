package io.vtmonitor.report;

import io.vtmonitor.report.Limit.VirtualThreads;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What can limit a report's figures, what hides most first. Comments say what the arguments mean if their names don't.
 */
public enum LimitKind {
    /** Nothing could be recorded in this JVM; {@code why} is the JDK's message. */
    PINS_NOT_RECORDED(Hides.PINS, text("why")),
    /** The JVM ended before the watch began, {@code seconds} after its start. */
    JVM_ENDED_FIRST(Hides.PINS, seconds("seconds")),
    /** The agent's recording was stopped from outside while the JVM ran; {@code at} is the instant (ISO 8601). */
    RECORDING_STOPPED(Hides.PINS, text("at")),
    /** The agent gave up its recording at the instant {@code at} (ISO 8601). */
    RECORDING_GIVEN_UP(Hides.PINS, text("at"), text("why")),
    /**
     * When the recording ends, virtual threads have held {@code held} of the carriers for {@code seconds} or longer (0
     * if that is not known). The last thread dump shows these threads blocked.
     */
    CARRIERS_HELD(Hides.PINS, count("held"), count("carriers"), threads("threads"), text("where"), seconds("seconds")),
    /** The same, if the dump does not show what the virtual threads do: JDK 21 to 24. */
    CARRIERS_LIKELY_HELD(
            Hides.PINS, count("held"), count("carriers"), threads("threads"), text("where"), seconds("seconds")),
    /**
     * The same as the agent sees it in the JVM that it watches: each look found the threads there, for {@code seconds}.
     */
    CARRIERS_KEPT(Hides.PINS, count("held"), count("carriers"), threads("threads"), text("where"), seconds("seconds")),
    /**
     * The recording of a JVM that may pin has no events of pins. {@code recorder} is the program that made it; empty if
     * it is not known.
     */
    NO_EVENTS_OF_PINS(Hides.PINS, text("recorder")),
    PINNED_EVENT_OFF(Hides.PINS),
    /** An event of pins on JDK 21 to 23 was not enabled. */
    MONITOR_EVENT_OFF(Hides.PINS, text("event")),
    /** An event of pins was disabled for {@code seconds} of the time that was watched. */
    EVENT_OFF_FOR_A_WHILE(Hides.PINS, text("event"), seconds("seconds")),
    SETTINGS_UNKNOWN(Hides.PINS),
    /** The file is output of {@code jfr print}, not a recording. */
    PRINTED_EVENTS(Hides.PINS),
    /** The JVM dropped {@code bytes} of event data. */
    DATA_LOST(Hides.PINS, count("bytes")),
    LAST_PINS_NOT_WRITTEN(Hides.PINS),
    LAST_PINS_NOT_READ(Hides.PINS),
    LAST_PINS_UNREADABLE(Hides.PINS),
    /** Pins of the JVM's shutdown hooks are missing from the instant {@code at} (ISO 8601) on. */
    SHUTDOWN_NOT_RECORDED(Hides.PERHAPS_PINS, text("at")),
    /** Carriers were pinned at the instant of the last thread dump; it is not known for how long. */
    PIN_UNDER_WAY(Hides.PERHAPS_PINS, count("carriers"), threads("threads"), text("where")),
    /**
     * When the last thread dump was taken, virtual threads had been parked on their carriers for {@code seconds} or
     * longer (0 if only one dump shows them).
     */
    PINNED_IN_DUMP(Hides.PERHAPS_PINS, count("carriers"), threads("threads"), text("where"), seconds("seconds")),
    EVENTS_UNREAD(Hides.PERHAPS_PINS, count("times")),
    /** The JVM ran for {@code seconds} before it was watched. */
    START_NOT_WATCHED(Hides.PERHAPS_PINS, seconds("seconds")),
    /**
     * To stay within its budget, the agent raised the threshold of pins, up to {@code threshold}, for {@code seconds};
     * {@code allowed} is how many events a second the budget allows.
     */
    PIN_THRESHOLD_RAISED(Hides.PERHAPS_PINS, seconds("threshold"), seconds("seconds"), count("allowed")),
    MONITOR_THRESHOLD_RAISED(Hides.PERHAPS_PINS, seconds("threshold"), seconds("seconds"), count("allowed")),
    /** An event's threshold was higher, up to {@code threshold}, for {@code seconds} of the time that was watched. */
    THRESHOLD_HIGHER_FOR_A_WHILE(Hides.PERHAPS_PINS, text("event"), seconds("threshold"), seconds("seconds")),
    /** Gaps in the recordings of {@code jvms} of {@code ofJvms} JVMs, {@code seconds} in all. */
    GAPS(Hides.PERHAPS_PINS, count("gaps"), seconds("seconds"), count("jvms"), count("ofJvms")),
    UNFINISHED_CHUNK(Hides.PERHAPS_PINS),
    /** The JVM is older than 21. */
    NO_PINNED_EVENT(Hides.PERHAPS_PINS),
    OPENJ9(Hides.PERHAPS_PINS),
    PINS_WITHOUT_STACKS(Hides.HOLDERS),
    /** An event of pins on JDK 21 to 23 was recorded without stacks. */
    MONITOR_EVENT_WITHOUT_STACKS(Hides.HOLDERS, text("event")),
    /** An event of pins had no stacks for {@code seconds} of the time that was watched. */
    STACKS_OFF_FOR_A_WHILE(Hides.HOLDERS, text("event"), seconds("seconds")),
    LEGACY_LOCKING(Hides.NOTHING),
    /** The JVM cuts off stacks beyond {@code frames}; {@link #TRUNCATED_STACKS} says how often it did. */
    STACK_DEPTH(Hides.NOTHING, count("frames")),
    PINS_SHORTER(Hides.SHORT_PINS, seconds("threshold")),
    MONITOR_WAITS_SHORTER(Hides.SHORT_PINS, seconds("threshold")),
    /** Waits for a monitor on JDK 24 and later are left out because they do not hold the carrier. */
    MONITOR_WAITS_LEFT_OUT(Hides.NOTHING),
    FILE_EVENTS_OFF(Hides.FILE_IO),
    /** Events of file I/O were throttled by the recording's setting, such as {@code 100/s}. */
    FILE_EVENTS_THROTTLED(Hides.FILE_IO, text("throttle")),
    FILE_IO_SHORTER(Hides.FILE_IO, seconds("threshold")),
    FILE_THRESHOLD_RAISED(Hides.FILE_IO, seconds("threshold"), seconds("seconds"), count("allowed")),
    NATIVE_CALLS(Hides.NOTHING),
    PINS_NOT_ENDED(Hides.OPEN_PINS),
    /** The recording does not show how many carriers there were: lost capacity and starved time are upper bounds. */
    CARRIERS_ASSUMED(Hides.NOTHING),
    /**
     * The application changed the parallelism of the scheduler {@code times} times, from {@code first} to {@code last}
     * carriers; {@code at} is the instant of the last change.
     */
    PARALLELISM_CHANGED(Hides.NOTHING, count("times"), count("first"), count("last"), text("at")),
    ASKED_THRESHOLD(Hides.NOTHING, seconds("threshold")),
    ASKED_PACKAGE(Hides.NOTHING, text("prefix")),
    ASKED_TIME(Hides.NOTHING),
    SCHEDULER_NOT_WATCHED(Hides.STALLS, text("why")),
    /** The scheduler was not watched from the instant {@code at} (ISO 8601) on. */
    SCHEDULER_LOST(Hides.STALLS, text("at"), text("why")),
    SCHEDULER_ENDED(Hides.STALLS),
    FLUSHES_LATE(Hides.NOTHING),
    FLUSHES_LATE_FOR_A_WHILE(Hides.NOTHING),
    WAITS_NOT_WATCHED(Hides.NOTHING, text("why")),
    /** Waits were not watched from the instant {@code at} (ISO 8601) on. */
    WAITS_LOST(Hides.NOTHING, text("at"), text("why")),
    WAITS_ENDED(Hides.NOTHING),
    /** Threads waited at more than {@code most} places. */
    WAITS_LEFT_OUT(Hides.NOTHING, count("most")),
    /** Up to {@code threads} virtual threads were not examined because the JVM does not list them. */
    WAITS_OF_UNLISTED(Hides.NOTHING, count("threads")),
    /** Up to {@code threads} virtual threads had another scheduler, whose carriers are not known. */
    WAITS_FOR_OTHER_CARRIERS(Hides.NOTHING, count("threads")),
    /** This version of Java does not show which threads wait for which monitor. */
    WAITS_FOR_MONITORS(Hides.NOTHING, count("java")),
    /** This JDK lacks {@code fields}, which show which thread waits for which. */
    FIELDS_MISSING(Hides.NOTHING, text("fields")),
    /** What a pool has lent is not known: {@code why}, for example because one of its classes could not be woven. */
    POOL_NOT_WATCHED(Hides.NOTHING, text("pool"), text("why")),
    POOLS_WATCHED_LATE(Hides.NOTHING),
    /** There were more than {@code most} pools. */
    POOLS_LEFT_OUT(Hides.NOTHING, count("most")),
    /** A pool had lent more than {@code most} resources at a time; {@code borrowings} were not followed. */
    BORROWINGS_LEFT_OUT(Hides.NOTHING, text("pool"), count("most"), count("borrowings")),
    /** Pools were not watched from the instant {@code at} (ISO 8601) on. */
    POOLS_LOST(Hides.NOTHING, text("at"), text("why")),
    POOLS_ENDED(Hides.NOTHING),
    DUMP_DAMAGED(Hides.NOTHING, text("file"), text("damage")),
    /** A dump counts {@code threads} threads that it does not list. */
    DUMP_UNLISTED(Hides.NOTHING, text("file"), count("threads")),
    DUMPS_WITHOUT_CARRIERS(Hides.NOTHING),
    /** Dumps of this version of Java show no states, so different locks at one place can't be distinguished. */
    DUMPS_WITHOUT_STATES(Hides.NOTHING, text("java")),
    DUMPS_WITHOUT_OWNERS(Hides.NOTHING, text("java")),
    /**
     * Thread dumps do not show which thread has a permit, a task, or a pooled object, nor which thread another one
     * joins.
     */
    DUMPS_WITHOUT_HOLDERS(Hides.NOTHING),
    HEAP_DUMPS_WITHOUT_TIME(Hides.NOTHING),
    /**
     * Heap dumps of this version of Java lack stacks of virtual threads without a carrier; {@code threads} is how many
     * these were.
     */
    HEAP_DUMPS_WITHOUT_STACKS(Hides.NOTHING, text("java"), count("threads")),
    /** Printed dumps, as of {@code jstack}, list only virtual threads that have a carrier. */
    DUMPS_OF_MOUNTED_THREADS(Hides.NOTHING),
    /** No virtual thread has a carrier in a printed dump. */
    DUMP_WITHOUT_MOUNTED_THREADS(Hides.NOTHING, text("file")),
    /** Printed dumps of this version of Java do not show the stacks of virtual threads. */
    DUMPS_WITHOUT_MOUNTED_STACKS(Hides.NOTHING, text("java")),
    DUMP_WITHOUT_FRAMES(Hides.NOTHING, text("file"), count("threads")),
    /**
     * When the last thread dump was taken, {@code count} threads had been in static initializers, with the same stacks,
     * for {@code seconds} or longer (0 if only one dump shows them). The dump does not show whether they wait for
     * classes.
     */
    INITIALIZERS_IN_DUMP(Hides.NOTHING, count("count"), threads("threads"), text("where"), seconds("seconds")),
    /** {@code places} places at which threads waited had no room in the recording. */
    RECORDED_WAITS_LEFT_OUT(Hides.NOTHING, count("places")),
    /** Some pools, holders, verdicts, or stalls had no room in the recording. */
    RECORDED_POOLS_LEFT_OUT(Hides.NOTHING),
    /** There are verdicts of kinds that this release does not know. */
    VERDICTS_OF_NEWER_RELEASE(Hides.NOTHING, text("kinds")),
    /**
     * The file that {@code recording=} keeps begins {@code later} seconds after the watch, at the instant {@code begin}
     * (ISO 8601), because it has at most {@code megabytes}.
     */
    KEPT_RECORDING_SHORT(Hides.NOTHING, text("file"), text("begin"), seconds("later"), count("megabytes")),
    CHUNK_TWICE(Hides.NOTHING),
    /** Some chunks are in several of the files that were read together. */
    SHARED_CHUNKS(Hides.NOTHING, count("chunks"), count("files")),
    COUNTED_TWICE(Hides.NOTHING),
    DANGLING_REFERENCES(Hides.HOLDERS, count("references")),
    /** The JDK's own classes were read from other versions than the recorded one. */
    OTHER_JDK(Hides.HOLDERS, text("lookedUp"), text("recorded")),
    /**
     * A bug of this build of the JDK leaves virtual threads stuck. {@code fixed} is the first release without it; empty
     * if none is known.
     */
    STUCK_THREADS(Hides.NOTHING, text("jdk"), text("bug"), text("fixed")),
    LOWER_BOUNDS(Hides.CAPACITY),
    /**
     * {@code files} files continue the recording of a JVM that another file begins. Each file counts as a JVM of its
     * own, with its own carriers.
     */
    JVM_IN_SEVERAL_FILES(Hides.CAPACITY, count("files")),
    /**
     * Bounds of what pins by {@code Object.wait} may have cost on JDK 21 to 23, if there were no spare carriers:
     * {@code lost} carrier-seconds, and {@code starved} seconds without a free carrier.
     */
    SPARE_CARRIERS_UNKNOWN(Hides.CAPACITY, seconds("lost"), seconds("starved")),
    TRUNCATED_STACKS(Hides.HOLDERS, count("pins")),
    /** {@code pins} pins came faster than the agent could look up the classes of their stacks. */
    STACKS_NOT_LOOKED_UP(Hides.HOLDERS, count("pins")),
    FOLDED_SITES(Hides.SITES, count("pins")),
    FOLDED_STACKS(Hides.HOLDERS, count("pins")),
    /** A sentence of a report that an older release wrote. */
    OTHER(Hides.UNKNOWN, text("sentence"));

    private final Hides hides;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of, of records
    private final List<Parameter> parameters;

    LimitKind(Hides hides, Parameter... parameters) {
        this.hides = hides;
        this.parameters = List.of(parameters);
    }

    public Hides hides() {
        return hides;
    }

    public List<Parameter> parameters() {
        return parameters;
    }

    /** Whether it follows from the figures of a report, so that a merge adds it again. */
    public boolean followsFromFigures() {
        return this == GAPS || this == TRUNCATED_STACKS || this == FOLDED_SITES || this == FOLDED_STACKS;
    }

    /** The name in reports: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What a limit hides from the readers of the figures. */
    public enum Hides {
        /** Pins are known to be missing: all of them, all of a kind, or all from some time on. */
        PINS,
        /** Pins may be missing. */
        PERHAPS_PINS,
        /** A pin that continues when the watch ends is in no figure. */
        OPEN_PINS,
        /** Pins are missing that are shorter than the thresholds of the report's JVMs. */
        SHORT_PINS,
        /** Pins are counted in totals, but not for their site. */
        SITES,
        /** The holders or the entry of some pins are not known. */
        HOLDERS,
        /** Lost capacity and starved time are lower bounds. */
        CAPACITY,
        /** Times in which no virtual thread could run are missing. */
        STALLS,
        /** File I/O is missing, which is not part of any pin's figures. */
        FILE_IO,
        /** No pin, holder, or figure of a pin is missing. */
        NOTHING,
        /** It is not known: a sentence of an older release. */
        UNKNOWN;

        /** The name in reports: lower case. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The type of an argument. */
    public enum Type {
        COUNT,
        SECONDS,
        TEXT,
        THREADS
    }

    /**
     * A parameter of a kind of limit.
     *
     * @param type stands for {@link Long}, {@link Double}, {@link String}, or {@link VirtualThreads}
     */
    public record Parameter(String name, Type type) {
        Object checked(@Nullable Object value) {
            if (value instanceof String && type == Type.TEXT) {
                return value;
            }
            if (value instanceof Number number && type == Type.SECONDS && number.doubleValue() >= 0) {
                return number.doubleValue();
            }
            if ((value instanceof Long || value instanceof Integer) && type == Type.COUNT) {
                long count = ((Number) value).longValue();
                if (count >= 0) {
                    return count;
                }
            }
            if (value instanceof VirtualThreads && type == Type.THREADS) {
                return value;
            }
            if (value instanceof String text && type == Type.THREADS) {
                return VirtualThreads.parse(text); // the form in JSON
            }
            throw new IllegalArgumentException(name + " of a limit is " + value);
        }
    }

    private static Parameter count(String name) {
        return new Parameter(name, Type.COUNT);
    }

    private static Parameter seconds(String name) {
        return new Parameter(name, Type.SECONDS);
    }

    private static Parameter threads(String name) {
        return new Parameter(name, Type.THREADS);
    }

    private static Parameter text(String name) {
        return new Parameter(name, Type.TEXT);
    }
}
