package io.vtmonitor.process.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.JsonDifferences;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Watched;
import io.vtmonitor.recording.ReaderContract;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A small fleet: three hosts on JDK 21 and 25, recordings in folders. Analysed together, or each where it lies and then
 * merged, the report is the same.
 */
class ManyFilesIT {
    private static final String CLASS_PATH = Watched.testClasses() + File.pathSeparator + Jdks.home(21);

    @TempDir
    static Path fleet;

    @TempDir
    Path directory;

    private static Watched first;

    @BeforeAll
    static void record() throws Exception {
        first = watched(Scenarios.NESTED_MONITORS, 21, "hosts/a");
        watched(Scenarios.MAP_COMPUTES, 21, "hosts/b");
        watched(Scenarios.NATIVE_CALL, 25, "hosts/c/deep");
    }

    private static Watched watched(Scenarios scenario, int jdk, String folder) throws Exception {
        return Watched.run(scenario, jdk, Files.createDirectories(fleet.resolve(folder)));
    }

    @Test
    void analysed_where_they_lie_and_merged_they_say_what_they_say_together() throws IOException {
        JsonNode together = analyze("together.json", fleet.toString());
        assertThat(together.path("jvms").size()).isEqualTo(3);
        assertThat(together.at("/totals/pins").asLong()).isEqualTo(9);

        List<String> parts = new ArrayList<>();
        for (String host : List.of("c/deep", "a", "b")) {
            Path part = directory.resolve(host.replace('/', '-') + ".json");
            analyze(
                    part.getFileName().toString(),
                    fleet.resolve("hosts/" + host + "/app.jfr").toString());
            parts.add(part.toString());
        }
        assertThat(merge(parts)).isEqualTo(together);

        // One by one, in another order.
        Path two = directory.resolve("two.json");
        assertThat(ShippedCommandLine.run("merge", parts.get(2), parts.get(0), "-o", two.toString()))
                .isZero();
        assertThat(merge(List.of(two.toString(), parts.get(1)))).isEqualTo(together);
    }

    @Test
    void recordings_of_several_jvms_joined_in_one_file_are_distinguished_chunk_by_chunk() throws Exception {
        Path joined = directory.resolve("joined.jfr");
        for (String host : List.of("a", "b", "c/deep")) {
            byte[] one = Files.readAllBytes(fleet.resolve("hosts/" + host + "/app.jfr"));
            Files.write(joined, one, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        ReaderContract.holds(joined);
        assertThat(JsonDifferences.between(
                        analyze("together.json", fleet.toString()),
                        analyze("joined.json", joined.toString()),
                        Set.of("source")))
                .isEmpty();
    }

    @Test
    void folders_and_patterns_are_compared_as_their_files_are() throws Exception {
        Path reports = Files.createDirectory(directory.resolve("reports"));
        analyze("reports/a.json", fleet + "/hosts/a/app.jfr");
        analyze("reports/b.json", fleet + "/hosts/b/app.jfr");
        String c = fleet + "/hosts/c/deep/app.jfr";
        JsonNode named = diff("--before", fleet + "/hosts/a/app.jfr", fleet + "/hosts/b/app.jfr", "--after", c);
        assertThat(named.at("/before/jvms").asInt()).isEqualTo(2);
        assertThat(named.at("/before/pins").asLong()).isEqualTo(6);
        assertThat(diff(fleet + "/hosts/{a,b}/*.jfr", fleet + "/hosts/c")).isEqualTo(named);
        assertThat(diff(reports.toString(), fleet + "/hosts/c/**.jfr")).isEqualTo(named);
        assertThat(diff(reports + "/*.json", c)).isEqualTo(named);
    }

    @Test
    void a_bad_file_on_a_side_of_a_comparison_is_named_and_the_rest_is_compared() throws Exception {
        Path side = Files.createDirectory(directory.resolve("side"));
        Files.copy(first.recording(), side.resolve("good.jfr"));
        Files.writeString(side.resolve("bad.jfr"), "no recording");
        Files.writeString(side.resolve("bad.json"), "{");
        Path json = directory.resolve("diff.json");
        ChildJvm.Exit exit = ChildJvm.on(21, directory)
                .commandLine(
                        "diff",
                        "--before",
                        side.toString(),
                        side + "/bad.json",
                        "--after",
                        fleet + "/hosts/c",
                        "-o",
                        json.toString())
                .run();
        assertThat(exit.code()).isEqualTo(1);
        assertThat(exit.err())
                .filteredOn(line -> !line.startsWith("vt-monitor: class files are "))
                .hasSize(2)
                .anyMatch(line -> line.contains("bad.jfr"))
                .anyMatch(line -> line.contains("bad.json"));
        assertThat(Watched.read(json).at("/before/pins").asLong()).isEqualTo(3);
    }

    @Test
    void however_recordings_are_named_they_are_the_same_recordings() throws IOException {
        JsonNode together = analyze("together.json", fleet.toString());
        assertThat(analyze("pattern.json", fleet + "/hosts/**/*.jfr")).isEqualTo(together);
        assertThat(analyze(
                        "twice.json",
                        fleet + "/hosts/a/app.jfr",
                        fleet + "/hosts/{b,c/deep}/app.jfr",
                        fleet.toString()))
                .isEqualTo(together);
    }

    @Test
    void a_bad_file_is_named_and_the_others_are_used_whatever_it_is() throws Exception {
        List<String> arguments = new ArrayList<>(List.of("analyze", fleet.toString(), "--format", "json"));
        for (BadFile bad : BadFile.values()) {
            Path folder = Files.createDirectory(directory.resolve(bad.name()));
            arguments.add(bad.write(folder).toString());
        }
        ChildJvm.Exit exit = ChildJvm.on(17, directory)
                .commandLine(arguments.toArray(String[]::new))
                .run();
        assertThat(exit.code()).as("%s", exit.err()).isEqualTo(1);
        for (BadFile bad : BadFile.values()) {
            assertThat(exit.err()).as("%s", bad).anyMatch(line -> line.contains(bad.name() + File.separator));
        }
        assertThat(String.join("\n", exit.out())).contains("\"pins\" : 9");
    }

    @Test
    void a_report_for_each_file_goes_to_standard_output_or_into_a_folder_and_can_be_merged() throws Exception {
        JsonNode together = analyze("together.json", fleet.toString());

        ChildJvm.Exit lines = ChildJvm.on(21, directory)
                .commandLine("analyze", fleet.toString(), "--classpath", CLASS_PATH, "--per-file", "--format", "json")
                .run();
        assertThat(lines.out()).as("%s", lines.err()).hasSize(3).allMatch(line -> line.startsWith("{"));
        Path piped = Files.write(directory.resolve("lines.json"), lines.out());
        assertThat(merge(List.of(piped.toString()))).isEqualTo(together);

        Path folder = directory.resolve("reports");
        assertThat(ShippedCommandLine.run(
                        "analyze", fleet.toString(), "--classpath", CLASS_PATH, "--per-file", "-o", folder.toString()))
                .isZero();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .hasSize(3)
                    .anyMatch(name -> name.endsWith("hosts_a_app.jfr.json"))
                    .anyMatch(name -> name.endsWith("hosts_c_deep_app.jfr.json"));
        }
        assertThat(merge(List.of(folder.toString()))).isEqualTo(together);

        ChildJvm.Exit text = ChildJvm.on(21, directory)
                .commandLine("analyze", fleet.toString(), "--per-file")
                .run();
        assertThat(text.out()).filteredOn(line -> line.startsWith("== ")).hasSize(3);
    }

    @Test
    void reports_of_live_watches_are_merged_under_the_names_of_their_files() throws IOException {
        String live = first.recording().resolveSibling("report.json").toString();
        JsonNode merged =
                merge(List.of(live, fleet.resolve("hosts/c/deep/report.json").toString()));
        assertThat(merged.at("/source/kind").asString()).isEqualTo("live");
        assertThat(merged.at("/source/files").valueStream().map(JsonNode::asString))
                .containsExactlyInAnyOrder(
                        live, fleet.resolve("hosts/c/deep/report.json").toString());
        JsonNode alone = merge(List.of(live));
        assertThat(JsonDifferences.between(alone, Watched.read(Path.of(live)), Set.of("source")))
                .isEmpty();
    }

    @Tag("long")
    @Test
    void the_commands_of_the_page_about_fleets_all_write_the_same_report() throws Exception {
        List<String> blocks = FleetPage.commands(fleet, directory);
        assertThat(blocks).hasSize(10);
        Path report = directory.resolve("fleet.json");
        JsonNode first = null;
        for (String block : blocks) {
            if (block.contains("| parallel ")) {
                continue; // has a test of its own
            }
            Files.deleteIfExists(report);
            FleetPage.bash(directory, block);
            if (block.contains("fleet.json")) {
                first = first == null ? Watched.read(report) : first;
                assertThat(Watched.read(report)).as(block).isEqualTo(first);
            }
        }
        assertThat(directory.resolve("fleet.html")).content().contains("\"pins\":9");
        assertThat(Files.readAllLines(directory.resolve("fleet.csv"))).hasSizeGreaterThan(1);
        assertThat(first).isNotNull();
        assertThat(first.at("/totals/pins").asLong()).isEqualTo(9);
    }

    @Tag("long")
    @Test
    void gnu_parallel_analyses_as_the_page_about_fleets_tells_it_to() throws Exception {
        Process version = new ProcessBuilder("bash", "-c", "parallel --version || true")
                .redirectErrorStream(true)
                .start();
        String said = new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeTrue(said.startsWith("GNU parallel"), "no GNU parallel here");
        String block = FleetPage.commands(fleet, directory).stream()
                .filter(each -> each.contains("| parallel "))
                .findFirst()
                .orElseThrow();
        FleetPage.bash(directory, block);
        assertThat(Watched.read(directory.resolve("fleet.json"))
                        .at("/totals/pins")
                        .asLong())
                .isEqualTo(9);
    }

    /** The cluster is missing; the commands are those of its pods, their volume a folder. */
    @Tag("long")
    @Test
    void what_the_pods_of_the_kubernetes_job_run_leaves_one_page_of_all_recordings() throws Exception {
        List<JsonNode> jobs = new YAMLMapper()
                .readerFor(JsonNode.class)
                .<JsonNode>readValues(FleetPage.blocks("yaml").get(0))
                .readAll();
        Path data = Files.createDirectory(directory.resolve("data"));
        Files.createSymbolicLink(data.resolve("vt-monitor.jar"), ChildJvm.shippedJar());
        Path recordings = Files.createDirectory(data.resolve("recordings"));
        for (String host : List.of("a", "b", "c/deep")) {
            Files.copy(
                    fleet.resolve("hosts").resolve(host).resolve("app.jfr"),
                    recordings.resolve(host.replace('/', ' ') + ".jfr"));
        }
        int pods = jobs.get(0).at("/spec/completions").asInt();
        for (int pod = 0; pod < pods; pod++) {
            FleetPage.bash(
                    directory,
                    "export JOB_COMPLETION_INDEX=" + pod + "\n"
                            + FleetPage.inPod(jobs.get(0)).replace("/data/", data + "/"));
        }
        FleetPage.bash(directory, FleetPage.inPod(jobs.get(1)).replace("/data/", data + "/"));
        Path merged = directory.resolve("merged-by-hand.json");
        assertThat(ShippedCommandLine.run("merge", data + "/reports", "-o", merged.toString()))
                .isZero();
        assertThat(Watched.read(merged).at("/totals/pins").asLong()).isEqualTo(9);
        assertThat(data.resolve("fleet.html")).content().contains("\"pins\":9");
    }

    private JsonNode analyze(String output, String... arguments) throws IOException {
        return written(output, List.of("analyze", "--classpath", CLASS_PATH), List.of(arguments));
    }

    private JsonNode diff(String... arguments) throws IOException {
        return written("diff.json", List.of("diff", "--classpath", CLASS_PATH), List.of(arguments));
    }

    private JsonNode merge(List<String> arguments) throws IOException {
        return written("merged.json", List.of("merge"), arguments);
    }

    private JsonNode written(String output, List<String> command, List<String> arguments) throws IOException {
        Path json = directory.resolve(output);
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of("-o", json.toString()));
        all.addAll(arguments);
        assertThat(ShippedCommandLine.run(all.toArray(String[]::new))).isZero();
        return Watched.read(json);
    }
}
