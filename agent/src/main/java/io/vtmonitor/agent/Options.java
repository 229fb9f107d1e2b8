package io.vtmonitor.agent;

import io.vtmonitor.common.DurationParser;
import io.vtmonitor.http.BearerToken;
import io.vtmonitor.unpin.UnpinRequest;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The agent's configuration. For each option the first of these counts: the agent's argument, the system property
 * {@code vtmonitor.KEY}, the environment variable {@code VTMONITOR_KEY}, the file named by {@code config}, the default.
 *
 * @param port where to serve, null to serve nothing
 * @param host the address to serve on
 * @param threshold shorter pins are not recorded
 * @param monitorThreshold shorter monitor enters and waits are not recorded
 * @param report the JSON report's file, null for none
 * @param recording the recording's file, null for none
 * @param unpin whose monitors to rewrite, null to rewrite none
 * @param advice a file of advice to add to ours, null for none
 * @param log a file for our own lines, null for standard error
 * @param logAsJson whether they are JSON
 * @param logFrom the share of the carriers' time from which on a site gets a line, 0 to 1
 * @param token what requests have to bear, null for nothing
 * @param budget events of a kind a second, above which its threshold rises
 * @param probe how often to probe the scheduler, null for never
 * @param stall how long nothing must have made progress for a stall, null to look for none
 * @param waits how often to look what virtual threads wait for, null for never
 * @param rescue whether to add carriers for a moment when a stall is proven
 * @param dump the folder for thread dumps of stalls, null for none
 * @param compat by whose names to serve metrics, too; null for none
 * @param registry whether to feed the application's own Micrometer registry
 * @param beforeMain whether the application's main class waits for the recording
 * @param exit how long the end of the JVM may be held up
 */
record Options(
        @Nullable Integer port,
        String host,
        Duration threshold,
        Duration monitorThreshold,
        @Nullable Path report,
        @Nullable Path recording,
        @Nullable UnpinRequest unpin,
        @Nullable Path advice,
        @Nullable Path log,
        boolean logAsJson,
        double logFrom,
        @Nullable BearerToken token,
        long budget,
        @Nullable Duration probe,
        @Nullable Duration stall,
        @Nullable Duration waits,
        boolean rescue,
        @Nullable Path dump,
        @Nullable Compat compat,
        boolean registry,
        boolean beforeMain,
        Duration exit) {
    private static final String TOKEN_VARIABLE = "VTMONITOR_TOKEN";
    private static final Pattern PERCENTAGE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?)%");
    private static final Set<String> UNITS = Set.of("ns", "us", "ms", "s");

    /** By whose names metrics can be served beside our own. */
    enum Compat {
        MICROMETER,
        OPEN_TELEMETRY
    }

    /** An option can't be understood; the message says which, why and what is accepted. */
    static final class BadOption extends Exception {
        private BadOption(String message) {
            super(message);
        }
    }

    /**
     * Gathers the options.
     *
     * @param argument what follows {@code -javaagent:vt-monitor.jar=}, null if nothing does
     * @param properties the JVM's system properties by name
     * @param environment the environment by name
     * @throws BadOption for an unknown key or a value that is not of its form
     */
    static Options of(
            @Nullable String argument,
            Function<String, @Nullable String> properties,
            Function<String, @Nullable String> environment)
            throws BadOption {
        Map<Option, String> values = new EnumMap<>(Option.class);
        for (Option option : Option.values()) {
            String variable = environment.apply(option.variable());
            put(values, option, variable == null || variable.isEmpty() ? null : variable); // as deployments unset one
            put(values, option, properties.apply(option.property()));
        }
        values.putAll(argument(argument));
        String config = values.get(Option.CONFIG);
        if (config != null) {
            file(config).forEach(values::putIfAbsent);
        }
        for (Option option : Option.values()) {
            if (option.initial() != null) {
                values.putIfAbsent(option, option.initial());
            }
        }
        return new Options(
                port(values),
                values.getOrDefault(Option.HOST, ""),
                duration(Option.THRESHOLD, values),
                duration(Option.MONITOR_THRESHOLD, values),
                path(Option.REPORT, values),
                path(Option.RECORDING, values),
                unpin(values),
                path(Option.ADVICE, values),
                path(Option.LOG, values),
                isFirst(Option.LOG_FORMAT, values, "json", "text"),
                share(Option.LOG_FROM, values),
                token(path(Option.TOKEN_FILE, values), environment.apply(TOKEN_VARIABLE)),
                number(Option.BUDGET, values),
                durationOrOff(Option.PROBE, values),
                durationOrOff(Option.STALL, values),
                durationOrOff(Option.WAITS, values),
                isFirst(Option.RESCUE, values, "on", "off"),
                path(Option.DUMP, values),
                compat(values),
                isFirst(Option.REGISTRY, values, "on", "off"),
                isFirst(Option.START, values, "before-main", "beside-main"),
                duration(Option.EXIT, values));
    }

    private static void put(Map<Option, String> values, Option option, @Nullable String value) {
        if (value != null) {
            values.put(option, value);
        }
    }

    private static Map<Option, String> argument(@Nullable String argument) throws BadOption {
        Map<Option, String> values = new EnumMap<>(Option.class);
        if (argument == null || argument.isBlank()) {
            return values;
        }
        for (String pair : argument.split(",", -1)) {
            if (pair.isBlank()) {
                continue; // a comma at the end, or two
            }
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new BadOption(
                        "option '" + pair + "' is not of the form key=value; options are separated by commas");
            }
            values.put(
                    option(pair.substring(0, equals).trim()),
                    pair.substring(equals + 1).trim());
        }
        return values;
    }

    private static Map<Option, String> file(String name) throws BadOption {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(name))) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new BadOption("option config: can't read '" + name + "': " + e);
        }
        Map<Option, String> values = new EnumMap<>(Option.class);
        for (String key : properties.stringPropertyNames()) {
            values.put(option(key), properties.getProperty(key).trim());
        }
        return values;
    }

    private static Option option(String key) throws BadOption {
        for (Option option : Option.values()) {
            if (option.key().equals(key)) {
                return option;
            }
        }
        throw new BadOption("there is no option '" + key + "'; the nearest is '" + Option.nearest(key) + "'");
    }

    private static @Nullable Integer port(Map<Option, String> values) throws BadOption {
        String text = values.get(Option.PORT);
        if (text != null && (!text.matches("\\d{1,5}") || Integer.parseInt(text) > 65_535)) {
            throw bad(Option.PORT, text);
        }
        return text == null ? null : Integer.valueOf(text);
    }

    private static long number(Option option, Map<Option, String> values) throws BadOption {
        String text = values.getOrDefault(option, "");
        if (!text.matches("[1-9]\\d{0,8}")) {
            throw bad(option, text);
        }
        return Long.parseLong(text);
    }

    private static Duration duration(Option option, Map<Option, String> values) throws BadOption {
        String text = values.getOrDefault(option, "");
        Duration duration = DurationParser.parse(text, 12, UNITS);
        if (duration == null) {
            throw bad(option, text);
        }
        Option.Bounds bounds = option.bounds();
        if (bounds != null && !bounds.contain(duration)) {
            throw new BadOption(
                    "option " + option.key() + "=" + text + " is out of bounds; accepted: " + option.accepted());
        }
        return duration;
    }

    private static @Nullable Duration durationOrOff(Option option, Map<Option, String> values) throws BadOption {
        return "off".equals(values.get(option)) ? null : duration(option, values);
    }

    private static @Nullable UnpinRequest unpin(Map<Option, String> values) throws BadOption {
        String text = given(Option.UNPIN, values);
        try {
            return text == null ? null : UnpinRequest.parse(text);
        } catch (IllegalArgumentException e) {
            throw new BadOption("option unpin: " + e.getMessage() + "; accepted: " + Option.UNPIN.accepted());
        }
    }

    /** Null where it is not set. */
    private static @Nullable String given(Option option, Map<Option, String> values) throws BadOption {
        String text = values.get(option);
        if (text != null && text.isEmpty()) {
            throw bad(option, text);
        }
        return text;
    }

    private static @Nullable Path path(Option option, Map<Option, String> values) throws BadOption {
        String text = given(option, values);
        try {
            return text == null ? null : Path.of(text);
        } catch (InvalidPathException ignored) {
            throw bad(option, text);
        }
    }

    private static @Nullable Compat compat(Map<Option, String> values) throws BadOption {
        if (!values.containsKey(Option.COMPAT)) {
            return null;
        }
        return isFirst(Option.COMPAT, values, "micrometer", "otel") ? Compat.MICROMETER : Compat.OPEN_TELEMETRY;
    }

    private static double share(Option option, Map<Option, String> values) throws BadOption {
        String text = values.get(option);
        Matcher matcher = PERCENTAGE.matcher(text);
        double percent = matcher.matches() ? Double.parseDouble(matcher.group(1)) : -1;
        if (percent < 0 || percent > 100) {
            throw bad(option, text);
        }
        return percent / 100;
    }

    private static boolean isFirst(Option option, Map<Option, String> values, String first, String second)
            throws BadOption {
        String text = values.getOrDefault(option, "");
        if (!text.equals(first) && !text.equals(second)) {
            throw bad(option, text);
        }
        return text.equals(first);
    }

    /** A token that can't be had leaves the agent off: the port must not be open to everybody instead. */
    private static @Nullable BearerToken token(@Nullable Path file, @Nullable String variable) throws BadOption {
        try {
            if (file != null) {
                return BearerToken.of(Files.readString(file).strip());
            }
            return variable == null ? null : BearerToken.of(variable);
        } catch (IOException e) {
            throw new BadOption("option " + Option.TOKEN_FILE.key() + ": can't read '" + file + "': " + e);
        } catch (IllegalArgumentException ignored) {
            throw new BadOption((file == null ? TOKEN_VARIABLE : "option " + Option.TOKEN_FILE.key())
                    + ": there is no token in it; accepted: " + Option.TOKEN_FILE.accepted());
        }
    }

    private static BadOption bad(Option option, @Nullable String value) {
        return new BadOption(
                "option " + option.key() + "=" + value + " is not understood; accepted: " + option.accepted());
    }
}
