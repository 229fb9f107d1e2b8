package io.vtmonitor.agent;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.NearestName;
import io.vtmonitor.common.OptionFile;
import io.vtmonitor.common.Printable;
import io.vtmonitor.http.BearerToken;
import io.vtmonitor.otlp.OtlpTarget;
import io.vtmonitor.unpin.UnpinRequest;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The agent's configuration. The first of these that sets an option counts: the agent's argument, the system property
 * {@code vtmonitor.KEY}, the environment variable {@code VTMONITOR_KEY}, the file named by {@code config}, the default.
 *
 * @param address where to serve
 * @param threshold shorter pins are not recorded
 * @param monitorThreshold shorter monitor enters and waits are not recorded
 * @param budget events of each kind per second, above which their threshold rises
 * @param output what to write
 * @param unpin whose monitors to rewrite; null to rewrite none
 * @param advice a file of advice to add to ours; null for none
 * @param log our own lines
 * @param watches what to watch besides pins
 * @param metrics where metrics go besides the page
 * @param beforeMain whether the application's main method waits for the recording
 * @param exit by how long the end of the JVM may be delayed
 */
record Options(
        Address address,
        Duration threshold,
        Duration monitorThreshold,
        long budget,
        Output output,
        @Nullable UnpinRequest unpin,
        @Nullable Path advice,
        Log log,
        Watches watches,
        Metrics metrics,
        boolean beforeMain,
        Duration exit) {
    /**
     * Where to serve.
     *
     * @param port null to serve nothing
     * @param host the address to serve on
     * @param token what requests must have; null if they need none
     */
    record Address(
            @Nullable Integer port, String host, @Nullable BearerToken token) {}

    /**
     * What to write.
     *
     * @param report the file of the JSON report; null for none
     * @param recording the file of the recording; null for none
     * @param dump the folder for thread dumps of stalls; null for none
     */
    record Output(
            @Nullable Path report,
            @Nullable Path recording,
            @Nullable Path dump) {
        /** Files that will be written later, but can't be at this time; a line each. */
        List<String> unwritable() {
            List<String> lines = new ArrayList<>();
            if (report != null
                    && (Files.isDirectory(report)
                            || !isWritable(report.toAbsolutePath().getParent()))) {
                lines.add("report=" + report + ": a file can't be written there");
            }
            if (dump != null && !isWritable(dump.toAbsolutePath())) {
                lines.add("dump=" + dump + ": files can't be written there");
            }
            return lines;
        }
    }

    /**
     * Our own lines.
     *
     * @param file null for standard error
     * @param asJson whether they are JSON
     * @param forTerminal whether a command prints them for somebody who watches
     * @param from the part of the carriers' time, from 0 to 1, from which on a site gets a line
     */
    record Log(@Nullable Path file, boolean asJson, boolean forTerminal, double from) {}

    /**
     * What to watch besides pins.
     *
     * @param probe how often to probe the scheduler; null for never
     * @param stall how long no thread must make progress for a stall; null not to look for stalls
     * @param waits how often to look at what virtual threads wait for; null for never
     * @param resources whether to watch what pools lend
     * @param requests whether to report what requests lose, by route
     * @param rescue whether to add carriers for a short time if a stall is proven
     */
    record Watches(
            @Nullable Duration probe,
            @Nullable Duration stall,
            @Nullable Duration waits,
            boolean resources,
            boolean requests,
            boolean rescue) {}

    /**
     * Where metrics go besides the page.
     *
     * @param micrometerNames whether to serve metrics with Micrometer's names, too
     * @param registry whether to add figures to the application's own Micrometer registry
     * @param otlp where to send metrics and findings; null for nowhere
     */
    record Metrics(
            boolean micrometerNames,
            boolean registry,
            @Nullable OtlpTarget otlp) {}

    private static final List<String> LOG_FORMATS = List.of("text", "json", "terminal");
    private static final String TOKEN_VARIABLE = "VTMONITOR_TOKEN";
    private static final int MOST_TOKEN_BYTES = 4 << 10;

    /** An option has a mistake. The message says which option, what is wrong, and what is accepted. */
    static final class BadOption extends Exception {
        BadOption(String message) {
            super(message);
        }
    }

    /**
     * Reads all options.
     *
     * @param argument what follows {@code -javaagent:vt-monitor.jar=}; null if nothing does
     * @param properties the JVM's system properties by name
     * @param environment the environment variables by name
     * @throws BadOption if a key is not known, or a value is not accepted
     */
    static Options of(
            @Nullable String argument,
            Function<String, @Nullable String> properties,
            Function<String, @Nullable String> environment)
            throws BadOption {
        Map<Option, String> values = new EnumMap<>(Option.class);
        for (Option option : Option.values()) {
            String variable = environment.apply(option.variable());
            put(values, option, variable == null || variable.isEmpty() ? null : variable); // empty is unset
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
                new Address(
                        port(values),
                        values.getOrDefault(Option.HOST, ""),
                        token(Option.TOKEN_FILE.path(values), environment.apply(TOKEN_VARIABLE))),
                Option.THRESHOLD.duration(values),
                Option.MONITOR_THRESHOLD.duration(values),
                Option.BUDGET.number(values),
                new Output(Option.REPORT.path(values), Option.RECORDING.path(values), Option.DUMP.path(values)),
                unpin(values),
                Option.ADVICE.path(values),
                new Log(
                        Option.LOG.path(values),
                        Option.LOG_FORMAT.choice(values, LOG_FORMATS) > 0,
                        Option.LOG_FORMAT.choice(values, LOG_FORMATS) > 1,
                        Option.LOG_FROM.share(values)),
                new Watches(
                        Option.PROBE.durationOrOff(values),
                        Option.STALL.durationOrOff(values),
                        Option.WAITS.durationOrOff(values),
                        Option.RESOURCES.isFirst(values, "on", "off"),
                        Option.REQUESTS.isFirst(values, "on", "off"),
                        Option.RESCUE.isFirst(values, "on", "off")),
                new Metrics(
                        values.containsKey(Option.COMPAT) && Option.COMPAT.isFirst(values, "micrometer", "micrometer"),
                        Option.REGISTRY.isFirst(values, "on", "off"),
                        otlp(Option.OTLP.given(values), environment)),
                Option.START.isFirst(values, "before-main", "beside-main"),
                Option.EXIT.duration(values));
    }

    /** Whether files can be created in the folder. A missing folder will be created. */
    private static boolean isWritable(@Nullable Path folder) {
        Path there = folder;
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        return there != null && Files.isDirectory(there) && Files.isWritable(there);
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
                continue; // two commas in succession, or one at the end
            }
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new BadOption("option '" + Printable.echo(pair)
                        + "' is not of the form key=value; options are separated by commas");
            }
            values.put(
                    option(pair.substring(0, equals).trim()),
                    pair.substring(equals + 1).trim());
        }
        return values;
    }

    private static Map<Option, String> file(String name) throws BadOption {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(OptionFile.read(Path.of(name), OptionFile.MOST_BYTES)));
        } catch (IOException | IllegalArgumentException e) {
            throw new BadOption("option config: can't read '" + name + "': " + FailureText.reason(name, e));
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
        String question = NearestName.question(Option.keys(), key);
        throw new BadOption("there is no option '" + Printable.echo(key) + "'"
                + (question.isEmpty() ? "; accepted: " + String.join(", ", Option.keys()) : question));
    }

    private static @Nullable Integer port(Map<Option, String> values) throws BadOption {
        String text = values.get(Option.PORT);
        if (text != null && (!text.matches("\\d{1,5}") || Integer.parseInt(text) > 65_535)) {
            throw Option.PORT.bad(text);
        }
        return text == null ? null : Integer.valueOf(text);
    }

    private static @Nullable UnpinRequest unpin(Map<Option, String> values) throws BadOption {
        String text = Option.UNPIN.given(values);
        try {
            return text == null ? null : UnpinRequest.parse(text);
        } catch (IllegalArgumentException e) {
            throw new BadOption("option unpin: " + e.getMessage() + "; accepted: " + Option.UNPIN.accepted());
        }
    }

    /** If the address may contain a password, the message does not repeat it. */
    private static @Nullable OtlpTarget otlp(@Nullable String address, Function<String, @Nullable String> environment)
            throws BadOption {
        if (address == null) {
            return null;
        }
        OtlpTarget target = OtlpTarget.of(
                address,
                new OtlpTarget.Environment(
                        environment.apply("OTEL_EXPORTER_OTLP_HEADERS"),
                        environment.apply("OTEL_RESOURCE_ATTRIBUTES"),
                        environment.apply("OTEL_SERVICE_NAME")));
        if (target == null) {
            throw address.indexOf('@') < 0
                    ? Option.OTLP.bad(address)
                    : new BadOption("option otlp: a user or a password in the address would be seen by everybody; put"
                            + " it into OTEL_EXPORTER_OTLP_HEADERS. Accepted: " + Option.OTLP.accepted());
        }
        return target;
    }

    /** If a token can't be read, the agent stays off: the port must not be open to everybody. */
    private static @Nullable BearerToken token(@Nullable Path file, @Nullable String variable) throws BadOption {
        try {
            if (file != null) {
                return BearerToken.of(OptionFile.read(file, MOST_TOKEN_BYTES).strip());
            }
            return variable == null ? null : BearerToken.of(variable);
        } catch (IOException e) {
            throw new BadOption("option " + Option.TOKEN_FILE.key() + ": can't read '" + file + "': "
                    + FailureText.reason(String.valueOf(file), e));
        } catch (IllegalArgumentException ignored) {
            throw new BadOption((file == null ? TOKEN_VARIABLE : "option " + Option.TOKEN_FILE.key())
                    + ": it contains no token; accepted: " + Option.TOKEN_FILE.accepted());
        }
    }
}
