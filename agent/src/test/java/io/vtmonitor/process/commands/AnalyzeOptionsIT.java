package io.vtmonitor.process.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Watched;
import io.vtmonitor.scenario.Shop;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * What each option of {@code analyze} does to the report of one recording: a shop on JDK 21 whose requests pin in
 * several ways. Which pins count is judged by the JDK's own reader of the same file, how they are shown by the JSON
 * report.
 */
class AnalyzeOptionsIT {
    private static final String CLASS_PATH = Watched.testClasses() + File.pathSeparator + Jdks.home(21);
    private static final Pattern SITE = Pattern.compile("(?m)^ *(\\d+)\\. .* in (\\d+) pins?, ");
    private static final Pattern ROW =
            Pattern.compile("(?m)^ *[\\d.]+ (?:us|ms|s) +[\\d.]+ % +(\\d+) +[\\d.]+ (?:us|ms|s)   (.*)$");
    private static final int RECORDED_MILLIS = 10;

    @TempDir
    private static Path folder;

    private static Path recording;
    private static JsonNode whole;

    @BeforeAll
    static void a_shop_was_recorded() throws Exception {
        List<String> flags = List.of("-Djdk.reflect.useNativeAccessorOnly=true");
        recording = Watched.run(Shop.class.getName(), flags, 21, folder).recording();
        whole = json();
        assertThat(whole.path("sites").size()).isGreaterThan(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"culprit", "library", "operation", "entry", "thread"})
    void divided_by_any_dimension_no_pin_is_lost_and_each_part_is_the_reports(String dimension) throws IOException {
        JsonNode parts = (dimension.equals("thread") ? whole.path("threads") : whole.at("/dimensions/" + dimension))
                .path("parts");
        List<MatchResult> rows = matches(ROW, text("--by", dimension, "--top", "1000"));
        assertThat(rows).hasSize(parts.size()).isNotEmpty();
        for (int i = 0; i < rows.size(); i++) {
            assertThat(rows.get(i).group(2)).isEqualTo(key(dimension, parts.path(i)));
            assertThat(rows.get(i).group(1))
                    .isEqualTo(parts.path(i).path("pins").asString());
        }
        assertThat(pins(rows, 1)).isEqualTo(totalPins(whole));

        List<MatchResult> first = matches(ROW, text("--by", dimension, "--top", "1"));
        assertThat(pins(first, 1)).as("the rest is added up").isEqualTo(totalPins(whole));
        assertThat(first.get(0).group()).isEqualTo(rows.get(0).group());
    }

    @Test
    void divided_by_site_it_is_the_report_as_it_is_without_the_option() throws IOException {
        assertThat(text("--by", "site")).isEqualTo(text());
    }

    @Test
    void as_many_sites_are_shown_as_asked_for_and_the_rest_is_counted() throws IOException {
        int sites = whole.path("sites").size();
        String two = text("--top", "2");
        assertThat(matches(SITE, two)).extracting(match -> match.group(1)).containsExactly("1", "2");
        assertThat(two).contains((sites - 2) + " more sites with ").contains("--top " + sites + " shows all");
        String all = text("--top", "" + sites);
        assertThat(pins(matches(SITE, all), 2)).isEqualTo(totalPins(whole));
        assertThat(all).doesNotContain(" more site");
        assertThat(matches(SITE, text("--top", "0"))).isEmpty();
        assertThat(matches(SITE, text())).hasSize(3);
        assertThat(text().lines()).as("a screen").hasSizeLessThanOrEqualTo(60);
    }

    @Test
    void stacks_are_shown_below_each_site_with_their_holders_marked() throws IOException {
        assertThat(text()).doesNotContain("<==");
        String text = text("--top", "1000", "--stacks", "1");
        assertThat(matches(Pattern.compile("(?m)^\\d+ pins?, .* reason:[A-Z_]+$"), text))
                .hasSameSizeAs(matches(SITE, text));
        assertThat(text)
                .containsPattern("  at io.vtmonitor.scenario.Shop\\$Invoices.write\\(Shop.java:\\d+\\) <== monitors:1")
                .containsPattern("Shop\\$Invoices.print\\(Shop.java:\\d+\\) <== monitors:1");
    }

    @Test
    void the_plan_tells_what_each_remedy_frees() throws IOException {
        assertThat(text("--migrate"))
                .contains("A pin is gone only if all its holders are removed.")
                .containsPattern("run on JDK 25\\.0\\.4\\+ or 27\\+; takes another JDK, frees \\d+ sites?")
                .containsPattern("a lock instead of the monitor in io\\.vtmonitor\\.scenario\\.Driver;"
                        + "\\s+takes\\s+a\\s+change\\s+of\\s+code,\\s+frees\\s+1\\s+site");
    }

    @Test
    void pins_shorter_than_the_threshold_are_left_out_of_every_figure() throws IOException {
        JsonNode report = json("--threshold", "50ms");
        assertCounted(report, pin -> pin.getDuration().compareTo(Duration.ofMillis(50)) >= 0);
        assertThat(report.path("limits").toString()).contains("pins shorter than 50 ms are left out");
        assertLeftOut(report, "byThreshold");
        assertLeftOut(json("--threshold", "1h"), "byThreshold");
    }

    @Test
    void pins_count_that_reach_into_the_time_from_since_on_and_before_until() throws IOException {
        List<RecordedEvent> pins = recorded(pin -> true);
        Instant from = pins.get(pins.size() / 3).getStartTime();
        Instant to = pins.get(2 * pins.size() / 3).getStartTime();
        JsonNode report = json("--since", from.toString(), "--until", to.toString());
        assertCounted(
                report, pin -> reachesBeyond(pin, from) && pin.getStartTime().isBefore(to));
        assertThat(report.at("/jvms/0/wallSeconds").asDouble())
                .as("what is watched is what was asked for")
                .isCloseTo(Duration.between(from, to).toNanos() / 1e9, within(1e-6));

        Instant begin = Instant.parse(whole.at("/jvms/0/start").asString());
        long millis = Duration.between(begin, from).toMillis();
        Instant since = begin.plusMillis(millis);
        assertLeftOut(report, "byTime");
        assertThat(text("--since", "2h"))
                .contains("--since and --until select nothing of the recording: " + totalPins(whole));
        assertCounted(json("--since", millis + "ms"), pin -> reachesBeyond(pin, since));
    }

    private static boolean reachesBeyond(RecordedEvent pin, Instant instant) {
        return !pin.getStartTime().isBefore(instant) || pin.getEndTime().isAfter(instant);
    }

    @Test
    void pins_count_with_a_holder_or_an_entry_in_the_package() throws IOException {
        JsonNode maps = json("--package", "java.util.concurrent");
        assertCounted(
                maps,
                pin -> pin.getStackTrace().getFrames().stream()
                        .anyMatch(frame -> frame.getMethod().getName().equals("computeIfAbsent")));
        assertThat(totalPins(json("--package", "io.vtmonitor"))).isEqualTo(totalPins(whole));
        JsonNode none = json("--package", "io.vtmon");
        assertThat(totalPins(none)).as("no package").isZero();
        assertLeftOut(maps, "byPackage");
        assertLeftOut(none, "byPackage");
        assertThat(text("--package", "io.vtmon"))
                .contains("None of the requested pins occurred: " + totalPins(whole) + " left out by --package.");
    }

    @Test
    void what_is_left_out_is_left_out_of_file_io_too() throws Exception {
        Path beside = Files.createDirectory(folder.resolve("reads"));
        Path reads = Watched.run(Scenarios.FIFO_READ, 21, beside).recording();
        assertThat(busy(reads)).isPositive();
        assertThat(busy(reads, "--package", "io.vtmonitor.scenario", "--since", "1us", "--until", "1h"))
                .isEqualTo(busy(reads));
        assertThat(busy(reads, "--until", "1us")).isZero();
        assertThat(busy(reads, "--since", "1h")).isZero();
        assertThat(busy(reads, "--package", "io.vtmon")).isZero();
    }

    /** What one option leaves out is what the report has fewer than the whole one. */
    private static void assertLeftOut(JsonNode report, String by) {
        assertThat(totalPins(report)).isLessThan(totalPins(whole));
        assertThat(report.at("/totals/leftOut/" + by).asLong()).isEqualTo(totalPins(whole) - totalPins(report));
    }

    private static long busy(Path file, String... options) throws IOException {
        return Watched.read(written(file, "busy.json", options))
                .path("carrierBusy")
                .valueStream()
                .mapToLong(busy -> busy.path("count").asLong())
                .sum();
    }

    @Test
    void collapsed_stacks_weigh_microseconds_or_pins() throws IOException {
        assertThat(weight("--format", "collapsed", "--weight", "count")).isEqualTo(totalPins(whole));
        assertThat(weight("--format", "collapsed") / 1e6)
                .isCloseTo(whole.at("/totals/pinnedSeconds").asDouble(), within(1e-3));
    }

    @Test
    void what_shapes_the_text_is_refused_where_none_is_written() throws IOException {
        for (List<String> wrong : List.of(
                List.of("--by", "culprit", "--format", "json"),
                List.of("--migrate", "--by", "thread"),
                List.of("--by", "color"),
                List.of("--top", "-1"),
                List.of("--stacks", "many"),
                List.of("--threshold", "5 parsecs"),
                List.of("--until", "tomorrow"))) {
            List<String> arguments = new ArrayList<>(List.of("analyze", recording.toString()));
            arguments.addAll(wrong);
            assertThat(ShippedCommandLine.run(arguments.toArray(String[]::new)))
                    .as("%s", wrong)
                    .isEqualTo(2);
        }
    }

    /** The recording's pins, by the JDK's reader: nothing in the shop waits for a monitor. */
    private static List<RecordedEvent> recorded(Predicate<RecordedEvent> wanted) throws IOException {
        return RecordingFile.readAllEvents(recording).stream()
                .filter(event -> event.getEventType().getName().equals("jdk.VirtualThreadPinned"))
                .filter(event -> event.getDuration().compareTo(Duration.ofMillis(RECORDED_MILLIS)) >= 0)
                .filter(wanted)
                .sorted((one, other) -> one.getStartTime().compareTo(other.getStartTime()))
                .toList();
    }

    private static void assertCounted(JsonNode report, Predicate<RecordedEvent> wanted) throws IOException {
        List<RecordedEvent> pins = recorded(wanted);
        assertThat(pins).isNotEmpty().hasSizeLessThan(recorded(pin -> true).size());
        assertThat(totalPins(report)).isEqualTo(pins.size());
        assertThat(report.at("/totals/pinnedSeconds").asDouble())
                .isCloseTo(
                        pins.stream()
                                        .mapToLong(pin -> pin.getDuration().toNanos())
                                        .sum()
                                / 1e9,
                        within(1e-6));
        assertThat(report.path("sites")
                        .valueStream()
                        .mapToLong(site -> site.path("pins").asLong())
                        .sum())
                .isEqualTo(pins.size());
    }

    private static String key(String dimension, JsonNode part) {
        String key = part.path("key").asString();
        return dimension.equals("operation") ? key.replace('_', ' ') : key;
    }

    private static long totalPins(JsonNode report) {
        return report.at("/totals/pins").asLong();
    }

    private static long pins(List<MatchResult> matches, int group) {
        return matches.stream()
                .mapToLong(match -> Long.parseLong(match.group(group)))
                .sum();
    }

    private static List<MatchResult> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().toList();
    }

    private static long weight(String... options) throws IOException {
        return text(options)
                .lines()
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static JsonNode json(String... options) throws IOException {
        return Watched.read(written("report.json", options));
    }

    private static String text(String... options) throws IOException {
        return Files.readString(written("report.txt", options));
    }

    private static Path written(String name, String... options) throws IOException {
        return written(recording, name, options);
    }

    private static Path written(Path analyzed, String name, String... options) throws IOException {
        Path file = folder.resolve(name);
        List<String> arguments = new ArrayList<>(List.of("analyze", analyzed.toString()));
        arguments.addAll(List.of("--classpath", CLASS_PATH, "-o", file.toString()));
        arguments.addAll(List.of(options));
        assertThat(ShippedCommandLine.run(arguments.toArray(String[]::new))).isZero();
        return file;
    }
}
