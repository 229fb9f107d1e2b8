package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Scrape;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.waiting.Waiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Many wait for one lock: that is trouble, or the way in which idle threads wait for work. */
class LocksWithinIT {
    private static final int LOOKS = 12;

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "JDK {0}")
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void threads_that_wait_for_their_turn_to_wait_for_work_get_no_verdict(int jdk) throws Exception {
        getsNoVerdict(jdk, "idle");
    }

    @ParameterizedTest(name = "JDK {0}")
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void nor_do_they_while_the_lock_is_passed_on_or_its_owner_has_no_carrier(int jdk) throws Exception {
        getsNoVerdict(jdk, "slow_to_take_up");
    }

    private void getsNoVerdict(int jdk, String program) throws Exception {
        try (ChildJvm jvm = started(jdk, program)) {
            jvm.awaitOut("ready"::equals);
            String serving = jvm.awaitErr(line -> line.startsWith("vt-monitor: serving"));
            double before = Scrape.value(serving, "vthread_wait_looks_total");
            Until.holds(
                    "as many looks as the longest judgment takes",
                    () -> Scrape.value(serving, "vthread_wait_looks_total") >= before + LOOKS);
            JsonNode waits = terminated(jvm);
            assertThat(waits.path("groups")).isNotEmpty();
            assertThat(waits.path("verdicts")).isEmpty();
        }
    }

    @ParameterizedTest(name = "JDK {0}")
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_read_lock_that_is_to_become_a_write_lock_waits_for_itself_and_who_was_signalled_waits_for_the_lock(int jdk)
            throws Exception {
        try (ChildJvm jvm = started(jdk, "entangled")) {
            assertThat(jvm.awaitErr(line -> line.contains("Deadlock")))
                    .containsPattern("\"upgrader\" waits at \\S+Entangled.upgrade:\\d+ for the lock"
                            + " java.util.concurrent.locks.ReentrantReadWriteLock that it holds itself for reading")
                    .contains("A read lock can't be upgraded");
            Map<String, String> convoys = new TreeMap<>();
            for (String site : List.of("transfer", "work")) {
                convoys.put(
                        site,
                        jvm.awaitErr(line -> line.contains("Lock convoy") && line.contains("Entangled." + site + ".")));
            }
            assertThat(convoys.get("transfer"))
                    .contains("\"outer\", likely taken in io.vtmonitor.waiting.Entangled.transfer:");
            assertThat(convoys.get("work"))
                    .contains("15 virtual threads wait for the same lock (java.util.concurrent.locks.ReentrantLock)")
                    .contains("held by platform thread \"signaller\", likely taken in"
                            + " io.vtmonitor.waiting.Entangled.signal:");
            JsonNode verdicts = terminated(jvm).path("verdicts");
            assertThat(verdicts).hasSize(3);
            assertThat(verdicts.get(0).path("covers").toString())
                    .as("the convoy behind the deadlock is its effect")
                    .contains("lock_convoy io.vtmonitor.waiting.Entangled.read");
        }
    }

    @ParameterizedTest(name = "JDK {0}")
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_reader_among_several_that_wants_to_write_waits_for_itself_and_who_needs_a_lock_for_who_holds_it(int jdk)
            throws Exception {
        try (ChildJvm jvm = started(jdk, "upgraders")) {
            assertThat(jvm.awaitErr(line -> line.contains("Deadlock") && line.contains("\"upgrader-")))
                    .contains("\"upgrader-1\" waits")
                    .contains("\"upgrader-2\" waits")
                    .contains("that it holds itself for reading")
                    .contains("A read lock can't be upgraded");
            assertThat(jvm.awaitErr(line -> line.contains("Deadlock: ") && line.contains("\"joiner\"")))
                    .containsPattern("\"joiner\" waits at \\S+ for the end of virtual thread #\\d+ \"joined\"")
                    .containsPattern(
                            "\"joined\" waits at \\S+ for the lock java\\.util\\.concurrent\\.locks\\.ReentrantLock"
                                    + " that virtual thread #\\d+ \"joiner\" holds")
                    .contains("Don't wait for a thread or a task while a lock is held that it needs");
            assertThat(jvm.awaitErr(line -> line.contains("Deadlock: ") && line.contains("\"getter\"")))
                    .containsPattern("\"getter\" waits at \\S+ for the result of a task that platform thread"
                            + " \"runner\" runs");
            assertThat(jvm.awaitErr(line -> line.contains("Deadlock: ") && line.contains("\"closer\"")))
                    .containsPattern("\"closer\" waits at \\S+ for the end of virtual thread #\\d+; virtual")
                    .contains("Don't wait for a thread or a task while a lock is held that it needs");
            assertThat(jvm.awaitErr(line -> line.contains("Deadlock: ") && line.contains("\"closer of a pool\"")))
                    .containsPattern("\" waits at \\S+ for the end of platform thread \"pooled-0\"");
            assertThat(jvm.awaitErr(line -> line.contains("Deadlock: ") && line.contains("\"closer of its own\"")))
                    .containsPattern("\"closer of its own\" waits at \\S+\\.closeOwn:\\d+ for the end of itself")
                    .contains("Don't close an executor within one of its tasks");
            if (jdk > 24) { // before, the JVM does not show what who is in Object.wait waits on
                assertThat(jvm.awaitErr(line -> line.contains("Deadlock") && line.contains("of a platform thread\"")))
                        .containsPattern(
                                "of a platform thread\" waits at \\S+ for the end of platform thread" + " \"joined\"");
            }
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void threads_that_wait_for_a_class_without_their_carriers_are_reported_with_who_initializes_it() throws Exception {
        try (ChildJvm jvm = started(27, "initializing")) {
            assertThat(jvm.awaitErr(line -> line.contains("Lock convoy (likely)")))
                    .contains("19 virtual threads wait for the initializer of a class in"
                            + " io.vtmonitor.waiting.Initializing.use.")
                    .containsPattern(
                            "Virtual thread #\\d+ \"user-\\d+\" likely runs it: it is in the static initializer of"
                                    + " io\\.vtmonitor\\.waiting\\.Initializing\\$Slow, and sleeps\\.");
        }
    }

    @ParameterizedTest(name = "JDK {0}")
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_lock_or_a_permit_that_is_free_while_the_thread_that_is_next_stays_parked_is_reported_as_a_lost_wake_up(
            int jdk) throws Exception {
        try (ChildJvm jvm = started(jdk, "lost_wake_up")) {
            for (String wait : List.of("one", "oneInTime")) {
                assertThat(jvm.awaitErr(
                                line -> line.contains("Stuck (likely)") && line.contains("LostPermit." + wait + ".")))
                        .contains("3 virtual threads wait for a permit of a semaphore that has one"
                                + " (java.util.concurrent.Semaphore)")
                        .contains("A permit was available at 3 looks in a row, and the same thread, which is next and"
                                + " wants one, stayed parked. A wake-up was lost.");
            }
            assertThat(jvm.awaitErr(line -> line.contains("Stuck (likely)") && line.contains("a lock")))
                    .contains("3 virtual threads wait for a lock that no thread holds"
                            + " (java.util.concurrent.locks.ReentrantLock) in io.vtmonitor.waiting.LostWakeUp.enter.")
                    .contains("looks in a row, and the same thread, which is next, stayed parked. A wake-up was lost.");
            assertThat(terminated(jvm).path("verdicts"))
                    .as("those that want more permits than there are, and who waits behind them, wait rightly")
                    .hasSize(3);
        }
    }

    @ParameterizedTest(name = "JDK {0}")
    @Tag("long")
    @ValueSource(ints = {26, 27})
    void a_monitor_that_all_wait_for_is_reported_with_its_owner_on_newer_releases_too(int jdk) throws Exception {
        try (ChildJvm jvm = started(jdk, "monitor")) {
            assertThat(jvm.awaitErr(line -> line.contains("Lock convoy") && line.contains("Waiting.holdMonitor")))
                    .contains("299 virtual threads wait for the same monitor (java.lang.Object)")
                    .contains("taken in io.vtmonitor.waiting.Waiting.holdMonitor:");
            assertThat(jvm.awaitErr(line -> line.contains("Lock convoy") && line.contains("Chained")))
                    .contains("That lock is held by virtual thread #", "\"last\", likely taken in");
        }
    }

    private ChildJvm started(int jdk, String program) throws Exception {
        return ChildJvm.on(jdk, directory)
                .flags(List.of(
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                        "--add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED"))
                .agent("waits=500ms", "port=0", "report=" + report())
                .main(List.of(Watched.testClasses()), Waiting.class.getName(), List.of(program))
                .start();
    }

    private Path report() {
        return directory.resolve("report.json");
    }

    private JsonNode terminated(ChildJvm jvm) throws Exception {
        jvm.terminate();
        jvm.awaitExit();
        return JsonMapper.shared().readTree(Files.readString(report())).path("waits");
    }
}
