package io.vtmonitor.process.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.process.Scrape;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.Deaf;
import io.vtmonitor.process.programs.EndsSlowly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the agent needs is taken from it while it runs: its jar, its files, or the time. The application must not be
 * harmed.
 */
class HardTimesIT {
    @TempDir
    Path directory;

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void while_the_applications_shutdown_hooks_still_run_its_page_says_that_pins_are_not_watched(int jdk)
            throws Exception {
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .agent("port=0")
                .main(List.of(Watched.testClasses()), EndsSlowly.class.getName(), List.of())
                .start()) {
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            jvm.awaitWatching();
            assertThat(Scrape.value(serving, "vthread_watched{feature=\"pins\"}"))
                    .isEqualTo(1);
            jvm.send("exit");
            jvm.awaitOut("draining"::equals);
            Until.holds("pins are not watched", () -> Scrape.value(serving, "vthread_watched{feature=\"pins\"}") == 0);
            double blind = Scrape.value(serving, "vthread_blind_seconds");
            Until.holds("blind time grows", () -> Scrape.value(serving, "vthread_blind_seconds") > blind);
            jvm.send("drained");
            assertThat(jvm.awaitExit().code()).isEqualTo(7);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_jar_that_is_overwritten_while_the_jvm_runs_costs_nothing(int jdk) throws Exception {
        Path jar = Files.copy(ChildJvm.shippedJar(), directory.resolve("deployed.jar"));
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = DeployedJvm.start(directory, jdk, jar, "port=0,report=" + report)) {
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            jvm.awaitWatching();
            overwrite(jar);
            jvm.send("pin");
            jvm.awaitOut("pinned"::equals);
            jvm.awaitErr(line -> line.startsWith("vt-monitor: pinned for"));
            for (String page : List.of("metrics", "report.json", "", "page.json", "healthz")) {
                assertThat(DeployedJvm.status(serving, page)).as("/" + page).isEqualTo(200);
            }
            jvm.send("exit");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isEqualTo(7);
            assertThat(exit.err()).isEqualTo(exit.ours());
        }
        assertThat(DeployedJvm.pins(report)).isEqualTo(1);
    }

    /** On 21 only: it takes ten seconds to notice. */
    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void where_flight_recorder_stops_flushing_pins_are_reported_all_the_same_and_it_is_said() throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = DeployedJvm.start(directory, 21, ChildJvm.shippedJar(), "report=" + report)) {
            jvm.awaitWatching();
            jvm.send("pin");
            jvm.awaitErr(line -> line.startsWith("vt-monitor: pinned for"));
            jvm.send("block");
            jvm.awaitOut("blocked"::equals);
            jvm.send("other-pin");
            jvm.awaitOut("pinned otherwise"::equals);
            jvm.awaitErr(line -> line.startsWith("vt-monitor: Flight Recorder has stopped flushing"));
            jvm.awaitErr(line -> line.startsWith("vt-monitor: pinned for") && line.contains(" in park "));
            jvm.send("unblock");
            jvm.send("exit");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isEqualTo(7);
            assertThat(exit.err()).isEqualTo(exit.ours());
        }
        assertThat(Watched.read(report).path("limits").valueStream())
                // It may flush again between "unblock" and the end.
                .anyMatch(limit -> limit.path("kind").asString().matches("flushes_late(_for_a_while)?"));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_recording_that_somebody_else_stops_is_reported_and_what_it_had_is_reported(int jdk) throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = DeployedJvm.start(directory, jdk, ChildJvm.shippedJar(), "port=0,report=" + report)) {
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            jvm.awaitWatching();
            jvm.send("pin");
            jvm.awaitOut("pinned"::equals);
            Jcmd.ask(jvm, "JFR.start", "name=users"); // it records pins, too
            Jcmd.ask(jvm, "JFR.stop", "name=vt-monitor");
            jvm.awaitErr(line -> line.startsWith("vt-monitor: recording ended at") && line.contains("something else"));
            double blind = Scrape.value(serving, "vthread_blind_seconds");
            int printed = jvm.printed().size();
            jvm.send("pin");
            Until.holds(
                    "it grows, for longer than a flush takes",
                    () -> Scrape.value(serving, "vthread_blind_seconds") > blind + 2
                            && jvm.printed().size() > printed);
            jvm.send("exit");
            assertThat(jvm.awaitExit().code()).isEqualTo(7);
        }
        assertThat(DeployedJvm.pins(report)).isEqualTo(1);
        assertThat(Watched.read(report).path("limits").valueStream())
                .anyMatch(limit -> limit.path("sentence").asString().startsWith("recording ended at"));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void where_the_temporary_folder_cannot_be_written_a_repository_that_can_is_enough(int jdk) throws Exception {
        Path report = directory.resolve("report.json");
        Path repository = Files.createDirectories(directory.resolve("repository"));
        try (ChildJvm jvm = DeployedJvm.start(
                directory,
                jdk,
                ChildJvm.shippedJar(),
                "report=" + report,
                "-Djava.io.tmpdir=/proc",
                "-XX:FlightRecorderOptions:repository=" + repository)) {
            jvm.awaitWatching();
            jvm.send("pin");
            jvm.awaitOut("pinned"::equals);
            jvm.send("exit");
            assertThat(jvm.awaitExit().code()).isEqualTo(7);
        }
        assertThat(DeployedJvm.pins(report)).isEqualTo(1);
        assertThat(repository).isEmptyDirectory();
    }

    /** A pipe that nobody opens keeps who opens it for ever. */
    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void a_report_that_can_not_be_written_keeps_the_jvm_for_ten_seconds_at_most_and_costs_no_recording()
            throws Exception {
        Path report = directory.resolve("report.json");
        Path recording = directory.resolve("kept.jfr");
        assertThat(new ProcessBuilder("mkfifo", report.toString()).start().waitFor())
                .isZero();
        try (ChildJvm jvm = DeployedJvm.start(
                directory, 25, ChildJvm.shippedJar(), "exit=9s,report=" + report + ",recording=" + recording)) {
            jvm.awaitWatching();
            long begin = System.nanoTime();
            jvm.send("exit");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isEqualTo(7);
            assertThat(exit.ours())
                    .anyMatch(line -> line.contains("took more than 9 s: the JVM exits without waiting"));
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(15));
        }
        assertThat(Files.isRegularFile(report)).isFalse();
        assertThat(recording).isNotEmptyFile();
    }

    /** A full pipe keeps whoever writes to it: the application, and our threads. */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_standard_error_that_nobody_reads_keeps_the_jvm_from_ending_no_longer_than_a_few_seconds(int jdk)
            throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .deaf()
                .flags(List.of("-Djdk.reflect.useNativeAccessorOnly=true"))
                .agent("threshold=10ms", "exit=9s", "report=" + report)
                .main(List.of(Watched.testClasses()), Deaf.class.getName(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            Until.holds("it records", () -> Jcmd.ask(jvm, "JFR.check").contains("name=vt-monitor"));
            jvm.send("fill");
            jvm.awaitOut("full"::equals);
            Until.holds("a line is being written", () -> isKept(jvm));
            jvm.terminate();
            assertThat(jvm.awaitExit().code()).as("128 + SIGTERM").isEqualTo(143);
        }
        assertThat(Watched.read(report).path("limits").toString()).isNotEmpty();
    }

    /** Whether a line is being written. */
    private static boolean isKept(ChildJvm jvm) throws Exception {
        return Jcmd.ask(jvm, "Thread.print").contains("LogOutput.write(");
    }

    /** In place, as {@code cp} does it: the JVM has the file open. */
    private static void overwrite(Path jar) throws IOException {
        Files.write(jar, new byte[4_096], StandardOpenOption.TRUNCATE_EXISTING);
    }
}
