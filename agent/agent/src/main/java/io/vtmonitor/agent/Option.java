package io.vtmonitor.agent;

import io.vtmonitor.common.DurationParser;
import io.vtmonitor.common.NearestName;
import io.vtmonitor.common.Printable;
import io.vtmonitor.unpin.UnpinRequest;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The agent's options. A test compares {@code docs/options.md} with this table. */
enum Option {
    PORT(
            "a port number, 0 to 65535 (0 picks a free one)",
            null,
            "Serve a live page (/), /metrics, and /report.json on this port."),
    HOST("a host name or address", "127.0.0.1", "The address to serve on."),
    THRESHOLD(Bounds.FROM_NONE_TO_AN_HOUR, "1ms", "Do not record shorter pins."),
    MONITOR_THRESHOLD(
            Bounds.FROM_NONE_TO_AN_HOUR,
            "20ms",
            "JDK 21 to 23: do not record shorter waits for a monitor or for notify. JDK 24 and later:"
                    + " record which monitor a pin waited for only if the wait was at least this long."),
    REPORT("a file name", null, "Write the report as JSON to this file at exit."),
    RECORDING(
            "a file name",
            null,
            "Write the JFR recording to this file at exit. It keeps the newest 250 MB, which are "
                    + "stored in the temporary folder until then; see safety.md."),
    UNPIN(
            UnpinRequest.ACCEPTED,
            null,
            "JDK 21 only: replace the monitors of these classes with locks as the "
                    + "classes load, so that they no longer pin; see unpin.md."),
    ADVICE("a file name", null, "Add advice for libraries from this file; see advice.md."),
    LOG(
            "a file name",
            null,
            "Append vt-monitor's log lines to this file instead of standard error, at most 300 per " + "minute."),
    LOG_FORMAT(
            "text, json, or terminal",
            "text",
            "json: write each log line as a JSON object. terminal: the same, for the command watch: a message has the"
                    + " lines that it prints, and each verdict is written out once."),
    LOG_FROM(
            "a percentage, 0% to 100%",
            "1%",
            "Log a site once it has held carriers for this share of their time so far, measured over "
                    + "at least ten seconds. The report at exit contains every site."),
    TOKEN_FILE(
            "the name of a file with one word of at least 16 characters",
            null,
            "Answer only requests that carry this token (Authorization: Bearer …); /healthz does not "
                    + "require it. The environment variable VTMONITOR_TOKEN can contain the token itself."),
    BUDGET(
            "a number of events a second",
            "20000",
            "If more events of one kind arrive than this, raise the threshold of that kind and log " + "it."),
    PROBE(
            new Bounds(Duration.ofMillis(1), Duration.ofMinutes(1), "1ms to 60s, or off"),
            "100ms",
            "How often a small virtual thread measures the delay until it gets a carrier."),
    STALL(
            new Bounds(Duration.ofSeconds(1), Duration.ofHours(1), "1s to 3600s, or off"),
            "5s",
            "Report a stall and who holds the carriers if no virtual thread gets a carrier for this " + "long."),
    WAITS(
            new Bounds(Duration.ofMillis(500), Duration.ofMinutes(1), "500ms to 60s, or off"),
            "5s",
            "How often to check what all virtual threads wait for, pinned or not, and who holds the "
                    + "lock, the pool, or the carrier. Checks less often if a check costs more than 0.2 % of "
                    + "one processor; see waits.md."),
    RESOURCES(
            "on or off",
            "off",
            "on: also report who holds the connections of HikariCP, Tomcat JDBC, Commons DBCP2 and "
                    + "Pool2, c3p0, Agroal, and Apache HttpClient 4 and 5. Adds bytecode to their borrow and "
                    + "return methods; see waits.md."),
    REQUESTS(
            "on or off",
            "off",
            "on: also report what requests lose to pins, by route. Spring Boot's routes require the "
                    + "starter; see metrics.md."),
    RESCUE(
            "on or off",
            "off",
            "on: when a stall is proven that more carriers may end, add up to four carriers for a few"
                    + " seconds, at most three times per hour; see waits.md."),
    DUMP("a folder name", null, "Write a thread dump to this folder when a stall is reported."),
    COMPAT(
            "micrometer",
            null,
            "Also serve the virtual-thread metrics of Micrometer, under their names; see metrics.md."),
    REGISTRY(
            "on or off",
            "off",
            "on: if the application uses Micrometer, also add figures to its global registry; see " + "metrics.md."),
    OTLP(
            "http://HOST:PORT or https://HOST:PORT, with or without a path",
            null,
            "Send metrics and findings to this receiver of OpenTelemetry's protocol, as JSON over HTTP; see"
                    + " metrics.md."),
    START(
            "beside-main or before-main",
            "beside-main",
            "before-main: delay the application's main method until the recording runs, so that no "
                    + "pin is missed; see safety.md."),
    EXIT(
            new Bounds(Duration.ofSeconds(1), Duration.ofMinutes(10), "1s to 600s"),
            "9s",
            "How long the JVM's shutdown may be delayed for the report, the recording, and the last "
                    + "log lines; see safety.md."),
    CONFIG("a file name", null, "Read options from this file, as key=value lines of a Java properties file.");

    private static final Pattern PERCENTAGE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?)%");
    private static final Set<String> UNITS = Set.of("ns", "us", "ms", "s");

    private final String accepted;
    private final @Nullable String initial;
    private final String meaning;

    /** The bounds of a duration; null for other options. */
    @SuppressWarnings("ImmutableEnumChecker") // a record of immutable parts
    private final @Nullable Bounds bounds;

    /**
     * The bounds of a duration.
     *
     * @param least the shortest
     * @param most the longest
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

    /** The name as users type it: {@code monitor.threshold}. */
    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /** The keys of all options. */
    static List<String> keys() {
        return Arrays.stream(values()).map(Option::key).toList();
    }

    /** The option that was probably meant by a mistyped key; null if none is similar. */
    static @Nullable Option nearest(String typed) {
        int nearest = keys().indexOf(NearestName.among(keys(), typed));
        return nearest < 0 ? null : values()[nearest];
    }

    /** The system property that sets this option. */
    String property() {
        return "vtmonitor." + key();
    }

    /** The environment variable that sets this option. */
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
            throw new Options.BadOption(
                    "option " + key() + "=" + Printable.echo(text) + " is out of bounds; accepted: " + accepted);
        }
        return duration;
    }

    @Nullable
    Duration durationOrOff(Map<Option, String> values) throws Options.BadOption {
        return "off".equals(values.get(this)) ? null : duration(values);
    }

    /** The value; null if it is not set. */
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

    /** The index of the value among the choices. */
    int choice(Map<Option, String> values, List<String> choices) throws Options.BadOption {
        String text = values.getOrDefault(this, "");
        int chosen = choices.indexOf(text);
        if (chosen < 0) {
            throw bad(text);
        }
        return chosen;
    }

    Options.BadOption bad(@Nullable String value) {
        return new Options.BadOption(
                "option " + key() + "=" + Printable.echo(value) + " is not understood; accepted: " + accepted);
    }
}
