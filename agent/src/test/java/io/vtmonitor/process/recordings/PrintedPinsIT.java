package io.vtmonitor.process.recordings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Watched;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What people paste: events as {@code jfr print} prints them, and what {@code jdk.tracePinnedThreads} prints. */
class PrintedPinsIT {
    private static final String EVENTS =
            "jdk.VirtualThreadPinned,jdk.JavaMonitorEnter,jdk.JavaMonitorWait,vtmonitor.Watch,jdk.JVMInformation";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "21, NESTED_MONITORS",
        "21, WAIT_IN_BLOCK",
        "21, CONTENDED_ENTER_IN_BLOCK",
        "21, NATIVE_CALL",
        "21, CLASS_INIT_WAIT",
        "25, NATIVE_CALL_ENTERS",
        "25, CLASS_INIT"
    })
    void whole_printed_stacks_have_the_sites_of_the_recording_and_holders_that_are_likely(int jdk, Scenarios scenario)
            throws Exception {
        Watched run = Watched.run(scenario, jdk, folder);
        JsonNode recorded = run.analyzed(jdk);
        JsonNode printed = analyzed(0, jdk, printed(run.recording(), "--stack-depth", "256", "--events", EVENTS));

        assertThat(sites(printed)).isEqualTo(sites(recorded));
        assertThat(printed.at("/totals/pins").asInt())
                .isEqualTo(recorded.at("/totals/pins").asInt());
        double seconds = recorded.at("/totals/pinnedSeconds").asDouble();
        assertThat(printed.at("/totals/pinnedSeconds").asDouble()).isCloseTo(seconds, within(seconds / 100));
        assertThat(confidences(printed)).containsOnly("likely");
        assertThat(limits(printed)).contains("printed_events").doesNotContain("truncated_stacks");
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 25})
    void json_has_the_pins_of_the_recording_to_the_nanosecond(int jdk) throws Exception {
        Watched run = Watched.run(jdk == 21 ? Scenarios.NESTED_MONITORS : Scenarios.NATIVE_CALL, jdk, folder);
        JsonNode recorded = run.analyzed(jdk);
        Path text = printed(run.recording(), "--json", "--stack-depth", "256", "--events", EVENTS);
        JsonNode printed = analyzed(0, jdk, text);

        assertThat(sites(printed)).isEqualTo(sites(recorded));
        assertThat(printed.at("/totals/pinnedSeconds").asDouble())
                .isEqualTo(recorded.at("/totals/pinnedSeconds").asDouble());
        assertThat(confidences(printed)).isEqualTo(confidences(recorded));
        assertThat(limits(printed)).contains("printed_events");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--events", "--json"})
    void holders_in_stacks_that_are_cut_are_likely_at_most(String form) throws Exception {
        Watched run = Watched.run(Scenarios.NESTED_MONITORS, 21, folder);
        List<String> options = new ArrayList<>(List.of("--events", "jdk.VirtualThreadPinned"));
        if (form.equals("--json")) {
            options.add(form);
        }
        JsonNode printed = analyzed(0, 21, printed(run.recording(), options.toArray(String[]::new)));
        assertThat(printed.at("/totals/pins").asInt())
                .isEqualTo(run.analyzed(21).at("/totals/pins").asInt());
        assertThat(confidences(printed)).doesNotContain("exact");
        assertThat(limits(printed)).contains("truncated_stacks");
    }

    @Test
    void all_that_is_printed_tells_the_jdk_and_its_carriers() throws Exception {
        Watched run = Watched.run(Scenarios.NATIVE_CALL, 25, folder);
        JsonNode recorded = run.analyzed(25);
        JsonNode printed = analyzed(0, 25, printed(run.recording(), "--stack-depth", "256"));
        for (String fact : List.of("/jvms/0/javaVersion", "/jvms/0/parallelism", "/jvms/0/parallelismFrom")) {
            assertThat(printed.at(fact)).isEqualTo(recorded.at(fact));
        }
    }

    @Test
    void a_gate_is_blind_and_a_log_around_the_events_a_cut_and_gzip_are_no_trouble() throws Exception {
        Watched run = Watched.run(Scenarios.NESTED_MONITORS, 21, folder);
        String text = Files.readString(printed(run.recording(), "--stack-depth", "256", "--events", EVENTS));
        String log = "12:00:01 INFO started {\n" + text.replace("\n}\n", "\n}\n12:00:02 WARN slow = [\n") + "end\n";
        int pins = run.analyzed(21).at("/totals/pins").asInt();

        Path packed = folder.resolve("app.log.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(log.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(analyzed(0, 21, packed).at("/totals/pins").asInt()).isEqualTo(pins);

        Path cut = Files.writeString(folder.resolve("cut.log"), log.substring(0, log.lastIndexOf("stackTrace") + 40));
        StringWriter said = new StringWriter();
        assertThat(ShippedCommandLine.run(new PrintWriter(said), "analyze", cut.toString()))
                .isEqualTo(1);
        assertThat(said.toString()).contains("1 printed event is cut off or damaged");

        assertThat(ShippedCommandLine.run("analyze", packed.toString(), "--fail-on", "pins>1000000"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"full", "short"})
    void frames_that_the_jvm_marked_are_named_with_the_command_that_measures(String kind) throws Exception {
        Path log = folder.resolve("app.log");
        try (ChildJvm jvm = ChildJvm.on(21, folder)
                .flags(List.of("-Djdk.tracePinnedThreads=" + kind))
                .main(List.of(Watched.testClasses()), Scenarios.NESTED_MONITORS.program(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.send("go");
            jvm.send("exit");
            List<String> lines = new ArrayList<>(List.of("12:00:01 INFO started"));
            lines.addAll(jvm.awaitExit().out());
            Files.write(log, lines);
        }
        StringWriter said = new StringWriter();
        assertThat(ShippedCommandLine.run(new PrintWriter(said), "analyze", log.toString()))
                .isEqualTo(1);
        assertThat(said.toString())
                .contains("it is what -Djdk.tracePinnedThreads prints")
                .containsPattern("NestedMonitors\\.inner:\\d+")
                .containsPattern("NestedMonitors\\.outer:\\d+")
                .contains("record PID");
    }

    @Test
    void a_large_text_without_a_pin_is_refused() throws Exception {
        Path log = folder.resolve("large.log");
        byte[] line = ("x".repeat(1_000_000) + " {\n").getBytes(StandardCharsets.UTF_8);
        try (OutputStream out = Files.newOutputStream(log)) {
            for (int i = 0; i < 80; i++) {
                out.write(line);
            }
            out.write("jdk.VirtualThreadPinned {\n}\n".getBytes(StandardCharsets.UTF_8));
        }
        StringWriter said = new StringWriter();
        assertThat(ShippedCommandLine.run(new PrintWriter(said), "analyze", log.toString()))
                .isEqualTo(1);
        assertThat(said.toString()).contains("it is not a JFR recording");
    }

    /** What the tool of JDK 25 prints, in its own process. */
    private Path printed(Path recording, String... options) throws IOException, InterruptedException {
        Path text = folder.resolve("printed.txt");
        List<String> command =
                new ArrayList<>(List.of(Jdks.home(25).resolve("bin/jfr").toString(), "print"));
        command.addAll(List.of(options));
        command.add(recording.toString());
        int code = new ProcessBuilder(command)
                .redirectOutput(text.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
        assertThat(code).isZero();
        return text;
    }

    private JsonNode analyzed(int code, int jdk, Path text) throws IOException {
        Path json = folder.resolve("printed.json");
        String path = Watched.testClasses() + File.pathSeparator + Jdks.home(jdk);
        assertThat(ShippedCommandLine.run("analyze", text.toString(), "--classpath", path, "-o", json.toString()))
                .isEqualTo(code);
        return Watched.read(json);
    }

    private static Set<String> sites(JsonNode report) {
        Set<String> sites = new TreeSet<>();
        report.path("sites").forEach(site -> sites.add(site.path("id").asString()));
        return sites;
    }

    private static Set<String> confidences(JsonNode report) {
        Set<String> all = new TreeSet<>();
        report.path("sites")
                .forEach(site -> site.path("holders")
                        .forEach(holder -> all.add(holder.path("confidence").asString())));
        return all;
    }

    private static Set<String> limits(JsonNode report) {
        Set<String> kinds = new TreeSet<>();
        report.path("limits").forEach(limit -> kinds.add(limit.path("kind").asString()));
        return kinds;
    }
}
