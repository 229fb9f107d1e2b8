package io.vtmonitor.report;

import io.vtmonitor.report.Limit.VirtualThreads;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What can limit a report's figures; those that hide most come first. */
public enum LimitKind {
    /** Nothing could be recorded in this JVM; {@code why} is the cause as the JDK words it. */
    PINS_NOT_RECORDED(Hides.PINS, text("why")),
    /** The JVM ended so many seconds after its start, before the watch began. */
    JVM_ENDED_FIRST(Hides.PINS, seconds("seconds")),
    /** Somebody stopped the agent's recording at that instant (ISO 8601) while the JVM ran on. */
    RECORDING_STOPPED(Hides.PINS, text("at")),
    /** The agent gave its recording up at that instant (ISO 8601). */
    RECORDING_GIVEN_UP(Hides.PINS, text("at"), text("why")),
    /**
     * So many of the carriers are held when the recording ends, by these virtual threads, for at least so many seconds
     * (0 if that is not known); the last thread dump shows them blocked.
     */
    CARRIERS_HELD(Hides.PINS, count("held"), count("carriers"), threads("threads"), text("where"), seconds("seconds")),
    /** The same where the dump does not show what the virtual threads do: JDK 21 to 24. */
    CARRIERS_LIKELY_HELD(
            Hides.PINS, count("held"), count("carriers"), threads("threads"), text("where"), seconds("seconds")),
    /** The same as the agent sees it in a JVM that it watches; each look for so many seconds found them so. */
    CARRIERS_KEPT(Hides.PINS, count("held"), count("carriers"), threads("threads"), text("where"), seconds("seconds")),
    /** The recording of a JVM that may pin has no such events; {@code recorder} is empty if it is not known. */
    NO_EVENTS_OF_PINS(Hides.PINS, text("recorder")),
    PINNED_EVENT_OFF(Hides.PINS),
    /** An event of pins on JDK 21 to 23 was not enabled. */
    MONITOR_EVENT_OFF(Hides.PINS, text("event")),
    /** An event of pins was off for so many seconds of the time that was watched. */
    EVENT_OFF_FOR_A_WHILE(Hides.PINS, text("event"), seconds("seconds")),
    SETTINGS_UNKNOWN(Hides.PINS),
    /** The file is what {@code jfr print} has printed of a recording. */
    PRINTED_EVENTS(Hides.PINS),
    /** The JVM dropped so many bytes of event data. */
    DATA_LOST(Hides.PINS, count("bytes")),
    LAST_PINS_NOT_WRITTEN(Hides.PINS),
    LAST_PINS_NOT_READ(Hides.PINS),
    LAST_PINS_UNREADABLE(Hides.PINS),
    /** What the JVM's shutdown hooks pinned from that instant (ISO 8601) on. */
    SHUTDOWN_NOT_RECORDED(Hides.PERHAPS_PINS, text("at")),
    /** So many carriers were pinned at the instant of the last thread dump; for how long is not known. */
    PIN_UNDER_WAY(Hides.PERHAPS_PINS, count("carriers"), threads("threads"), text("where")),
    /**
     * So many virtual threads were parked on their carriers when the last thread dump was taken, for at least so many
     * seconds (0 if only one dump shows them).
     */
    PINNED_IN_DUMP(Hides.PERHAPS_PINS, count("carriers"), threads("threads"), text("where"), seconds("seconds")),
    EVENTS_UNREAD(Hides.PERHAPS_PINS, count("times")),
    /** The JVM ran so many seconds before it was watched. */
    START_NOT_WATCHED(Hides.PERHAPS_PINS, seconds("seconds")),
    /** The budget raised the threshold of pins to as much as that, for so many seconds. */
    PIN_THRESHOLD_RAISED(Hides.PERHAPS_PINS, seconds("threshold"), seconds("seconds"), count("allowed")),
    MONITOR_THRESHOLD_RAISED(Hides.PERHAPS_PINS, seconds("threshold"), seconds("seconds"), count("allowed")),
    /** Somebody raised an event's threshold to as much as that, for so many seconds of the time that was watched. */
    THRESHOLD_HIGHER_FOR_A_WHILE(Hides.PERHAPS_PINS, text("event"), seconds("threshold"), seconds("seconds")),
    /** Stretches of the recording in which nothing was recorded, of so many of the JVMs. */
    GAPS(Hides.PERHAPS_PINS, count("gaps"), seconds("seconds"), count("jvms"), count("ofJvms")),
    UNFINISHED_CHUNK(Hides.PERHAPS_PINS),
    /** The JVM is older than 21. */
    NO_PINNED_EVENT(Hides.PERHAPS_PINS),
    OPENJ9(Hides.PERHAPS_PINS),
    PINS_WITHOUT_STACKS(Hides.HOLDERS),
    /** An event of pins on JDK 21 to 23 was recorded without stacks. */
    MONITOR_EVENT_WITHOUT_STACKS(Hides.HOLDERS, text("event")),
    /** An event of pins had no stacks for so many seconds of the time that was watched. */
    STACKS_OFF_FOR_A_WHILE(Hides.HOLDERS, text("event"), seconds("seconds")),
    LEGACY_LOCKING(Hides.NOTHING),
    /** Of the JVM; {@link #TRUNCATED_STACKS} says how often it mattered. */
    STACK_DEPTH(Hides.NOTHING, count("frames")),
    PINS_SHORTER(Hides.SHORT_PINS, seconds("threshold")),
    MONITOR_WAITS_SHORTER(Hides.SHORT_PINS, seconds("threshold")),
    /** Waits for a monitor on JDK 24 and later, which leave the carrier free. */
    MONITOR_WAITS_LEFT_OUT(Hides.NOTHING),
    FILE_EVENTS_OFF(Hides.FILE_IO),
    /** The recording's setting, such as {@code 100/s}. */
    FILE_EVENTS_THROTTLED(Hides.FILE_IO, text("throttle")),
    FILE_IO_SHORTER(Hides.FILE_IO, seconds("threshold")),
    FILE_THRESHOLD_RAISED(Hides.FILE_IO, seconds("threshold"), seconds("seconds"), count("allowed")),
    NATIVE_CALLS(Hides.NOTHING),
    PINS_NOT_ENDED(Hides.OPEN_PINS),
    /** Nothing tells how many carriers there were. */
    CARRIERS_ASSUMED(Hides.NOTHING),
    /** The application changed the parallelism of the scheduler so many times, the last time then. */
    PARALLELISM_CHANGED(Hides.NOTHING, count("times"), count("first"), count("last"), text("at")),
    ASKED_THRESHOLD(Hides.NOTHING, seconds("threshold")),
    ASKED_PACKAGE(Hides.NOTHING, text("prefix")),
    ASKED_TIME(Hides.NOTHING),
    SCHEDULER_NOT_WATCHED(Hides.STALLS, text("why")),
    /** From that instant (ISO 8601) on. */
    SCHEDULER_LOST(Hides.STALLS, text("at"), text("why")),
    SCHEDULER_ENDED(Hides.STALLS),
    FLUSHES_LATE(Hides.NOTHING),
    FLUSHES_LATE_FOR_A_WHILE(Hides.NOTHING),
    WAITS_NOT_WATCHED(Hides.NOTHING, text("why")),
    /** There were virtual threads, and no look at them yet: the first one follows so many seconds after the first. */
    WAITS_NOT_EXAMINED(Hides.NOTHING, seconds("first")),
    /** From that instant (ISO 8601) on. */
    WAITS_LOST(Hides.NOTHING, text("at"), text("why")),
    WAITS_ENDED(Hides.NOTHING),
    /** Threads waited at more places than so many. */
    WAITS_LEFT_OUT(Hides.NOTHING, count("most")),
    /** Up to so many virtual threads were not looked at, because the JVM does not list them. */
    WAITS_OF_UNLISTED(Hides.NOTHING, count("threads")),
    /** Up to so many virtual threads had a scheduler of their own, whose carriers are not known. */
    WAITS_FOR_OTHER_CARRIERS(Hides.NOTHING, count("threads")),
    /** That version of Java does not show who waits for a monitor. */
    WAITS_FOR_MONITORS(Hides.NOTHING, count("java")),
    /** This JDK lacks fields that tell who waits for whom: their names. */
    FIELDS_MISSING(Hides.NOTHING, text("fields")),
    /** A pool's code, or a class of it, could not be changed. */
    POOL_NOT_WATCHED(Hides.NOTHING, text("pool"), text("why")),
    POOLS_WATCHED_LATE(Hides.NOTHING),
    /** There were more pools than so many. */
    POOLS_LEFT_OUT(Hides.NOTHING, count("most")),
    /** A pool had lent more than {@code most} at a time. */
    BORROWINGS_LEFT_OUT(Hides.NOTHING, text("pool"), count("most"), count("borrowings")),
    /** From that instant (ISO 8601) on. */
    POOLS_LOST(Hides.NOTHING, text("at"), text("why")),
    POOLS_ENDED(Hides.NOTHING),
    DUMP_DAMAGED(Hides.NOTHING, text("file"), text("damage")),
    /** So many threads are in a dump's totals only. */
    DUMP_UNLISTED(Hides.NOTHING, text("file"), count("threads")),
    DUMPS_WITHOUT_CARRIERS(Hides.NOTHING),
    /** Those of that version of Java; different locks are one there. */
    DUMPS_WITHOUT_STATES(Hides.NOTHING, text("java")),
    DUMPS_WITHOUT_OWNERS(Hides.NOTHING, text("java")),
    /** Thread dumps show nobody who has a permit, a task, or a pooled object, and not whom a thread joins. */
    DUMPS_WITHOUT_HOLDERS(Hides.NOTHING),
    HEAP_DUMPS_WITHOUT_TIME(Hides.NOTHING),
    /** Heap dumps of that version of Java; so many virtual threads had no carrier. */
    HEAP_DUMPS_WITHOUT_STACKS(Hides.NOTHING, text("java"), count("threads")),
    /** Those that the JVM prints, as for {@code jstack}, list no virtual thread that has no carrier. */
    DUMPS_OF_MOUNTED_THREADS(Hides.NOTHING),
    /** In such a dump no virtual thread has a carrier. */
    DUMP_WITHOUT_MOUNTED_THREADS(Hides.NOTHING, text("file")),
    /** Such dumps of that version of Java do not show the stacks of virtual threads. */
    DUMPS_WITHOUT_MOUNTED_STACKS(Hides.NOTHING, text("java")),
    DUMP_WITHOUT_FRAMES(Hides.NOTHING, text("file"), count("threads")),
    /**
     * So many threads were in static initializers when the last thread dump was taken, with the same stacks for at
     * least so many seconds (0 if only one dump shows them); such dumps don't show whether they wait for classes.
     */
    INITIALIZERS_IN_DUMP(Hides.NOTHING, count("count"), threads("threads"), text("where"), seconds("seconds")),
    /** So many places at which threads waited had no room in the recording. */
    RECORDED_WAITS_LEFT_OUT(Hides.NOTHING, count("places")),
    /** Pools, their holders, verdicts and stalls neither. */
    RECORDED_POOLS_LEFT_OUT(Hides.NOTHING),
    /** Verdicts of such kinds, which this release does not know. */
    VERDICTS_OF_NEWER_RELEASE(Hides.NOTHING, text("kinds")),
    /** The file kept for {@code recording=}, as asked for, begins at that instant (ISO 8601), later than the watch. */
    KEPT_RECORDING_SHORT(Hides.NOTHING, text("file"), text("begin"), seconds("later"), count("megabytes")),
    CHUNK_TWICE(Hides.NOTHING),
    /** Chunks of several of the files that were read together. */
    SHARED_CHUNKS(Hides.NOTHING, count("chunks"), count("files")),
    COUNTED_TWICE(Hides.NOTHING),
    DANGLING_REFERENCES(Hides.HOLDERS, count("references")),
    /** The JDK's own classes are those of other versions than the recorded one. */
    OTHER_JDK(Hides.HOLDERS, text("lookedUp"), text("recorded")),
    /** Virtual threads that this build of the JDK leaves stuck; {@code fixed} is empty if no release is known. */
    STUCK_THREADS(Hides.NOTHING, text("jdk"), text("bug"), text("fixed")),
    LOWER_BOUNDS(Hides.CAPACITY),
    /** So many files tell of a JVM of which others tell, too: each counts by itself, with its own carriers. */
    JVM_IN_SEVERAL_FILES(Hides.CAPACITY, count("files")),
    /**
     * What pins may have cost at most with {@code Object.wait} on JDK 21 to 23: carrier-seconds lost, seconds in which
     * no carrier was free.
     */
    SPARE_CARRIERS_UNKNOWN(Hides.CAPACITY, seconds("lost"), seconds("starved")),
    TRUNCATED_STACKS(Hides.HOLDERS, count("pins")),
    /** So many pins came faster than the agent could look up the classes of their stacks. */
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

    /** Whether it follows from the figures of the report itself, so that a merge finds it again. */
    public boolean followsFromFigures() {
        return this == GAPS || this == TRUNCATED_STACKS || this == FOLDED_SITES || this == FOLDED_STACKS;
    }

    /** The name in reports: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What a limit hides from whoever reads the figures. */
    public enum Hides {
        /** Pins are known to be missing: all, all of a kind, or all from some time on. */
        PINS,
        /** Pins may be missing. */
        PERHAPS_PINS,
        /** A pin that continues when the watch ends is in no figure. */
        OPEN_PINS,
        /** Pins below a threshold that the report's JVMs name. */
        SHORT_PINS,
        /** Pins count in all, but not for their site. */
        SITES,
        /** Who holds the carrier, or which code began, is not known of some pins. */
        HOLDERS,
        /** Lost capacity and starved time are lower bounds. */
        CAPACITY,
        /** Times in which no virtual thread could run. */
        STALLS,
        /** File I/O, which is no part of any pin's figures. */
        FILE_IO,
        /** No pin, no holder and no figure of a pin. */
        NOTHING,
        /** Nobody knows: a sentence of an older release. */
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
     * An argument that limits of a kind have.
     *
     * @param type a {@link Long}, a {@link Double}, a {@link String} or {@link VirtualThreads}
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
                return VirtualThreads.parse(text); // as JSON has them
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
