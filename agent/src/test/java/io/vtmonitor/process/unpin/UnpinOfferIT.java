package io.vtmonitor.process.unpin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.JsonDifferences;
import io.vtmonitor.process.MovedClasses;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Watched;
import io.vtmonitor.unpinned.Offered;
import io.vtmonitor.unpinned.OfferedStream;
import io.vtmonitor.unpinned.WaitsOnKept;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a report promises of {@code unpin} is what comes true when it is switched on. */
@Tag("unpin")
class UnpinOfferIT {
    private static final String DRIVER = "unpin=io.vtmonitor.scenario.**";
    private static final String BOTH = "unpin=io.vtmonitor.scenario.**;io.vtmonitor.unpinned.**";

    private static final String KEPT = "unpin=io.vtmonitor.unpinned.**";

    @TempDir
    private Path directory;

    @Tag("sample")
    @Test
    void the_pins_that_an_analysis_says_it_saves_are_gone_with_those_patterns_and_no_others() throws Exception {
        Watched before = Watched.run(Offered.class.getName(), List.of(), 21, directory);
        JsonNode analyzed = before.analyzed(21);
        assertThat(JsonDifferences.between(before.report(), analyzed, JsonDifferences.OF_THE_SOURCE))
                .as("live <> from the recording")
                .isEmpty();

        assertThat(offer(before.report(), "Offered.both"))
                .isEqualTo("{\"patterns\":[\"io.vtmonitor.scenario.**\",\"io.vtmonitor.unpinned.**\"],"
                        + "\"planned\":true,\"keeps\":[]}");
        assertThat(offer(before.report(), "Offered.kept"))
                .contains("\"planned\":true", "field table keeps its monitor: java.util.Hashtable locks it in");
        JsonNode remedy = analyzed.path("plan")
                .valueStream()
                .filter(one -> one.path("kind").asString().equals("unpin")
                        && one.path("what").size() == 2)
                .findFirst()
                .orElseThrow();
        assertThat(remedy.path("estimate").asBoolean()).isFalse();
        assertThat(remedy.path("savesSeconds").asDouble())
                .isCloseTo(
                        analyzed.path("totals").path("pinnedSeconds").asDouble() - seconds(analyzed, "kept"),
                        within(1e-9));

        assertThat(sites(with(DRIVER).report())).containsExactlyInAnyOrder("both", "kept");
        Watched after = with(BOTH);
        assertThat(sites(after.report())).containsExactly("kept");
        assertThat(after.exit().ours())
                .anyMatch(line -> line.contains("unpin: still pins, ")
                        && line.contains("Offered.kept:")
                        && line.contains("kept, java.util.Hashtable locks it"));
    }

    @Test
    void a_wait_that_unpin_leaves_is_still_reported_of_the_code_that_waits() throws Exception {
        JsonNode before = Watched.run(WaitsOnKept.class.getName(), List.of(), 21, directory)
                .report();
        assertThat(offer(before, "WaitsOnKept.await")).contains("field unconfirmed is locked both ways");

        Watched after = Watched.run(WaitsOnKept.class.getName(), List.of("-Dvtmonitor." + KEPT), 21, directory);
        assertThat(after.report().path("sites")).hasSize(1);
        JsonNode holder = after.report().path("sites").path(0).path("holders").path(0);
        assertThat(holder.toString())
                .contains("\"io.vtmonitor.unpinned.WaitsOnKept\"", "\"await\"", "\"field unconfirmed\"", "\"exact\"");
        assertThat(after.exit().ours())
                .anyMatch(line -> line.matches(".*unpin: still pins, .*WaitsOnKept.await:.*field unconfirmed.*both.*"));
    }

    @Test
    void without_the_class_files_it_is_said_to_be_no_more_than_possible() throws Exception {
        MovedClasses before = MovedClasses.run(Offered.class.getName(), List.of(), directory);
        Path text = directory.resolve("report.txt");
        ShippedCommandLine.run("analyze", before.recording().toString(), "-o", text.toString());
        assertThat(flat(text))
                .contains(
                        "may save these",
                        "if everything that holds can be rewritten. To find out, run with unpin=audit:");
        assertThat(flat(text)).doesNotContain(" saves these");
        ShippedCommandLine.run(
                "analyze",
                before.recording().toString(),
                "--classpath",
                before.classes().toString(),
                "-o",
                text.toString());
        assertThat(flat(text))
                .contains("On JDK 21 without code changes: " + BOTH + " saves these")
                .contains(
                        "unpin=io.vtmonitor.unpinned.** would not remove it: io.vtmonitor.unpinned.Offered.kept, field"
                                + " table keeps its monitor: java.util.Hashtable locks it in");
    }

    @Test
    void which_java_analyzes_changes_no_word_and_only_the_recorded_jdk_makes_them_certain() throws Exception {
        Path recording = recordedWithoutHome();
        String classes = Watched.testClasses().toString();
        String by21 = analyzedBy(21, recording, classes);
        assertThat(by21)
                .contains("unpin=io.vtmonitor.unpinned.** likely saves these")
                .contains("This was found with the classes of JDK 21")
                .contains("unpin=io.vtmonitor.scenario.** saves these");
        for (int java : List.of(17, 25, 27)) {
            assertThat(analyzedBy(java, recording, classes))
                    .as("by Java " + java)
                    .isEqualTo(by21);
        }
        assertThat(analyzedBy(17, recording, classes + File.pathSeparator + Jdks.home(21)))
                .contains("unpin=io.vtmonitor.unpinned.** saves these")
                .contains("unpin=io.vtmonitor.scenario.** saves these");
    }

    /** By Flight Recorder alone, on JDK 21, and without what names its home. */
    private Path recordedWithoutHome() throws Exception {
        Path recording = directory.resolve("app.jfr");
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .flags(List.of(
                        "-XX:StartFlightRecording:filename=" + recording + ",jdk.InitialSystemProperty#enabled=false"))
                .main(List.of(Watched.testClasses()), OfferedStream.class.getName(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.send("go");
            jvm.send("exit");
            assertThat(jvm.awaitExit().code()).isZero();
        }
        return recording;
    }

    /** The text and the JSON. */
    private String analyzedBy(int java, Path recording, String classPath) throws Exception {
        Path text = directory.resolve("report.txt");
        Path json = directory.resolve("report.json");
        ChildJvm.Exit exit = ChildJvm.on(java, directory)
                .commandLine(
                        "analyze",
                        recording.toString(),
                        "--classpath",
                        classPath,
                        "-o",
                        text.toString(),
                        "-o",
                        json.toString())
                .run();
        assertThat(exit.code()).as(exit.toString()).isZero();
        return flat(text) + Files.readString(json);
    }

    @Test
    void an_audit_says_which_patterns_each_site_takes() throws Exception {
        List<String> said = with("unpin=audit:io.vtmonitor.scenario.**").exit().ours();
        assertThat(said)
                .anyMatch(line ->
                        line.matches(".*unpin: to save the .* of .*Driver.read.*, match io.vtmonitor.scenario.\\*\\*"))
                .anyMatch(line -> line.matches(".*unpin: to save the .* of .*Offered.both.*, match"
                        + " io.vtmonitor.scenario.\\*\\* and io.vtmonitor.unpinned.\\*\\*, all of them"))
                .anyMatch(line ->
                        line.matches(".*unpin: no pattern can save the .* of .*Offered.kept.*Hashtable locks it in.*"))
                .anyMatch(line -> line.matches(
                        ".*unpin: would still pin.*Offered.kept.*would not help: .*Hashtable locks it in.*"))
                .noneMatch(line -> line.matches(".*would still pin.*Offered.kept.*also match .*"));
    }

    private Watched with(String option) throws IOException, InterruptedException {
        return Watched.run(Offered.class.getName(), List.of("-Dvtmonitor." + option), 21, directory);
    }

    private static String flat(Path text) throws IOException {
        return Files.readString(text).replaceAll("\\s+", " ");
    }

    private static String offer(JsonNode report, String method) {
        return site(report, method).path("advice").path("unpin").toString();
    }

    private static double seconds(JsonNode report, String method) {
        return site(report, method).path("pinnedSeconds").asDouble();
    }

    private static JsonNode site(JsonNode report, String method) {
        return report.path("sites")
                .valueStream()
                .filter(site -> site.path("id").asString().contains(method))
                .findFirst()
                .orElseThrow();
    }

    /** The outermost holder of each site, which tells them apart. */
    private static List<String> sites(JsonNode report) {
        return report.path("sites")
                .valueStream()
                .map(site -> {
                    JsonNode holders = site.path("holders");
                    return holders.path(holders.size() - 1).path("methodName").asString();
                })
                .toList();
    }
}
