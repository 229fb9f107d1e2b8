package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.ThreadText;
import io.vtmonitor.report.WaitFacts.Place;
import io.vtmonitor.report.WaitFacts.Progress;
import io.vtmonitor.report.WaitFacts.Row;
import io.vtmonitor.report.WaitFacts.Waiting;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How many threads wait, where, and at how many looks or in how many dumps, in words. */
final class WaitingText {
    static final String ONE_DUMP = " One dump doesn't show how long they wait.";

    private WaitingText() {}

    /** The start of a sentence, to be followed by what they wait for. */
    static String begin(Waiting waiting) {
        Row row = waiting.row();
        int threads = waiting.threads();
        if (row == null || !waiting.isInDumps()) {
            return (waiting.estimate() ? "About " : "")
                    + (threads == 1 ? "1 virtual thread waits for " : threads + " virtual threads wait for ");
        }
        if (row.looks() > 1) {
            return "In each of the last " + row.looks() + " dumps "
                    + (row.fewest() == 1
                            ? "at least 1 virtual thread waits for "
                            : row.fewest() + " virtual threads or more wait for ");
        }
        return (row.ofDumps() == 1 ? "In the one dump " : "In the first of " + row.ofDumps() + " dumps ")
                + threads
                + (threads == 1 ? " virtual thread waits for " : " virtual threads wait for ");
    }

    /** Where they wait; follows what they wait for. */
    static String in(Place place) {
        String part = switch (place.part()) {
            case ALL -> " in ";
            case MOST -> ", most of them in ";
            case SOME -> ", about " + place.threads() + " of them in ";
        };
        return place.site().equals("unknown") ? "" : part + place.site() + called(place);
    }

    private static String called(Place place) {
        return place.caller() == null || place.caller().equals(place.site()) ? "" : ", called by " + place.caller();
    }

    /** At how many looks they waited, as a sentence that follows others; empty if {@link #begin} has said so. */
    static String row(Waiting waiting) {
        Row row = waiting.row();
        if (row == null || waiting.isInDumps()) {
            return "";
        }
        return " At each of the last " + row.looks() + " looks, "
                + (row.seconds() > 0 ? "over " + seconds(row.seconds()) + ", " : "") + "at least "
                + (waiting.estimate() ? "about " : "") + row.fewest() + " did.";
    }

    /** How many of them made progress, as sentences that follow others; empty if they were not watched. */
    static String progress(@Nullable Progress progress) {
        if (progress == null || progress.seconds() == 0) {
            return "";
        }
        String turn = progress.taken() > 0
                ? "about " + progress.taken() + " of them made progress" + (progress.orGaveUp() ? " or gave up" : "")
                : "none of them made progress";
        String without =
                progress.gaveUp() == 0 ? "" : ", and about " + progress.gaveUp() + " gave up when their time was over";
        return " While they were watched for " + Math.round(progress.seconds() * 1_000) + " ms, " + turn + without + "."
                + (progress.processor() == 0
                        ? ""
                        : " The carriers had a processor for " + Durations.percent(progress.processor())
                                + " of the time in which they needed one.")
                + (progress.starvedSeconds() == 0
                        ? ""
                        : " Each time they were watched, over " + seconds(progress.starvedSeconds())
                                + ", none made progress.");
    }

    /** The class of the lock. */
    static String type(@Nullable String type) {
        return type == null ? "of an unknown class" : ThreadText.type(type);
    }

    /** With a tenth of a second if it is less than 10 s. */
    static String seconds(double seconds) {
        return seconds >= 10 ? Math.round(seconds) + " s" : String.format(Locale.ROOT, "%.1f s", seconds);
    }
}
