package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.Limit.VirtualThreads;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.figures.LeftOut;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** What the figures cannot show, in sentences. Limits are worded here and in {@code WaitLimitText} only. */
public final class LimitText {
    private static final String DEEP_ENOUGH = "-XX:FlightRecorderOptions=stackdepth=256";

    private static final String AT_THE_END = "when the recording ended ";

    private LimitText() {}

    /** One sentence for each limit, in the same order. The limits about the starts of several JVMs share a sentence. */
    public static List<String> sentences(List<Limit> limits) {
        List<String> sentences = new ArrayList<>(limits.size());
        List<Double> starts = new ArrayList<>();
        int ofStarts = 0;
        for (Limit limit : limits) {
            if (limit.kind() == LimitKind.START_NOT_WATCHED) {
                starts.add(limit.seconds("seconds"));
                if (starts.size() > 1) {
                    continue;
                }
                ofStarts = sentences.size();
            }
            sentences.add(sentence(limit));
        }
        if (starts.size() > 1) {
            sentences.set(
                    ofStarts,
                    notWatched(Durations.text(Collections.min(starts)) + " to "
                            + Durations.text(Collections.max(starts)) + " of the JVMs"));
        }
        return sentences;
    }

    /** Whether every watch has this limit in any case. The docs explain these once. */
    static boolean isOfEveryWatch(LimitKind kind) {
        return switch (kind) {
            case START_NOT_WATCHED,
                    PINS_SHORTER,
                    MONITOR_WAITS_SHORTER,
                    MONITOR_WAITS_LEFT_OUT,
                    FILE_IO_SHORTER,
                    NATIVE_CALLS,
                    PINS_NOT_ENDED -> true;
            default -> false;
        };
    }

    private static String notWatched(String start) {
        return "the first " + start + " were not watched: pins that began then are missing or counted in part";
    }

    /** One sentence, without a full stop. */
    public static String sentence(Limit is) {
        return switch (is.kind()) {
            case PINS_NOT_RECORDED -> "pins were not recorded: " + is.text("why");
            case JVM_ENDED_FIRST ->
                "the JVM ended " + fixed(is.seconds("seconds"), 1)
                        + " s after it began, before the watch was ready: none of its pins were recorded";
            case RECORDING_STOPPED -> "recording ended at " + is.text("at") + ": something else stopped it (JFR.stop?)";
            case RECORDING_GIVEN_UP -> "recording ended at " + is.text("at") + ": " + is.text("why");
            case CARRIERS_HELD -> AT_THE_END + held(is, "held") + ": pins that have not ended";
            case CARRIERS_KEPT -> held(is, "held") + ": pins that have not ended";
            case CARRIERS_LIKELY_HELD ->
                AT_THE_END + held(is, "likely held")
                        + ": they used almost no processor time"
                        + (is.text("where").isEmpty() ? "; this JDK's thread dump shows nothing more" : "");
            case PIN_UNDER_WAY ->
                "when the recording ended " + is.count("carriers")
                        + (is.count("carriers") == 1 ? " carrier was" : " carriers were") + " pinned by " + threads(is)
                        + at(is) + ": for how long is not known";
            case PINNED_IN_DUMP ->
                "when the last dump was taken " + threads(is) + at(is)
                        + (is.count("carriers") == 1 ? " was pinned to its carrier" : " were pinned to their carriers")
                        + (is.seconds("seconds") > 0
                                ? ", for at least " + Durations.text(is.seconds("seconds"))
                                : ": for how long is not known");
            case PINNED_EVENT_OFF -> "PINS ARE MISSING: jdk.VirtualThreadPinned was not enabled in this recording";
            case MONITOR_EVENT_OFF ->
                "PINS ARE MISSING: " + waits(is) + " pin on this JDK, and " + is.text("event")
                        + " was not enabled in this recording";
            case EVENT_OFF_FOR_A_WHILE ->
                "PINS ARE MISSING: " + blocked(is) + " were not recorded for "
                        + Durations.text(is.seconds("seconds")) + " of the time that was watched, because "
                        + is.text("event") + " was off";
            case THRESHOLD_HIGHER_FOR_A_WHILE ->
                blocked(is) + " shorter than up to " + Durations.text(is.seconds("threshold"))
                        + " were not recorded for " + Durations.text(is.seconds("seconds"))
                        + ": the settings of the recording were changed";
            case SETTINGS_UNKNOWN ->
                "the recording does not contain all of its settings: short pins, or all pins of a kind, may be missing";
            case PRINTED_EVENTS ->
                "this is what jfr print has printed: it has only the events that were asked for and no settings, its"
                        + " time runs from the first event to the last, and stacks end after five frames without"
                        + " --stack-depth 256; text, unlike --json, also rounds times, and pins that overlap by less"
                        + " than that count as one after the other; pass the recording itself";
            case DATA_LOST -> "the JVM says it could not keep " + is.count("bytes") + " bytes of event data";
            case LAST_PINS_NOT_WRITTEN ->
                "Flight Recorder could not write the end of the recording: some of the last pins are missing";
            case LAST_PINS_NOT_READ ->
                "the end of the recording could not be read in time: some of the last pins are missing";
            case LAST_PINS_UNREADABLE -> "the end of the recording can't be read: some of the last pins are missing";
            case SHUTDOWN_NOT_RECORDED ->
                "recording ended at " + is.text("at")
                        + " as the JVM began to shut down: pins of its shutdown hooks are not recorded";
            case EVENTS_UNREAD -> "events could not be read, " + is.count("times") + " times: some pins may be missing";
            case START_NOT_WATCHED -> notWatched(Durations.text(is.seconds("seconds")) + " of the JVM");
            case PIN_THRESHOLD_RAISED -> raised("pins", is);
            case MONITOR_THRESHOLD_RAISED -> raised("waits for a monitor or for notify", is);
            case FILE_THRESHOLD_RAISED -> raised("file reads and writes", is);
            case GAPS -> gaps(is);
            case UNFINISHED_CHUNK -> "the last chunk is unfinished: the recording was still being written";
            case NO_EVENTS_OF_PINS ->
                (is.text("recorder").isEmpty()
                                ? "what made this recording is unknown, and it"
                                : "this recording was made by " + is.text("recorder") + " and")
                        + " has no events of pins: nothing can be said about pins";
            case NO_PINNED_EVENT -> "the recording does not define jdk.VirtualThreadPinned: its JVM is older than 21";
            case OPENJ9 ->
                "this JVM is OpenJ9: its pins are less well understood than HotSpot's, and holders may be wrong";
            case PINS_WITHOUT_STACKS -> "pins were recorded without stacks: their holders are unknown";
            case MONITOR_EVENT_WITHOUT_STACKS -> waits(is) + " were recorded without stacks: their holders are unknown";
            case STACKS_OFF_FOR_A_WHILE ->
                blocked(is) + " were recorded without stacks for " + Durations.text(is.seconds("seconds"))
                        + " of the time that was watched: their holders are unknown";
            case LEGACY_LOCKING ->
                "this JVM runs with legacy locking (-XX:LockingMode=1): monitors pin as before JDK 24";
            case STACK_DEPTH ->
                "stacks are cut off at " + is.count("frames")
                        + " frames: holders further down are not seen (the JVM keeps more with " + DEEP_ENOUGH + ")";
            case PINS_SHORTER -> shorter("pins", is);
            case MONITOR_WAITS_SHORTER -> shorter("waits for a monitor or for notify", is);
            case FILE_IO_SHORTER -> shorter("file reads and writes", is);
            case MONITOR_WAITS_LEFT_OUT -> "waits for a monitor that leave the carrier free are not recorded";
            case FILE_EVENTS_OFF ->
                "file I/O by virtual threads is not all recorded: jdk.FileRead, jdk.FileWrite and jdk.FileForce"
                        + " were not all enabled";
            case FILE_EVENTS_THROTTLED ->
                "of file reads and writes no more than " + is.text("throttle") + " were recorded";
            case NATIVE_CALLS -> "carriers busy in other native calls, such as name look-ups, leave no event";
            case PINS_NOT_ENDED -> "a pin that has not ended is not recorded";
            case PARALLELISM_CHANGED ->
                "the scheduler's parallelism was changed "
                        + (is.count("times") == 1 ? "once" : is.count("times") + " times")
                        + " while it was watched, from " + is.count("first") + " to " + is.count("last")
                        + " carriers (" + is.text("at")
                        + "): capacity figures use the value at each instant, "
                        + "known to a second";
            case CARRIERS_ASSUMED ->
                "the number of carriers is unknown: lost capacity and time without a free carrier are computed for one,"
                        + " and are upper bounds";
            case ASKED_THRESHOLD -> "pins shorter than " + Durations.text(is.seconds("threshold")) + " are left out";
            case ASKED_PACKAGE ->
                "pins without a holder or an entry in " + is.text("prefix") + " are left out of all figures";
            case ASKED_TIME ->
                "pins that lie outside the requested time are left out; one that reaches beyond it counts in full, also"
                        + " per hour, but against the capacity only for the part within";
            case SCHEDULER_NOT_WATCHED ->
                "the scheduler was not watched: " + is.text("why") + "; its delay and its stalls are missing";
            case SCHEDULER_LOST ->
                "the scheduler was not watched from " + is.text("at") + " on: " + is.text("why")
                        + "; its delay and its stalls after that are missing";
            case SCHEDULER_ENDED -> "the scheduler was not watched to the end";
            case FLUSHES_LATE ->
                "Flight Recorder stopped flushing: pins were reported about ten seconds late, or at the JVM's end";
            case FLUSHES_LATE_FOR_A_WHILE ->
                "Flight Recorder did not flush for a while: pins of that time were reported about ten seconds late";
            case WAITS_NOT_WATCHED -> is.text("why");
            case WAITS_LOST,
                    WAITS_ENDED,
                    WAITS_LEFT_OUT,
                    WAITS_OF_UNLISTED,
                    WAITS_FOR_OTHER_CARRIERS,
                    WAITS_FOR_MONITORS,
                    FIELDS_MISSING,
                    POOL_NOT_WATCHED,
                    POOLS_WATCHED_LATE,
                    POOLS_LEFT_OUT,
                    BORROWINGS_LEFT_OUT,
                    POOLS_LOST,
                    POOLS_ENDED,
                    DUMP_DAMAGED,
                    DUMP_UNLISTED,
                    DUMPS_WITHOUT_CARRIERS,
                    DUMPS_WITHOUT_STATES,
                    DUMPS_WITHOUT_OWNERS,
                    DUMPS_WITHOUT_HOLDERS,
                    HEAP_DUMPS_WITHOUT_TIME,
                    HEAP_DUMPS_WITHOUT_STACKS,
                    DUMPS_OF_MOUNTED_THREADS,
                    DUMP_WITHOUT_MOUNTED_THREADS,
                    DUMPS_WITHOUT_MOUNTED_STACKS,
                    DUMP_WITHOUT_FRAMES,
                    INITIALIZERS_IN_DUMP,
                    RECORDED_WAITS_LEFT_OUT,
                    RECORDED_POOLS_LEFT_OUT,
                    VERDICTS_OF_NEWER_RELEASE -> WaitLimitText.sentence(is);
            case KEPT_RECORDING_SHORT ->
                "recording=" + is.text("file") + " begins at " + is.text("begin") + ", "
                        + fixed(is.seconds("later"), 0) + " s later than the watch: only the newest "
                        + is.count("megabytes") + " MB are kept";
            case CHUNK_TWICE -> "a chunk occurs twice in the file; it was counted once";
            case SHARED_CHUNKS ->
                is.count("chunks") + (is.count("chunks") == 1 ? " chunk of " : " chunks of ") + is.count("files")
                        + (is.count("files") == 1 ? " file is" : " files are")
                        + " also in other files: each is counted once";
            case COUNTED_TWICE ->
                "reports of one JVM over the same time were merged: what both contain counts twice. To count it once,"
                        + " pass the recordings to one analyze command";
            case DANGLING_REFERENCES ->
                "the recording lacks " + is.count("references")
                        + " stacks, methods, classes, names, or threads that its events refer to";
            case OTHER_JDK ->
                "the JDK's own classes were looked up in JDK " + is.text("lookedUp") + ", but a recording is of JDK "
                        + is.text("recorded") + ": what the report says about the JDK's frames may not be true of it";
            case STUCK_THREADS ->
                "virtual threads that JDK " + is.text("jdk") + " leaves stuck (" + is.text("bug")
                        + (is.text("fixed").isEmpty() ? "" : ", fixed in " + is.text("fixed")) + ") are not pins";
            case LOWER_BOUNDS ->
                "lost capacity and starved time are lower bounds: there were too many pins to keep every one";
            case JVM_IN_SEVERAL_FILES ->
                is.count("files")
                        + (is.count("files") == 1 ? " file continues" : " files continue")
                        + " the recording of a JVM that another file begins. Each file counts separately, and a pin"
                        + " counts in the file in which it ended: carriers pinned at once and time without a free"
                        + " carrier are lower bounds";
            case SPARE_CARRIERS_UNKNOWN ->
                "this JDK starts a spare carrier for Object.wait only where too few can run: with the waits, up to "
                        + Durations.text(is.seconds("lost"))
                        + " of the carriers' time may be lost"
                        + (is.seconds("starved") > 0
                                ? ", and no carrier free for up to " + Durations.text(is.seconds("starved"))
                                : "");
            case TRUNCATED_STACKS -> pins(is, "has", "have") + " a stack that was cut off: a holder may be below";
            case FOLDED_SITES ->
                pins(is, "of a site", "of sites") + " beyond the bound " + (is.count("pins") == 1 ? "is" : "are")
                        + " counted as other";
            case STACKS_NOT_LOOKED_UP ->
                "stacks came faster than the agent could look up their classes: for " + is.count("pins")
                        + (is.count("pins") == 1 ? " pin" : " pins")
                        + ", holders follow from the stack alone and may be sites of their own";
            case FOLDED_STACKS ->
                pins(is, "of a stack", "of stacks") + " beyond the bound "
                        + (is.count("pins") == 1 ? "is counted in its" : "are counted in their")
                        + " site, but in no stack";
            case OTHER -> is.text("sentence");
        };
    }

    private static String pins(Limit is, String one, String several) {
        long pins = is.count("pins");
        return pins == 1 ? "1 pin " + one : pins + " pins " + several;
    }

    private static String held(Limit is, String how) {
        double seconds = is.seconds("seconds");
        return is.count("held") + " of " + is.count("carriers") + " carriers "
                + (is.count("held") == 1 ? "is " : "are ") + how
                + " by " + threads(is) + at(is)
                + (seconds > 0 ? ", for at least " + fixed(seconds, 0) + " s" : "");
    }

    private static String threads(Limit is) {
        VirtualThreads threads = is.threads("threads");
        return (threads.ids().size() + threads.more() > 1 ? "virtual threads " : "virtual thread ") + threads;
    }

    private static String at(Limit is) {
        return is.text("where").isEmpty() ? "" : " (" + is.text("where") + ")";
    }

    private static String waits(Limit is) {
        return switch (is.text("event")) {
            case "jdk.JavaMonitorEnter" -> "waits to enter a monitor";
            case "jdk.JavaMonitorWait" -> "waits for notify";
            default -> "blocked calls";
        };
    }

    private static String blocked(Limit is) {
        return is.text("event").equals("jdk.VirtualThreadPinned") ? "pins" : waits(is);
    }

    private static String shorter(String what, Limit is) {
        return what + " shorter than " + Durations.exact(Math.round(is.seconds("threshold") * 1e6))
                + " are not recorded";
    }

    private static String raised(String what, Limit is) {
        double millis = is.seconds("threshold") * 1e3;
        return what + " shorter than up to " + fixed(millis, millis < 10 ? 2 : 0) + " ms were not recorded for "
                + fixed(is.seconds("seconds"), 0) + " s: there were more than " + is.count("allowed") + " a second";
    }

    private static String gaps(Limit is) {
        boolean one = is.count("gaps") == 1;
        String where = is.count("ofJvms") == 1
                ? "the recording has "
                : "recordings of " + is.count("jvms") + " of " + is.count("ofJvms") + " JVMs have ";
        return where + (one ? "a gap of " : is.count("gaps") + " gaps, in all ")
                + length((long) is.seconds("seconds")) + ": nothing is known about " + (one ? "it" : "them")
                + ", and that time does not count as watched";
    }

    private static String length(long seconds) {
        if (seconds < 120) {
            return seconds + " s";
        }
        long minutes = seconds / 60;
        return minutes < 120 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
    }

    private static String fixed(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** Such as {@code 120 left out by --package, 3 by --threshold}; empty if none were left out. */
    public static String by(LeftOut leftOut) {
        List<String> parts = new ArrayList<>();
        add(parts, leftOut.byPackage(), "--package");
        add(parts, leftOut.byTime(), "--since and --until");
        add(parts, leftOut.byThreshold(), "--threshold");
        return String.join(", ", parts);
    }

    private static void add(List<String> parts, long pins, String option) {
        if (pins > 0) {
            parts.add(pins + (parts.isEmpty() ? " left out by " : " by ") + option);
        }
    }
}
