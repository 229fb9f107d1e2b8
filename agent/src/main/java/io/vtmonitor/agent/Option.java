package io.vtmonitor.agent;

import io.vtmonitor.common.DurationParser;
import io.vtmonitor.common.NearestName;
import io.vtmonitor.unpin.UnpinRequest;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The agent's options; {@code docs/options.md} is checked against this table. */
enum Option {
    PORT(
            "a port number, 0 to 65535 (0 picks a free one)",
            null,
            "Serve a live page (/), /metrics and /report.json on this port."),
    HOST("a host name or address", "127.0.0.1", "The address to serve on."),
    THRESHOLD(Bounds.FROM_NONE_TO_AN_HOUR, "1ms", "Shorter pins are not recorded."),
    MONITOR_THRESHOLD(
            Bounds.FROM_NONE_TO_AN_HOUR,
            "20ms",
            "JDK 21 to 23: shorter waits for a monitor or for notify are not recorded. JDK 24 and later: of shorter ones "
                    + "it is not known whose monitor it was."),
    REPORT("a file name", null, "Write the report as JSON to this file at exit."),
    RECORDING(
            "a file name",
            null,
            "Leave the JFR recording in this file at exit: the newest 250 MB, which lie in the temporary folder until then, "
                    + "see safety.md."),
    UNPIN(
            UnpinRequest.ACCEPTED,
            null,
            "Experimental, JDK 21: monitors of these classes become locks as the classes load and pin no more, see "
                    + "unpin.md."),
    ADVICE("a file name", null, "Add advice for libraries from this file, see advice.md."),
    LOG("a file name", null, "Append our own lines to this file instead of standard error; at most 300 a minute."),
    LOG_FORMAT("text or json", "text", "json: one JSON object a line."),
    LOG_FROM(
            "a percentage, 0% to 100%",
            "1%",
            "Print a line for a site when it has held carriers for this share of their time so far, of at least ten seconds; "
                    + "the report at exit has every site."),
    TOKEN_FILE(
            "the name of a file with one word of at least 16 characters",
            null,
            "Answer only requests that bear this token (Authorization: Bearer …); /healthz needs none. The environment "
                    + "variable VTMONITOR_TOKEN can hold the token itself."),
    BUDGET(
            "a number of events a second",
            "20000",
            "Where more events of a kind come than this, its threshold rises, which is printed."),
    PROBE(
            new Bounds(Duration.ofMillis(1), Duration.ofMinutes(1), "1ms to 60s, or off"),
            "100ms",
            "How often a tiny virtual thread measures how long one waits for a carrier."),
    STALL(
            new Bounds(Duration.ofSeconds(1), Duration.ofHours(1), "1s to 3600s, or off"),
            "5s",
            "When no virtual thread got a carrier for so long, say who holds the carriers."),
    WAITS(
            new Bounds(Duration.ofMillis(500), Duration.ofMinutes(1), "500ms to 60s, or off"),
            "5s",
            "How often to look what all virtual threads wait for, pinned or not: who holds the lock, the pool, the carrier; "
                    + "rarer where a look costs more than 0.2 % of one processor, see waits.md."),
    RESOURCES(
            "on or off",
            "off",
            "on: also say who has what HikariCP, Tomcat JDBC, Commons DBCP2 and Pool2, c3p0, Agroal, and Apache HttpClient 4"
                    + " and 5 have lent; calls are woven into their borrow and return, see waits.md."),
    REQUESTS(
            "on or off",
            "off",
            "on: also say what the threads that serve requests lose, by route; Spring Boot's routes need the starter, see"
                    + " requests.md."),
    RESCUE(
            "on or off",
            "off",
            "on: when a stall is proven that more carriers may end, add up to four for some seconds, at most three times an"
                    + " hour, see stalls.md."),
    DUMP("a folder name", null, "Write a thread dump to this folder when that happens."),
    COMPAT(
            "micrometer or otel",
            null,
            "Serve the metrics of virtual threads that Micrometer or OpenTelemetry's agent has beside our own, by its names,"
                    + " see metrics.md."),
    REGISTRY(
            "on or off",
            "off",
            "on: where the application has Micrometer, also put figures into its global registry, see metrics.md."),
    START(
            "beside-main or before-main",
            "beside-main",
            "before-main: the application's main begins only when the recording runs, so that no pin is missed, see safety.md."),
    EXIT(
            new Bounds(Duration.ofSeconds(1), Duration.ofMinutes(10), "1s to 600s"),
            "9s",
            "How long the end of the JVM may be held up for the report, the recording and the last lines, see safety.md."),
    CONFIG("a file name", null, "Read options from this file, key=value lines as in a Java properties file.");

    private static final Pattern PERCENTAGE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?)%");
    private static final Set<String> UNITS = Set.of("ns", "us", "ms", "s");

    private final String accepted;
    private final @Nullable String initial;
    private final String meaning;

    /** Of a duration; null for what is none. */
    @SuppressWarnings("ImmutableEnumChecker") // a record of immutable parts
    private final @Nullable Bounds bounds;

    /**
     * What a duration may be.
     *
     * @param least no shorter than this
     * @param most no longer than this
     * @param text both in words
     */
    record Bounds(Duration least, Duration most, String text) {
        private static final Bounds FROM_NONE_TO_AN_HOUR =
                new Bounds(Duration.ZERO, Duration.ofHours(1), "0ms to 3600s");

        boolean contain(Duration duration) {
            return duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0;
        }
    }

    Option(Bounds bounds, String initial, String meaning) {
        this.accepted = "a number with ns, us, ms or s, such as 20ms, from " + bounds.text();
        this.initial = initial;
        this.meaning = meaning;
        this.bounds = bounds;
    }

    Option(String accepted, @Nullable String initial, String meaning) {
        this.accepted = accepted;
        this.initial = initial;
        this.meaning = meaning;
        this.bounds = null;
    }

    /** As users type it: {@code monitor.threshold}. */
    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /** The key that takes the fewest edits to get to from a mistyped one. */
    static String nearest(String typed) {
        return NearestName.among(Arrays.stream(values()).map(Option::key).toList(), typed);
    }

    /** The system property that sets it. */
    String property() {
        return "vtmonitor." + key();
    }

    /** The environment variable that sets it. */
    String variable() {
        return "VTMONITOR_" + name();
    }

    String accepted() {
        return accepted;
    }

    @Nullable
    String initial() {
        return initial;
    }

    String meaning() {
        return meaning;
    }

    @Nullable
    Bounds bounds() {
        return bounds;
    }

    long number(Map<Option, String> values) throws Options.BadOption {
        String text = values.getOrDefault(this, "");
        if (!text.matches("[1-9]\\d{0,8}")) {
            throw bad(text);
        }
        return Long.parseLong(text);
    }

    Duration duration(Map<Option, String> values) throws Options.BadOption {
        String text = values.getOrDefault(this, "");
        Duration duration = DurationParser.parse(text, 12, UNITS);
        if (duration == null) {
            throw bad(text);
        }
        if (bounds != null && !bounds.contain(duration)) {
            throw new Options.BadOption("option " + key() + "=" + text + " is out of bounds; accepted: " + accepted);
        }
        return duration;
    }

    @Nullable
    Duration durationOrOff(Map<Option, String> values) throws Options.BadOption {
        return "off".equals(values.get(this)) ? null : duration(values);
    }

    /** Null where it is not set. */
    @Nullable
    String given(Map<Option, String> values) throws Options.BadOption {
        String text = values.get(this);
        if (text != null && text.isEmpty()) {
            throw bad(text);
        }
        return text;
    }

    @Nullable
    Path path(Map<Option, String> values) throws Options.BadOption {
        String text = given(values);
        try {
            return text == null ? null : Path.of(text);
        } catch (InvalidPathException ignored) {
            throw bad(text);
        }
    }

    double share(Map<Option, String> values) throws Options.BadOption {
        String text = values.get(this);
        Matcher matcher = PERCENTAGE.matcher(text);
        double percent = matcher.matches() ? Double.parseDouble(matcher.group(1)) : -1;
        if (percent < 0 || percent > 100) {
            throw bad(text);
        }
        return percent / 100;
    }

    boolean isFirst(Map<Option, String> values, String first, String second) throws Options.BadOption {
        String text = values.getOrDefault(this, "");
        if (!text.equals(first) && !text.equals(second)) {
            throw bad(text);
        }
        return text.equals(first);
    }

    Options.BadOption bad(@Nullable String value) {
        return new Options.BadOption("option " + key() + "=" + value + " is not understood; accepted: " + accepted);
    }
}
