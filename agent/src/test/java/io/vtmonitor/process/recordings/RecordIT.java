package io.vtmonitor.process.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Watched;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Recordings by {@code record} and with what {@code jfc} prints: all pins are in them, and no secret. */
class RecordIT {
    @TempDir
    private Path directory;

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void record_sees_every_pin_and_keeps_no_secret_though_a_recording_beside_it_has_them(int jdk) throws Exception {
        Path file = directory.resolve("app.jfr");
        Scenarios scenario = jdk == 21 ? Scenarios.NESTED_MONITORS : Scenarios.NATIVE_CALL;
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                        .variable("DB_PASSWORD", "secret-of-the-environment")
                        .flags(scenario.flags())
                        .flags(List.of(
                                "-Ddb.password=secret-of-a-property",
                                "-XX:OnOutOfMemoryError=secret-of-a-flag",
                                "-Djdk.virtualThreadScheduler.parallelism=5",
                                "-Djdk.virtualThreadScheduler.maxPoolSize=3",
                                "-XX:StartFlightRecording:settings=profile"))
                        .main(List.of(Watched.testClasses()), scenario.program(), List.of("7", "60"))
                        .start();
                ChildJvm record = record(
                        jvm,
                        "-d",
                        "10m",
                        "-o",
                        file.toString(),
                        "--monitor-threshold",
                        "5ms",
                        "--",
                        "--format",
                        "json")) {
            jvm.awaitOut("ready"::equals);
            record.awaitErr(line -> line.contains("recording process " + jvm.pid() + " for 600 s"));
            jvm.send("go");
            jvm.awaitOut("done 7"::equals);
            record.terminate(); // as Ctrl-C does
            ChildJvm.Exit exit = record.awaitExit();

            assertThat(exit.code()).as("a script goes on").isZero();
            String said = String.join("\n", exit.out());
            assertThat(said).contains("\"javaVersion\" : \"" + jdk, "\"parallelism\" : 3", "\"pins\" : 7");
            assertThat(said.contains("\"monitorThresholdSeconds\" : 0.005")).isEqualTo(jdk == 21);
            assertThat(exit.err()).anyMatch(line -> line.contains("cut off at 64 frames"));
            assertThat(exit.err())
                    .contains("  analyze app.jfr --classpath app.jfr.classes.jar")
                    .anyMatch(line -> line.contains("the recording is " + file));
            assertThat(sitesElsewhere(file))
                    .isEqualTo(new ObjectMapper().readTree(said).get("sites"));
            String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
            assertThat(bytes)
                    .contains(
                            "jdk.virtualThreadScheduler.parallelism",
                            "java.class.path",
                            Watched.testClasses().toString())
                    .doesNotContain("secret-of", "DB_PASSWORD", "db.password", "java.library.path");
            assertThat(Jcmd.ask(jvm, "JFR.check")).containsOnlyOnce("Recording ");
            assertThat(leftovers()).isEmpty();
        }
    }

    @Test
    void a_jvm_that_ends_before_leaves_what_was_recorded_and_exit_code_1() throws Exception {
        Path file = directory.resolve("app.jfr");
        try (ChildJvm jvm = ChildJvm.on(25, directory)
                        .flags(Scenarios.NATIVE_CALL.flags())
                        .main(List.of(Watched.testClasses()), Scenarios.NATIVE_CALL.program(), List.of("2", "60"))
                        .start();
                ChildJvm record = record(jvm, "-o", file.toString(), "--", "--format", "json")) {
            jvm.awaitOut("ready"::equals);
            record.awaitErr(line -> line.contains("recording process"));
            Path inTheWay = Files.writeString(directory.resolve("there.jfr"), "mine");
            ChildJvm.Exit there = run("record", Long.toString(jvm.pid()), "-o", inTheWay.toString());
            assertThat(there.code()).isEqualTo(1);
            assertThat(there.err()).singleElement().asString().contains("already exists and was not changed");
            assertThat(inTheWay).hasContent("mine");
            ChildJvm.Exit noFolder = run("record", Long.toString(jvm.pid()), "-o", inTheWay + "/app.jfr");
            assertThat(noFolder.code()).isEqualTo(1);
            assertThat(noFolder.err())
                    .singleElement()
                    .asString()
                    .contains("can't write to the folder of the recording");
            jvm.send("go");
            jvm.awaitOut("done 2"::equals);
            jvm.send("exit");
            ChildJvm.Exit exit = record.awaitExit();

            assertThat(exit.code()).isEqualTo(1);
            assertThat(exit.err()).anyMatch(line -> line.contains("process " + jvm.pid() + " has ended"));
            assertThat(String.join("\n", exit.out())).contains("\"pins\" : 2");
            assertThat(leftovers()).isEmpty();
        }
    }

    @Test
    void thread_dumps_of_an_earlier_recording_are_neither_changed_nor_analyzed() throws Exception {
        Path file = directory.resolve("app.jfr");
        Path dumps = Files.createDirectory(directory.resolve("app.jfr.dumps"));
        Path dump = Files.writeString(dumps.resolve("dump-000.json"), "of another process");
        try (ChildJvm jvm = idle(List.of())) {
            String pid = Long.toString(jvm.pid());
            ChildJvm.Exit exit = run("record", pid, "-d", "1s", "-o", file.toString(), "--waits");
            assertThat(exit.code()).isEqualTo(1);
            assertThat(exit.err())
                    .singleElement()
                    .asString()
                    .contains(dumps + " is not empty", "was not changed", "Nothing was recorded");
        }
        assertThat(dump).hasContent("of another process");
        assertThat(file).doesNotExist();
    }

    @Test
    void the_reason_of_a_refusal_is_shown_though_options_in_the_environment_are_announced_first() throws Exception {
        try (ChildJvm jvm = idle(List.of("-XX:-FlightRecorder"))) {
            ChildJvm.Exit exit = ChildJvm.on(25, directory)
                    .variable("JAVA_TOOL_OPTIONS", "-Dharmless=true")
                    .commandLine("record", Long.toString(jvm.pid()), "-d", "1s")
                    .run();
            assertThat(exit.code()).isEqualTo(1);
            assertThat(exit.err())
                    .anyMatch(line -> line.contains("did not start a recording: Flight Recorder is disabled"));
        }
    }

    private ChildJvm idle(List<String> flags) throws Exception {
        ChildJvm jvm = ChildJvm.on(25, directory)
                .flags(flags)
                .main(List.of(Watched.testClasses()), Scenarios.NATIVE_CALL.program(), List.of("2", "60"))
                .start();
        jvm.awaitOut("ready"::equals);
        return jvm;
    }

    @Test
    void wrong_usage_is_reported_before_a_minute_is_spent() throws Exception {
        assertThat(run("record", "1", "-d", "soon").code()).isEqualTo(2);
        assertThat(run("record", "1", "-d", "0s").code()).isEqualTo(2);
        ChildJvm.Exit exit = run("record", "1", "--", "--no-such-option");
        assertThat(exit.code()).isEqualTo(2);
        assertThat(exit.err()).anyMatch(line -> line.contains("after --, for analyze"));
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void what_jfc_prints_is_accepted_and_all_pins_are_found_in_what_it_records(int jdk) throws Exception {
        ChildJvm.Exit printed = run("jfc");
        assertThat(printed.code()).isZero();
        assertThat(printed.err()).singleElement().asString().contains("-XX:FlightRecorderOptions=stackdepth=256");
        Path settings = Files.write(directory.resolve("vt-monitor.jfc"), printed.out());
        Path file = directory.resolve("app.jfr");
        Scenarios deep = jdk == 21 ? Scenarios.DEEP_STACK : Scenarios.NATIVE_CALL;
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(deep.flags())
                .flags(List.of(
                        "-XX:FlightRecorderOptions=stackdepth=256",
                        "-XX:StartFlightRecording:settings=" + settings + ",filename=" + file + ",dumponexit=true"))
                .main(List.of(Watched.testClasses()), deep.program(), List.of("4", "60"))
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.send("go");
            jvm.send("exit");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isZero();
            assertThat(exit.out()).noneMatch(line -> line.contains("warn"));
        }
        Path json = directory.resolve("app.json");
        assertThat(ShippedCommandLine.run(
                        "analyze",
                        file.toString(),
                        "--threshold",
                        "10ms",
                        "--classpath",
                        Watched.testClasses().toString(),
                        "-o",
                        json.toString()))
                .isZero();
        assertThat(Watched.read(json).path("totals").path("pins").asLong()).isEqualTo(4);
        assertThat(Watched.read(json).at("/sites/0/id").asString())
                .isEqualTo(deep.truth(jdk).site(deep.program()));
        assertThat(Watched.read(json).path("limits").toString()).doesNotContain("MISSING", "not all recorded");
    }

    /** As another machine sees them, which has the recording and what was left next to it, and nothing else. */
    private JsonNode sitesElsewhere(Path recording) throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Path classes = Path.of(recording + ".classes.jar");
        Path moved = Files.move(classes, elsewhere.resolve("app.jfr.classes.jar"));
        Path json = elsewhere.resolve("app.json");
        assertThat(ShippedCommandLine.run(
                        "analyze", recording.toString(), "--classpath", moved.toString(), "-o", json.toString()))
                .isZero();
        return Watched.read(json).get("sites");
    }

    private ChildJvm record(ChildJvm jvm, String... more) throws Exception {
        String[] arguments = new String[more.length + 2];
        arguments[0] = "record";
        arguments[1] = Long.toString(jvm.pid());
        System.arraycopy(more, 0, arguments, 2, more.length);
        return ChildJvm.on(25, directory).commandLine(arguments).start();
    }

    private ChildJvm.Exit run(String... arguments) throws Exception {
        return ChildJvm.on(25, directory).commandLine(arguments).run();
    }

    private List<String> leftovers() throws Exception {
        try (var files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.contains(".part"))
                    .toList();
        }
    }
}
