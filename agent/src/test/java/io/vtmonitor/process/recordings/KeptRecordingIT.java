package io.vtmonitor.process.recordings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.RawPins;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.SmallDisk;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.CyclesRecordings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What becomes of the file of {@code recording=} where something is in its way: no pin is lost for it, and a line says
 * so.
 */
class KeptRecordingIT {
    private static final int PINS = 5;

    @TempDir
    Path directory;

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"file/app.jfr", "folder", "pipe"})
    void where_it_can_not_be_written_a_line_says_why_and_pins_are_watched(String name) throws Exception {
        Path recording = directory.resolve(name);
        Files.createFile(directory.resolve("file"));
        Path folder = Files.createDirectory(directory.resolve("folder"));
        assumeTrue(
                new ProcessBuilder("mkfifo", directory.resolve("pipe").toString())
                                .start()
                                .waitFor()
                        == 0,
                "skipped, no pipe can be made here");
        try (ChildJvm jvm = start(25, recording, "one.json")) {
            String why = switch (name) {
                case "folder" -> recording + ": it is a folder.";
                case "pipe" -> recording + ": it is not a regular file.";
                default -> directory.resolve("file") + ": a file of that name is in the way.";
            };
            assertThat(jvm.awaitErr(line -> line.startsWith("vt-monitor: can't write recording=" + recording)))
                    .contains(why);
            pin(jvm);
            assertThat(jvm.awaitExit().code()).isZero();
        }
        assertThat(pins("one.json")).isEqualTo(PINS);
        assertThat(folder).isEmptyDirectory();
        assertThat(parts(directory)).isEmpty();
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void of_two_jvms_with_the_same_file_both_leave_theirs_and_the_later_stays(int jdk) throws Exception {
        Path recording = directory.resolve("app.jfr");
        try (ChildJvm first = start(jdk, recording, "first.json");
                ChildJvm second = start(jdk, recording, "second.json")) {
            pin(second);
            ChildJvm.Exit exit = second.awaitExit();
            assertThat(exit.ours()).noneMatch(line -> line.contains("recording="));
            assertThat(RawPins.count(recording, jdk)).as("of the second").isGreaterThanOrEqualTo(PINS);
            Files.delete(recording);

            pin(first);
            exit = first.awaitExit();
            assertThat(exit.ours()).noneMatch(line -> line.contains("recording="));
            assertThat(RawPins.count(recording, jdk)).as("of the first").isGreaterThanOrEqualTo(PINS);
        }
        assertThat(pins("first.json")).isEqualTo(PINS);
        assertThat(pins("second.json")).isEqualTo(PINS);
        assertThat(parts(directory)).isEmpty();
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void where_its_disk_is_full_at_the_end_nothing_is_left_cut_off_and_no_pin_is_lost(int jdk) throws Exception {
        try (SmallDisk mounted = SmallDisk.mounted(directory, "size=64k");
                ChildJvm jvm = start(jdk, mounted.folder().resolve("app.jfr"), "report.json")) {
            Path disk = mounted.folder();
            pin(jvm);
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isZero();
            assertThat(exit.ours())
                    .filteredOn(line -> line.contains("recording=" + disk + "/app.jfr was not written: "
                            + "Flight Recorder could not write all of it, "))
                    .hasSize(1);
            assertThat(files(disk)).isEmpty();
        }
        assertThat(pins("report.json")).isEqualTo(PINS);
        assertThat(Watched.read(directory.resolve("report.json")).path("limits").toString())
                .doesNotContain("some of the last pins are missing");
    }

    @Test
    void a_detach_whose_recording_can_not_be_moved_to_its_place_says_so_and_fails() throws Exception {
        Path recording = directory.resolve("app.jfr");
        try (ChildJvm jvm = start(25, recording, "report.json")) {
            Files.createDirectory(recording);
            ChildJvm.Exit detached = ChildJvm.on(25, directory)
                    .commandLine("detach", String.valueOf(jvm.pid()))
                    .run();
            assertThat(detached.code()).as("%s", detached).isOne();
            assertThat(detached.err())
                    .anyMatch(line -> line.contains("is no longer being watched"))
                    .anyMatch(line -> line.contains("not every requested file (report=, recording=) was written"));
            pin(jvm);
            assertThat(jvm.awaitExit().ours()).anyMatch(line -> line.contains("can't write recording=" + recording));
        }
        assertThat(directory.resolve("report.json")).exists();
    }

    @Test
    void a_folder_that_comes_into_its_way_keeps_what_is_in_it_and_the_part_is_named() throws Exception {
        Path recording = directory.resolve("app.jfr");
        try (ChildJvm jvm = start(25, recording, "report.json")) {
            Files.createDirectory(recording);
            pin(jvm);
            List<String> told = jvm.awaitExit().ours();
            assertThat(parts(directory)).singleElement().satisfies(part -> {
                assertThat(told).anyMatch(line -> line.contains("The recording is kept as " + part));
                assertThat(RawPins.count(part, 25)).isGreaterThanOrEqualTo(PINS);
            });
        }
        assertThat(recording).isEmptyDirectory();
    }

    /** Flight Recorder's lock is never free again then, JDK 21 and 25 alike. */
    @Test
    void an_application_that_begins_recordings_while_it_exits_keeps_its_report_and_its_recording() throws Exception {
        Path recording = directory.resolve("app.jfr");
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .agent("recording=" + recording, "report=" + report)
                .main(List.of(Watched.testClasses()), CyclesRecordings.class.getName(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            jvm.send("go");
            jvm.awaitOut("pinned"::equals);
            jvm.endInput();
            ChildJvm.Exit exit = jvm.awaitExit();

            assertThat(exit.code()).isZero();
            assertThat(exit.ours()).noneMatch(line -> line.contains("the JVM exits without waiting for them"));
        }
        assertThat(RawPins.count(recording, 21)).isPositive();
        assertThat(report).exists();
        assertThat(parts(directory)).isEmpty();
    }

    @Test
    void of_a_killed_jvm_the_next_start_removes_its_part_which_is_empty() throws Exception {
        Path recording = directory.resolve("app.jfr");
        ChildJvm killed = start(25, recording, "report.json");
        assertThat(parts(directory)).hasSize(1);
        killed.close();
        killed.awaitExit();
        Path users = Files.writeString(directory.resolve("app.jfr.1-a.part"), "");

        try (ChildJvm next = start(25, directory.resolve("other.jfr"), "report.json")) {
            pin(next);
            next.awaitExit();
        }
        assertThat(parts(directory)).containsExactly(users);
    }

    private ChildJvm start(int jdk, Path recording, String report) throws IOException, InterruptedException {
        ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(Scenarios.NATIVE_CALL.flags())
                .agent("recording=" + recording, "report=" + directory.resolve(report), "threshold=10ms")
                .main(
                        List.of(Watched.testClasses()),
                        Scenarios.NATIVE_CALL.program(),
                        List.of(Integer.toString(PINS), "30"))
                .start();
        jvm.awaitOut("ready"::equals);
        jvm.awaitWatching();
        return jvm;
    }

    private static void pin(ChildJvm jvm) throws IOException {
        jvm.send("go");
        jvm.send("exit");
    }

    private int pins(String report) {
        return Watched.read(directory.resolve(report))
                .path("totals")
                .path("pins")
                .asInt();
    }

    private static List<Path> parts(Path folder) throws IOException {
        return files(folder).stream()
                .filter(file -> file.toString().endsWith(".part"))
                .toList();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.sorted().toList();
        }
    }
}
