package io.vtmonitor.process.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.Scrape;
import io.vtmonitor.process.SmallDisk;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.EndsAtOnce;
import io.vtmonitor.process.programs.FillsDisk;
import io.vtmonitor.process.programs.Host;
import io.vtmonitor.scenario.ClassInitWait;
import io.vtmonitor.stall.ComputesForLong;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Promises of {@code docs/safety.md} about JVMs that lack something: a disk, a module, a right. */
class RestrictedHostIT {
    @TempDir
    private Path directory;

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}, temporary folder too: {1}")
    @CsvSource({"21, true", "25, true", "25, false"})
    void where_the_file_system_is_read_only_the_application_runs_as_it_would(int jdk, boolean temporaryToo)
            throws Exception {
        try (SmallDisk mounted = SmallDisk.mounted(directory, "size=1m,ro");
                ChildJvm jvm = ChildJvm.on(jdk, directory)
                        .flags(List.of("-Djdk.virtualThreadScheduler.parallelism=2"))
                        .flags(temporaryToo ? List.of("-Djava.io.tmpdir=" + mounted.folder()) : List.of())
                        .agent(
                                "stall=1s",
                                at(mounted, "report=", "/report.json"),
                                at(mounted, "log=", "/agent.log"),
                                at(mounted, "dump=", ""))
                        .main(List.of(Watched.testClasses()), ComputesForLong.class.getName(), List.of("2"))
                        .start()) {
            Path disk = mounted.folder();
            jvm.awaitErr(line -> line.startsWith("vt-monitor: can't write to " + disk + "/agent.log: "));
            jvm.awaitErr(line -> line.startsWith("vt-monitor: STALL"));
            jvm.awaitErr(line -> line.startsWith("vt-monitor: can't write a thread dump to " + disk));
            jvm.send("release");
            jvm.endInput();
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isZero();
            assertThat(exit.err()).isEqualTo(exit.ours());
            assertThat(exit.ours())
                    .filteredOn(line -> line.contains("report="))
                    .singleElement()
                    .asString()
                    .startsWith("vt-monitor: can't write report=" + disk + "/report.json: ")
                    .endsWith(" No report was written there.");
            assertThat(exit.ours().stream().anyMatch(line -> line.contains("pins are not recorded")))
                    .isEqualTo(temporaryToo);
        }
    }

    private static String at(SmallDisk disk, String option, String file) {
        return option + disk.folder() + file;
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void where_no_file_can_be_written_the_scheduler_is_watched_all_the_same(int jdk) throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-Djava.io.tmpdir=/proc", "-Djdk.virtualThreadScheduler.parallelism=2"))
                .agent("port=0", "stall=1s", "report=" + report)
                .main(List.of(Watched.testClasses()), ComputesForLong.class.getName(), List.of("2"))
                .start()) {
            assertThat(jvm.awaitErr(line -> line.startsWith("vt-monitor: pins are not recorded")))
                    .contains("/proc")
                    .contains("-Djava.io.tmpdir=FOLDER");
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            jvm.awaitErr(line -> line.startsWith("vt-monitor: STALL"));
            assertThat(Scrape.value(serving, "vthread_stalls_total{pattern=\"cpu\"}"))
                    .isEqualTo(1);
            assertThat(Scrape.value(serving, "vthread_scheduler_mounted")).isEqualTo(2);
            jvm.send("release");
            jvm.endInput();
            assertThat(jvm.awaitExit().code()).isZero();
        }
        assertThatItSaysWhatWasNotRecorded(report);
    }

    /** And no gate takes it for a JVM without pins. */
    private void assertThatItSaysWhatWasNotRecorded(Path report) throws Exception {
        assertThat(Watched.read(report).path("limits").path(0).path("sentence").asString())
                .startsWith("pins were not recorded: ");
        assertThat(Watched.read(report).path("stalls")).hasSize(1);
        ChildJvm.Exit gate = ChildJvm.on(25, directory)
                .commandLine("merge", report.toString(), "--fail-on", "pins>0")
                .run();
        assertThat(gate.code()).isEqualTo(1);
        assertThat(gate.err()).anyMatch(line -> line.contains("the gate is blind: pins were not recorded: "));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void an_image_without_flight_recorder_management_and_logging_runs_with_one_line(int jdk) throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("--limit-modules=java.instrument", "-Djdk.virtualThreadScheduler.parallelism=2"))
                .agent("port=0", "stall=1s", "report=" + report)
                .main(List.of(Watched.testClasses()), ComputesForLong.class.getName(), List.of("2"))
                .start()) {
            jvm.awaitErr(line -> line.startsWith(
                    "vt-monitor: pins are not recorded: this JVM was started without the module jdk.jfr"));
            jvm.awaitErr(line -> line.startsWith("vt-monitor: STALL"));
            jvm.send("release");
            jvm.endInput();
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isZero();
            assertThat(exit.err()).isEqualTo(exit.ours());
        }
        assertThatItSaysWhatWasNotRecorded(report);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void where_nothing_can_be_recorded_lines_go_where_they_are_to_and_say_which_options_have_no_effect()
            throws Exception {
        Path log = directory.resolve("agent.log");
        try (ChildJvm jvm = ChildJvm.on(25, directory)
                .flags(List.of("--limit-modules=java.instrument", "-Djdk.virtualThreadScheduler.maxPoolSize=1"))
                .agent("port=0", "log=agent.log", "log.format=json", "recording=app.jfr", "compat=micrometer")
                .main(List.of(Watched.testClasses()), Scenarios.NATIVE_CALL.program(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            Until.holds(
                    "it serves",
                    () -> Files.exists(log) && Files.readString(log).contains("serving http"));
            String serving = Files.readAllLines(log).stream()
                    .filter(line -> line.contains("serving http"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Scrape.value(serving, "vthread_scheduler_parallelism")).isEqualTo(1);
            jvm.endInput();
            assertThat(jvm.awaitExit().err())
                    .singleElement()
                    .asString()
                    .startsWith("vt-monitor: lines go to ")
                    .endsWith("/agent.log");
        }
        assertThat(Files.readAllLines(log))
                .allMatch(line -> line.startsWith("{\"time\":") && line.endsWith("\"}"))
                .anyMatch(
                        line -> line.contains("pins are not recorded: this JVM was started without the module jdk.jfr"))
                .anyMatch(line -> line.contains("recording=app.jfr: no file will be written"))
                .anyMatch(line -> line.contains("compat=micrometer: serves the scheduler's metrics only"));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_disk_that_fills_up_ends_the_recording_and_not_the_application(int jdk) throws Exception {
        try (SmallDisk mounted = SmallDisk.mounted(directory, "size=24m");
                ChildJvm jvm = ChildJvm.on(jdk, directory)
                        .flags(List.of("-Djava.io.tmpdir=" + mounted.folder()))
                        .agent("report=" + directory.resolve("report.json"))
                        .main(
                                List.of(Watched.testClasses()),
                                FillsDisk.class.getName(),
                                List.of(mounted.folder().toString()))
                        .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            jvm.send("go");
            jvm.awaitErr(line -> line.startsWith("vt-monitor: recording ended at"));
            jvm.awaitOut("application done"::equals);
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isZero();
            assertThat(Watched.read(directory.resolve("report.json"))
                            .path("limits")
                            .toString())
                    .contains("recording ended at");
        }
    }

    /** Flight Recorder would abort it: {@code ulimit} counts kilobytes. */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_jvm_that_may_write_only_small_files_is_not_recorded_and_runs_as_without_us(int jdk) throws Exception {
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .by("bash", "-c", "ulimit -f 100 && exec \"$@\"", "bash")
                .agent("report=report.json")
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .start()) {
            assertThat(jvm.awaitErr(line -> line.startsWith("vt-monitor: pins are not recorded: ")))
                    .contains("files of at most 100 KB (RLIMIT_FSIZE)");
            ChildJvm.Exit recorded = ChildJvm.on(25, directory)
                    .commandLine("record", Long.toString(jvm.pid()), "-d", "1s")
                    .run();
            assertThat(recorded.code()).as("%s", recorded).isEqualTo(1);
            assertThat(recorded.err())
                    .singleElement()
                    .asString()
                    .contains("was not recorded", "files of at most 100 KB (RLIMIT_FSIZE)");
            jvm.send("go");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).as("%s", exit).isEqualTo(7);
            assertThat(exit.out()).startsWith("ready").hasSize(9).noneMatch(line -> line.contains("jfr"));
            assertThat(exit.err()).isEqualTo(exit.ours());
        }
        assertThat(directory.resolve("report.json")).isNotEmptyFile();
    }

    /** Some JDKs find their own libraries by /proc/self/exe only. */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void where_there_is_no_proc_and_no_sys_as_on_other_systems_pins_are_watched(int jdk) throws Exception {
        assumeTrue(
                new ProcessBuilder("unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/sys")
                                .start()
                                .waitFor()
                        == 0,
                "skipped, nothing can be mounted here");
        String libraries = Jdks.home(jdk).resolve("lib").toString();
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .by(
                        "unshare",
                        "--mount",
                        "bash",
                        "-c",
                        "mount -t tmpfs tmpfs /sys && mount -t tmpfs tmpfs /proc && exec \"$@\"",
                        "bash")
                .variable("LD_LIBRARY_PATH", libraries + ":" + libraries + "/server")
                .agent("report=" + directory.resolve("report.json"), "port=0")
                .main(List.of(Watched.testClasses()), ClassInitWait.class.getName(), List.of())
                .start()) {
            jvm.awaitWatching();
            jvm.send("go");
            jvm.awaitOut(line -> line.startsWith("done"));
            jvm.send("exit");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).as("%s", exit).isZero();
            assertThat(exit.err()).isEqualTo(exit.ours());
            assertThat(Watched.read(directory.resolve("report.json"))
                            .at("/totals/pins")
                            .asLong())
                    .isPositive();
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_repository_that_is_wiped_while_it_is_written_costs_data_and_nothing_else(int jdk) throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .agent("threshold=1ms", "report=" + report)
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            wipe(directory.resolve("tmp"));
            jvm.send("go");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isEqualTo(7);
            assertThat(exit.out()).contains("interrupted: false");
            assertThat(exit.err()).isEqualTo(exit.ours());
        }
        assertThat(Watched.read(report).path("limits").toString()).contains("some of the last pins are missing");
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void flags_that_lock_a_jvm_down_do_not_hurt(int jdk) throws Exception {
        List<String> flags = jdk == 21
                ? List.of(
                        "-Xshare:off",
                        "-XX:+DisableAttachMechanism",
                        "-XX:-EnableDynamicAgentLoading",
                        "-XX:-UsePerfData",
                        "-Djava.security.manager=allow")
                : List.of(
                        "-Xshare:off",
                        "-XX:+DisableAttachMechanism",
                        "-XX:-EnableDynamicAgentLoading",
                        "-XX:-UsePerfData",
                        "--illegal-native-access=deny",
                        "--sun-misc-unsafe-memory-access=deny");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(flags)
                .agent("port=0", "report=" + directory.resolve("report.json"))
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            jvm.send("go");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isEqualTo(7);
            assertThat(exit.err()).isEqualTo(exit.ours());
        }
    }

    /** The default policy lets no code read our properties. */
    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void under_a_security_manager_that_grants_nothing_the_application_runs() throws Exception {
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .flags(List.of("-Djava.security.manager"))
                .agent("start=before-main")
                .main(List.of(Watched.testClasses()), EndsAtOnce.class.getName(), List.of())
                .start()) {
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isEqualTo(5);
            assertThat(exit.ours())
                    .singleElement()
                    .asString()
                    .startsWith("vt-monitor: off: java.security.AccessControlException: ")
                    .endsWith(" The application runs without it.");
        }
    }

    private static void wipe(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failed) throws IOException {
                if (!visited.equals(folder)) {
                    Files.delete(visited);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
