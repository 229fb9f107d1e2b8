package io.vtmonitor.report.json;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The limits of schema 1, which were sentences. Those that a gate or a merge uses become data again. */
final class OldLimits {
    /** Sentences without arguments. */
    private static final Map<String, LimitKind> WHOLE = Map.ofEntries(
            Map.entry(
                    "PINS ARE MISSING: jdk.VirtualThreadPinned was not enabled in this recording",
                    LimitKind.PINNED_EVENT_OFF),
            Map.entry(
                    "the recording does not tell its settings: shorter pins, or all of a kind, may be missing",
                    LimitKind.SETTINGS_UNKNOWN),
            Map.entry("a pin that has not ended is not recorded", LimitKind.PINS_NOT_ENDED),
            Map.entry("pins that began outside of the time asked for are left out", LimitKind.ASKED_TIME),
            Map.entry(
                    "waits for a monitor that leave the carrier free are not recorded",
                    LimitKind.MONITOR_WAITS_LEFT_OUT),
            Map.entry(
                    "carriers busy in other native calls (a name look-up, for one) leave no event",
                    LimitKind.NATIVE_CALLS),
            Map.entry("nothing tells how many carriers there were: one is assumed", LimitKind.CARRIERS_ASSUMED),
            Map.entry(
                    "lost capacity and starved time are lower bounds: there were too many pins to keep each",
                    LimitKind.LOWER_BOUNDS),
            Map.entry(
                    "reports of one JVM over the same time were added up: what both tell counts twice. Its"
                            + " recordings, given to one analyze, would count once",
                    LimitKind.COUNTED_TWICE),
            Map.entry(
                    "the last chunk is unfinished: the recording was still being written", LimitKind.UNFINISHED_CHUNK),
            Map.entry("a chunk stands in the file twice; it was read once", LimitKind.CHUNK_TWICE));

    /** Sentences with arguments. The groups are the arguments of the kind, in order. */
    private static final Map<Pattern, LimitKind> PARTS = Map.ofEntries(
            part("pins were not recorded: (.*)", LimitKind.PINS_NOT_RECORDED),
            part("the JVM ended ([\\d.]+) s after it began, before the watch was ready: .*", LimitKind.JVM_ENDED_FIRST),
            part("recording ended at (\\S+): somebody else has stopped it .*", LimitKind.RECORDING_STOPPED),
            part("recording ended at (\\S+): (?!somebody else)(.*)", LimitKind.RECORDING_GIVEN_UP),
            part(
                    "PINS ARE MISSING: .* pin on this JDK, and (jdk\\.\\w+) was not enabled in this recording",
                    LimitKind.MONITOR_EVENT_OFF),
            part("the JVM says it could not keep (\\d+) bytes of event data", LimitKind.DATA_LOST),
            part("events could not be read, (\\d+) times: .*", LimitKind.EVENTS_UNREAD),
            part("(\\d+) pins have a stack that was cut off.*", LimitKind.TRUNCATED_STACKS),
            part("(\\d+) pins of sites beyond the bound are counted as other", LimitKind.FOLDED_SITES),
            part("(\\d+) pins of stacks beyond the bound are counted in .*", LimitKind.FOLDED_STACKS));

    /** Thresholds: the groups are what is shorter, a number, and its unit. */
    private static final Pattern SHORTER = Pattern.compile("(.*) shorter than (\\d+) (us|ms) are not recorded");

    private static final Pattern GAPS = Pattern.compile("(?:the recording has|recordings of (\\d+) of (\\d+) JVMs have)"
            + " (?:a gap of|(\\d+) gaps, in all) (?:(\\d+) h )?(\\d+) (s|min).*");

    private OldLimits() {}

    private static Map.Entry<Pattern, LimitKind> part(String form, LimitKind kind) {
        return Map.entry(Pattern.compile(form, Pattern.DOTALL), kind);
    }

    /** {@link LimitKind#OTHER} if the sentence is not known. */
    static Limit of(String sentence) {
        LimitKind whole = WHOLE.get(sentence);
        if (whole != null) {
            return Limit.of(whole);
        }
        Matcher gaps = GAPS.matcher(sentence);
        if (gaps.matches()) {
            long seconds = 3_600 * number(gaps.group(4), 0)
                    + number(gaps.group(5), 0) * (gaps.group(6).equals("min") ? 60 : 1);
            return Limit.of(
                    LimitKind.GAPS,
                    number(gaps.group(3), 1),
                    seconds,
                    number(gaps.group(1), 1),
                    number(gaps.group(2), 1));
        }
        Matcher shorter = SHORTER.matcher(sentence);
        if (shorter.matches()) {
            double seconds =
                    Double.parseDouble(shorter.group(2)) / (shorter.group(3).equals("ms") ? 1e3 : 1e6);
            return Limit.of(
                    switch (shorter.group(1)) {
                        case "pins" -> LimitKind.PINS_SHORTER;
                        case "reads and writes of files" -> LimitKind.FILE_IO_SHORTER;
                        default -> LimitKind.MONITOR_WAITS_SHORTER;
                    },
                    seconds);
        }
        for (Map.Entry<Pattern, LimitKind> part : PARTS.entrySet()) {
            Matcher matcher = part.getKey().matcher(sentence);
            if (matcher.matches()) {
                return of(part.getValue(), matcher);
            }
        }
        return Limit.of(LimitKind.OTHER, sentence);
    }

    private static long number(@Nullable String digits, long otherwise) {
        return digits == null ? otherwise : Long.parseLong(digits);
    }

    private static Limit of(LimitKind kind, Matcher matcher) {
        Object[] arguments = new Object[matcher.groupCount()];
        for (int i = 0; i < arguments.length; i++) {
            String text = matcher.group(i + 1);
            arguments[i] = switch (kind.parameters().get(i).type()) {
                case COUNT -> (Object) Long.valueOf(text);
                case SECONDS -> (Object) Double.valueOf(text);
                case TEXT, THREADS -> text;
            };
        }
        return Limit.of(kind, arguments);
    }
}
