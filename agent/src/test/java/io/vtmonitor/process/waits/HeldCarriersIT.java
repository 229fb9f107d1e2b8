package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.RecordsItself;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings with the JDK's default settings of JVMs whose carriers nothing frees, and of busy ones. */
class HeldCarriersIT {
    private static final String PROGRAM = "io.vtmonitor.scenario.Standstill";

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "JDK {0}: {1}")
    @Execution(ExecutionMode.CONCURRENT)
    @CsvSource(delimiter = '|', textBlock = """
                    21 | lock             | 2 of 2 carriers are likely held
                    21 | initializer-lock | waiting for the initialization of io.vtmonitor.scenario.Standstill$NeedsLock
                    25 | initializer-lock | at io.vtmonitor.scenario.Standstill$NeedsLock.<clinit>
                    25 | initializer      | 2 of 2 carriers are held
                    """)
    void a_recording_of_a_jvm_that_stands_still_says_so_and_its_gate_is_blind(int jdk, String how, String said)
            throws Exception {
        assertThatItStandsStill(jdk, how, said);
    }

    @Tag("long")
    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @ValueSource(strings = {"semaphore", "join", "abba"})
    void so_does_one_whose_threads_wait_with_a_monitor_for_something_else_than_a_lock(String how) throws Exception {
        assertThatItStandsStill(21, how, "2 of 2 carriers are likely held");
    }

    private void assertThatItStandsStill(int jdk, String how, String said) throws Exception {
        Path file = recorded(jdk, how);
        ChildJvm.Exit exit = analyze(file, "--fail-on", "total>10s");
        String text = String.join(" ", exit.out()).replaceAll("\\s+", " ");
        assertThat(text).contains(said).contains("When the recording ended ").doesNotContain("No virtual thread");
        assertThat(exit.err()).anyMatch(line -> line.contains("the gate is blind: when the recording ended "));
        assertThat(exit.code()).isEqualTo(1);
    }

    @ParameterizedTest(name = "JDK {0}: {1}")
    @Execution(ExecutionMode.CONCURRENT)
    @CsvSource({"21,computes", "21,pinned-before", "25,lock"})
    void one_that_works_or_rests_raises_no_false_alarm(int jdk, String how) throws Exception {
        assertThatThereIsNoAlarm(jdk, how);
    }

    @Tag("long")
    @ParameterizedTest(name = "JDK {0}: {1}")
    @Execution(ExecutionMode.CONCURRENT)
    @CsvSource({"21,sleeps", "25,abba", "25,computes"})
    void nor_does_one_that_works_or_rests_in_another_way(int jdk, String how) throws Exception {
        assertThatThereIsNoAlarm(jdk, how);
    }

    private void assertThatThereIsNoAlarm(int jdk, String how) throws Exception {
        ChildJvm.Exit exit = analyze(recorded(jdk, how), "--fail-on", "total>10s");
        assertThat(String.join(" ", exit.out())).doesNotContain("When the recording ended");
        assertThat(exit.err())
                .anyMatch(line -> line.contains("gate: kept total>10s") && line.contains(", of pins that ended"));
        assertThat(exit.code()).isZero();
    }

    @ParameterizedTest(name = "JDK {0}: {1}")
    @Execution(ExecutionMode.CONCURRENT)
    @CsvSource(delimiter = '|', textBlock = """
                    21 | initializer-lock | likely | , by class init in io.vtmonitor.scenario.Standstill\\$NeedsLock.<clinit>
                    25 | initializer      |        | at io.vtmonitor.scenario.Standstill\\$[^ ]*<clinit>
                    """)
    void record_of_a_jvm_that_hangs_says_since_when_and_what_holds(int jdk, String how, String sure, String holds)
            throws Exception {
        assertThatRecordNamesWhatHolds(jdk, how, sure, holds);
    }

    @Tag("long")
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void record_of_a_jvm_that_hangs_names_the_monitor_that_a_thread_owns() throws Exception {
        assertThatRecordNamesWhatHolds(
                21, "lock", "likely", ", owning a monitor of [^)]* in io.vtmonitor.scenario.Standstill");
    }

    private void assertThatRecordNamesWhatHolds(int jdk, String how, @Nullable String sure, String holds)
            throws Exception {
        try (ChildJvm jvm = start(jdk, how, List.of())) {
            jvm.awaitOut("ready"::equals);
            ChildJvm.Exit exit = ChildJvm.on(25, directory)
                    .commandLine("record", String.valueOf(jvm.pid()), "-d", "5s")
                    .run();
            assertThat(String.join(" ", exit.out()).replaceAll("\\s+", " "))
                    .containsPattern("No pin ended. When the recording ended 2 of 2 carriers are "
                            + (sure == null ? "" : sure + " ") + "held by virtual threads #\\d+, #\\d+ \\([^)]*" + holds
                            + "[^)]*\\), for at least \\d+ s");
        }
    }

    @ParameterizedTest(name = "JDK {0}: {1}")
    @Execution(ExecutionMode.CONCURRENT)
    @CsvSource({"21,held", "25,alone"})
    void a_virtual_thread_that_starts_and_stops_the_recording_holds_nothing(int jdk, String how) throws Exception {
        assertThatTheRecordingThreadHoldsNothing(jdk, how);
    }

    @Tag("long")
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void nor_does_one_on_jdk_21_that_nobody_keeps_from_its_carrier() throws Exception {
        assertThatTheRecordingThreadHoldsNothing(21, "alone");
    }

    private void assertThatTheRecordingThreadHoldsNothing(int jdk, String how) throws Exception {
        ChildJvm.Exit program = ChildJvm.on(jdk, directory)
                .flags(List.of(
                        "-Djdk.virtualThreadScheduler.parallelism=2", "-Djdk.virtualThreadScheduler.maxPoolSize=2"))
                .main(List.of(Watched.testClasses()), RecordsItself.class.getName(), List.of(how))
                .run();
        assertThat(program.out()).as("%s", program).containsExactly("done");
        String text = String.join(" ", analyze(directory.resolve("app.jfr")).out());
        if (how.equals("held")) {
            assertThat(text).contains("When the recording ended 1 of 2 carriers is likely held by virtual thread #");
        } else {
            assertThat(text).doesNotContain("When the recording ended");
        }
    }

    private Path recorded(int jdk, String how) throws Exception {
        Path file = directory.resolve("app.jfr");
        try (ChildJvm jvm =
                start(jdk, how, List.of("-XX:StartFlightRecording=filename=" + file + ",settings=default"))) {
            jvm.awaitOut("ready"::equals);
            jvm.send("end");
            jvm.awaitExit();
        }
        assertThat(Files.size(file)).isPositive();
        return file;
    }

    private ChildJvm start(int jdk, String how, List<String> more) throws Exception {
        List<String> flags = new ArrayList<>(more);
        flags.add("-Djdk.virtualThreadScheduler.parallelism=2");
        flags.add("-Djdk.virtualThreadScheduler.maxPoolSize=2");
        return ChildJvm.on(jdk, directory)
                .flags(flags)
                .main(List.of(Watched.testClasses()), PROGRAM, List.of(how))
                .start();
    }

    private ChildJvm.Exit analyze(Path file, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("analyze", file.toString()));
        arguments.addAll(List.of(options));
        return ChildJvm.on(25, directory)
                .commandLine(arguments.toArray(String[]::new))
                .run();
    }
}
