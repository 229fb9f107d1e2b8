package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Scrape;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.truth.CarriersCompute;
import io.vtmonitor.truth.InitializerEntersMonitor;
import io.vtmonitor.truth.InitializerInDeadlock;
import io.vtmonitor.truth.MonitorsByKey;
import io.vtmonitor.truth.PoolWaitsForItself;
import io.vtmonitor.truth.ReadsBehindWriter;
import io.vtmonitor.truth.ReadsUnderMonitor;
import io.vtmonitor.truth.WriteLockWithinReadLock;
import io.vtmonitor.waiting.ScopeUnderLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Programs with one thing wrong, which is told once. */
class OneVerdictIT {
    @TempDir
    private Path folder;

    @Test
    void threads_that_wait_for_tasks_of_a_pool_that_waits_for_itself_are_counted_behind_its_workers() throws Exception {
        try (ChildJvm jvm = started(21, PoolWaitsForItself.class)) {
            assertThat(jvm.awaitErr(line -> line.contains("Deadlock: ")))
                    .contains(
                            "4 platform threads (\"renderer-1\", \"renderer-2\", \"renderer-3\", \"renderer-4\") wait"
                                    + " at ",
                            " 40 more threads wait for these.");
        }
    }

    @Test
    void the_reader_that_wants_to_write_is_named_as_the_holder_too() throws Exception {
        try (ChildJvm jvm = started(25, WriteLockWithinReadLock.class)) {
            jvm.awaitErr(line -> line.contains("Deadlock: "));
            JsonNode report = ended(jvm);
            assertThat(told(report)).containsExactly("deadlock");
            assertThat(report.at("/waits/groups").findValuesAsString("note"))
                    .as("%s", report.at("/waits/groups"))
                    .isEmpty();
        }
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_thread_that_wants_to_read_behind_a_writer_that_gives_up_is_in_no_deadlock(int jdk) throws Exception {
        try (ChildJvm jvm = started(jdk, ReadsBehindWriter.class, "600")) {
            String serving = jvm.awaitErr(line -> line.startsWith("vt-monitor: serving"));
            double looks = Scrape.value(serving, "vthread_wait_looks_total");
            Until.holds("six looks", () -> Scrape.value(serving, "vthread_wait_looks_total") >= looks + 6);
            assertThat(told(ended(jvm))).isEmpty();
        }
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_thread_that_wants_to_read_behind_a_writer_that_waits_for_its_reader_is_in_a_deadlock(int jdk)
            throws Exception {
        try (ChildJvm jvm = started(jdk, ReadsBehindWriter.class)) {
            assertThat(jvm.awaitErr(line -> line.contains("Deadlock: ")))
                    .contains("\"reader\" waits at ", "\"editor\" waits at ");
        }
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void threads_that_compute_on_all_carriers_are_a_stall_or_hogs_and_no_backlog(int jdk) throws Exception {
        try (ChildJvm jvm = started(jdk, CarriersCompute.class)) {
            String serving = jvm.awaitErr(line -> line.startsWith("vt-monitor: serving"));
            jvm.awaitErr(line -> line.contains("STALL: "));
            double looks = Scrape.value(serving, "vthread_wait_looks_total");
            Until.holds("four looks", () -> Scrape.value(serving, "vthread_wait_looks_total") >= looks + 4);
            JsonNode report = ended(jvm);
            assertThat(told(report)).containsAnyOf("stall cpu", "carrier_hog");
            assertThat(told(report)).doesNotContain("backlog");
            assertThat(report.at("/waits/verdicts").findValues("covers"))
                    .as("%s", report.at("/waits"))
                    .allMatch(covers -> covers.toString().contains("stall"));
        }
    }

    @Test
    void a_thread_that_waits_for_the_monitor_of_one_in_a_native_call_is_no_second_reason_for_a_stall()
            throws Exception {
        try (ChildJvm jvm = started(21, ReadsUnderMonitor.class)) {
            assertThat(jvm.awaitErr(line -> line.contains("STALL: ")))
                    .contains("The carriers are held by native calls and by threads that wait for them (likely). 1 of 2"
                            + " carriers is in a native call: java.io.FileInputStream.read0 (")
                    .endsWith(" The thread on 1 more waits for a lock or a monitor that is likely held there.");
        }
    }

    @Test
    void threads_that_want_what_a_sleeping_platform_thread_has_are_no_deadlock() throws Exception {
        assertThatThereIsNoDeadlock(started(21, MonitorsByKey.class));
    }

    @Test
    void threads_that_want_what_a_thread_has_that_sleeps_on_another_carrier_are_no_deadlock() throws Exception {
        assertThatThereIsNoDeadlock(started(21, 4, MonitorsByKey.class, "virtual"));
    }

    private void assertThatThereIsNoDeadlock(ChildJvm started) throws Exception {
        try (ChildJvm jvm = started) {
            String serving = jvm.awaitErr(line -> line.startsWith("vt-monitor: serving"));
            double looks = Scrape.value(serving, "vthread_wait_looks_total");
            Until.holds("six looks", () -> Scrape.value(serving, "vthread_wait_looks_total") >= looks + 6);
            assertThat(told(ended(jvm))).doesNotContain("deadlock", "stall deadlock");
        }
    }

    @Test
    void the_owner_of_the_monitor_that_a_static_initializer_enters_is_named_though_it_has_no_carrier()
            throws Exception {
        try (ChildJvm jvm = started(25, InitializerEntersMonitor.class)) {
            assertThat(jvm.awaitErr(line -> line.contains("STALL: ")))
                    .contains("A class initializer does not end.")
                    .containsPattern(
                            "The monitor is held by virtual thread #\\d+ \"template-loader\", taken in \\S+load:");
        }
    }

    @Test
    void threads_that_wait_for_a_class_whose_initializer_is_in_a_deadlock_are_no_convoy() throws Exception {
        try (ChildJvm jvm = started(27, InitializerInDeadlock.class)) {
            String serving = jvm.awaitErr(line -> line.startsWith("vt-monitor: serving"));
            jvm.awaitErr(line -> line.contains("Deadlock: "));
            double looks = Scrape.value(serving, "vthread_wait_looks_total");
            Until.holds("four looks", () -> Scrape.value(serving, "vthread_wait_looks_total") >= looks + 4);
            JsonNode report = ended(jvm);
            assertThat(told(report)).containsExactly("deadlock");
            assertThat(report.at("/waits/verdicts/0/covers").toString()).contains("lock_convoy ");
        }
    }

    @Test
    void a_thread_that_has_the_lock_its_subtask_needs_is_a_deadlock() throws Exception {
        try (ChildJvm jvm = started(25, ScopeUnderLock.class)) {
            assertThat(jvm.awaitErr(line -> line.contains("Deadlock: ")))
                    .containsPattern(
                            "\"parent\" waits at \\S+lockAndFork:\\d+ for the end of its subtask virtual thread #\\d+;")
                    .contains("release the lock first");
            assertThat(ended(jvm).at("/waits/verdicts/0/confidence").asString()).isEqualTo("exact");
        }
    }

    @Test
    void a_scope_with_a_timeout_is_no_deadlock() throws Exception {
        try (ChildJvm jvm = started(25, ScopeUnderLock.class, "10")) {
            String serving = jvm.awaitErr(line -> line.startsWith("vt-monitor: serving"));
            double looks = Scrape.value(serving, "vthread_wait_looks_total");
            Until.holds("six looks", () -> Scrape.value(serving, "vthread_wait_looks_total") >= looks + 6);
            JsonNode report = ended(jvm);
            assertThat(told(report)).isEmpty();
            assertThat(report.at("/waits/groups").findValuesAsString("operation"))
                    .contains("subtasks", "lock");
        }
    }

    private ChildJvm started(int jdk, Class<?> program, String... arguments) throws Exception {
        return started(jdk, 2, program, arguments);
    }

    private ChildJvm started(int jdk, int carriers, Class<?> program, String... arguments) throws Exception {
        ChildJvm jvm = ChildJvm.on(jdk, folder)
                .agent("waits=500ms", "stall=1s", "port=0", "report=" + folder.resolve("report.json"))
                .flags(List.of(
                        "--enable-preview",
                        "-Djdk.virtualThreadScheduler.parallelism=" + carriers,
                        "-Djdk.virtualThreadScheduler.maxPoolSize=" + carriers))
                .main(List.of(Watched.testClasses()), program.getName(), List.of(arguments))
                .start();
        jvm.awaitOut("ready"::equals);
        return jvm;
    }

    private JsonNode ended(ChildJvm jvm) throws Exception {
        jvm.terminate();
        jvm.awaitExit();
        return JsonMapper.shared().readTree(Files.readString(folder.resolve("report.json")));
    }

    private static List<String> told(JsonNode report) {
        List<String> told = new ArrayList<>(report.at("/waits/verdicts").findValuesAsString("kind"));
        report.path("stalls")
                .forEach(stall -> told.add("stall " + stall.path("pattern").asString()));
        return told;
    }
}
