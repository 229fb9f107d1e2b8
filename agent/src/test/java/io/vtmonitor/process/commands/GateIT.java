package io.vtmonitor.process.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Watched;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Conditions, comparisons and all outputs on real recordings: three pins and thirty at the same site on JDK 21, and
 * three in a native call on 25. What is written stays in {@code agent/target/outputs}, where other programs are given
 * it to read.
 */
class GateIT {
    private static final Path OUTPUTS = ChildJvm.shippedJar().resolveSibling("outputs");
    private static final String SITE =
            "io.vtmonitor.scenario.NestedMonitors.inner < io.vtmonitor.scenario.NestedMonitors.outer [sleep]";

    @TempDir
    static Path recordings;

    @TempDir
    Path directory;

    private static Watched few;
    private static Watched many;
    private static Watched on25;

    /** The first runs on while the second does: few pins in a long time, many in a short one. */
    @BeforeAll
    static void record() throws Exception {
        few = run(Scenarios.NESTED_MONITORS, 21, "few", List.of(), jvm -> {
            jvm.awaitOut("done 3"::equals);
            many = run(Scenarios.NESTED_MONITORS, 21, "many", List.of("30", "60"), other -> other.send("exit"));
            jvm.send("exit");
        });
        on25 = run(Scenarios.NATIVE_CALL, 25, "on25", List.of(), jvm -> jvm.send("exit"));
    }

    private static Watched run(Scenarios scenario, int jdk, String name, List<String> arguments, Watched.Ending ending)
            throws IOException, InterruptedException {
        Path folder = Files.createDirectory(recordings.resolve(name));
        return Watched.run(scenario, jdk, folder, arguments, ending);
    }

    @Test
    void all_outputs_of_one_reading_tell_the_same() throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--fail-on", "total>1s,pins>100"));
        for (String name :
                List.of("report.json", "sites.csv", "stacks.collapsed", "sites.sarif", "gate.xml", "a.html")) {
            arguments.addAll(List.of("-o", OUTPUTS.resolve(name).toString()));
        }
        arguments.addAll(List.of(
                "--source-root",
                Path.of(System.getProperty("vtmonitor.test.root", "..")).toString()));
        assertThat(analyze(many.recording(), arguments.toArray(String[]::new))).isEqualTo(3);

        JsonNode report = Watched.read(OUTPUTS.resolve("report.json"));
        double seconds = report.at("/totals/pinnedSeconds").asDouble();
        assertThat(report.at("/sites")).hasSize(1);
        assertThat(report.at("/totals/pins").asLong()).isEqualTo(30);
        List<String> csv = Files.readAllLines(OUTPUTS.resolve("sites.csv"));
        assertThat(csv)
                .hasSize(2)
                .last()
                .asString()
                .startsWith(SITE + ",sleep,")
                .contains("," + seconds + ",");
        assertThat(collapsedMicros()).isEqualTo(Math.round(seconds * 1e6));
        JsonNode result = Watched.read(OUTPUTS.resolve("sites.sarif")).at("/runs/0/results/0");
        assertThat(result.at("/properties/pinnedSeconds").asDouble()).isEqualTo(seconds);
        assertThat(result.at("/locations/0/physicalLocation/artifactLocation/uri")
                        .asString())
                .isEqualTo("agent/src/test/java/io/vtmonitor/scenario/NestedMonitors.java");
        assertThat(result.at("/locations/0/physicalLocation/region/startLine").asInt())
                .isEqualTo(report.at("/sites/0/holders/0/line").asInt());
        assertThat(Files.readString(OUTPUTS.resolve("gate.xml")))
                .contains("tests=\"2\" failures=\"1\"", "name=\"total&gt;1s\"", "30 pins in all");
        assertThat(Files.readString(OUTPUTS.resolve("a.html"))).contains("NestedMonitors");
    }

    private static long collapsedMicros() throws IOException {
        try (Stream<String> lines = Files.lines(OUTPUTS.resolve("stacks.collapsed"))) {
            return lines.mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        }
    }

    @Test
    void a_met_condition_ends_with_3_and_says_which_and_where_even_if_a_part_could_not_be_read() throws Exception {
        Path missing = directory.resolve("missing.jfr");
        ChildJvm.Exit exit = ChildJvm.on(17, directory)
                .commandLine(
                        "analyze",
                        many.recording().toString(),
                        missing.toString(),
                        "--classpath",
                        classPath(),
                        "--fail-on",
                        "site>1s,total>1h",
                        "--format",
                        "json")
                .run();

        assertThat(exit.code()).as("exit code of %s", exit).isEqualTo(3);
        assertThat(exit.ours())
                .anyMatch(line -> line.startsWith("vt-monitor: gate: TRIPPED site>1s: 1 site, at " + SITE + ": "))
                .anyMatch(line -> line.startsWith("vt-monitor: gate: undecided total>1h: "))
                .anyMatch(line -> line.contains("missing.jfr"));
        assertThat(exit.out()).as("the report alone").first().isEqualTo("{");
    }

    @Test
    void where_no_condition_is_met_the_code_says_whether_all_was_read() throws IOException {
        Path cut = directory.resolve("cut.jfr");
        Files.writeString(cut, "no recording");
        assertThat(analyze(few.recording(), "--fail-on", "total>1s")).isZero();
        assertThat(analyze(few.recording(), "--fail-on", "total>1s", cut.toString()))
                .isEqualTo(1);
    }

    @Test
    void a_recording_that_lacks_the_events_keeps_no_condition() throws IOException {
        Path blind = directory.resolve("blind.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ActiveSetting");
            recording.enable("jdk.JVMInformation");
            recording.start();
            recording.stop();
            recording.dump(blind);
        }
        assertThat(analyze(blind)).isZero();
        assertThat(analyze(blind, "--fail-on", "total>1s")).isEqualTo(1);
    }

    @Test
    void what_is_not_understood_is_wrong_usage() throws Exception {
        ChildJvm.Exit exit = ChildJvm.on(21, directory)
                .commandLine("analyze", few.recording().toString(), "--fail-on", "total>lots")
                .run();
        assertThat(exit.code()).isEqualTo(2);
        assertThat(exit.err())
                .first()
                .asString()
                .startsWith("vt-monitor: --fail-on: 'total>lots' is not understood; accepted: total>1s, ");
        assertThat(exit.out()).isEmpty();
        assertThat(analyze(few.recording(), "--fail-on", "new"))
                .as("new, without a baseline")
                .isEqualTo(2);
        assertThat(analyze(few.recording(), "-o", "gate.xml"))
                .as("junit, without a condition")
                .isEqualTo(2);
        assertThat(analyze(few.recording(), "-o", "report.pdf"))
                .as("an ending of no format")
                .isEqualTo(2);
        assertThat(analyze(few.recording(), "--source-root", "."))
                .as("sources without sarif")
                .isEqualTo(2);
    }

    @Test
    void a_baseline_is_a_report_or_a_recording() throws IOException {
        Path report = few.recording().resolveSibling("report.json");
        String recording = few.recording().toString();
        assertThat(analyze(many.recording(), "--baseline", report.toString(), "--fail-on", "new"))
                .isZero();
        assertThat(analyze(many.recording(), "--baseline", recording, "--fail-on", "new"))
                .isZero();
        assertThat(analyze(many.recording(), "--baseline", recording, "--fail-on", "grew>100%"))
                .isEqualTo(3);
        assertThat(analyze(on25.recording(), "--baseline", report.toString(), "--fail-on", "new"))
                .isEqualTo(3);
    }

    @Test
    void merged_reports_are_compared_with_a_baseline_of_reports() throws IOException {
        String before = few.recording().resolveSibling("report.json").toString();
        String after = many.recording().resolveSibling("report.json").toString();
        assertThat(ShippedCommandLine.run("merge", after, "--baseline", before, "--fail-on", "new"))
                .isZero();
        assertThat(ShippedCommandLine.run("merge", after, "--baseline", before, "--fail-on", "grew>100%"))
                .isEqualTo(3);
        assertThat(ShippedCommandLine.run("merge", after, "--baseline", "missing.json", "--fail-on", "new"))
                .isEqualTo(1);
        assertThat(ShippedCommandLine.run("merge", after, "--fail-on", "new")).isEqualTo(2);
    }

    @Test
    void a_package_that_is_mistyped_keeps_no_condition() throws IOException {
        assertThat(analyze(many.recording(), "--package", "io.vtmonitor", "--fail-on", "total>1h"))
                .isZero();
        assertThat(analyze(many.recording(), "--package", "io.vtmoniter", "--fail-on", "total>1h"))
                .isEqualTo(1);
        assertThat(analyze(many.recording(), "--threshold", "1h", "--fail-on", "total>0s"))
                .isZero();
    }

    @Test
    void exceptions_are_left_out() throws IOException {
        Path ignore = directory.resolve("ignore.txt");
        Files.writeString(ignore, "io.vtmonitor.scenario.* # it is there to be seen\n");
        assertThat(analyze(many.recording(), "--fail-on", "site>1s", "--ignore", ignore.toString()))
                .isZero();
        Files.writeString(ignore, "io.vtmonitor.scenario.*\n");
        assertThat(analyze(many.recording(), "--fail-on", "site>1s", "--ignore", ignore.toString()))
                .as("without a reason")
                .isEqualTo(2);
    }

    @Test
    void a_site_that_grew_is_distinguished_from_one_that_a_jdk_frees() throws IOException {
        JsonNode grew = diff(few.recording(), many.recording(), 0);
        assertThat(grew.at("/sites")).hasSize(1);
        assertThat(grew.at("/sites/0/id").asString()).isEqualTo(SITE);
        assertThat(grew.at("/sites/0/kind").asString()).isEqualTo("grew");
        assertThat(grew.at("/sites/0/before/pins").asLong()).isEqualTo(3);
        assertThat(grew.at("/sites/0/after/pins").asLong()).isEqualTo(30);

        JsonNode freed = diff(many.recording().resolveSibling("report.json"), on25.recording(), 0);
        assertThat(freed.at("/sites").valueStream().map(site -> site.at("/kind").asString()))
                .containsExactlyInAnyOrder("vanished", "appeared");
        assertThat(freed.at("/sites/0/why").asString()).startsWith("JDK 21 pins here, 25 does not");
    }

    @Test
    void a_comparison_is_held_to_conditions_and_shown_as_a_page() throws IOException {
        assertThat(diff(few.recording(), many.recording(), 3, "--fail-on", "grew>20%,new")
                        .at("/sites"))
                .hasSize(1);
        assertThat(diff(many.recording(), few.recording(), 0, "--fail-on", "grew>20%,new")
                        .at("/sites/0/kind")
                        .asString())
                .isEqualTo("shrank");
        assertThat(Files.readString(directory.resolve("diff.html"))).contains("NestedMonitors");
        Path two = directory.resolve("two.html");
        assertThat(ShippedCommandLine.run(
                        "diff",
                        "--before",
                        few.recording().resolveSibling("report.json").toString(),
                        many.recording().resolveSibling("report.json").toString(),
                        "--after",
                        on25.recording().toString(),
                        "-o",
                        two.toString()))
                .isZero();
        assertThat(two).content().contains("NativeAccessor.invoke0");
        assertThat(ShippedCommandLine.run("diff", few.recording().toString())).isEqualTo(2);
        assertThat(ShippedCommandLine.run("diff", few.recording().toString(), "missing.jfr"))
                .isEqualTo(1);
    }

    private JsonNode diff(Path before, Path after, int code, String... options) throws IOException {
        Path json = directory.resolve("diff.json");
        List<String> arguments = new ArrayList<>(List.of("diff", before.toString(), after.toString()));
        arguments.addAll(List.of("--classpath", classPath(), "-o", json.toString()));
        arguments.addAll(List.of("-o", directory.resolve("diff.html").toString()));
        arguments.addAll(List.of(options));
        assertThat(ShippedCommandLine.run(arguments.toArray(String[]::new)))
                .as("exit code of %s", arguments)
                .isEqualTo(code);
        return Watched.read(json);
    }

    private static int analyze(Path recording, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("analyze", recording.toString(), "--classpath", classPath()));
        arguments.addAll(List.of(options));
        return ShippedCommandLine.run(arguments.toArray(String[]::new));
    }

    private static String classPath() {
        return Watched.testClasses() + File.pathSeparator + Jdks.home(21);
    }
}
