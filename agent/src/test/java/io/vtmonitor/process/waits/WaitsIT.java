package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Scrape;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Programs whose virtual threads wait for somebody though nothing is pinned, under the shipped jar; all start at once.
 */
class WaitsIT {
    @TempDir
    static Path directory;

    private static final Map<Program, ChildJvm> RUNNING = new EnumMap<>(Program.class);

    private enum Program {
        LOCK(21),
        MUTEX(25),
        AWAITED(21),
        MONITOR(25),
        DEADLOCK(25),
        MIXED_DEADLOCK(25),
        ABANDONED(21),
        CARRYING(21),
        HEALTHY(25);

        private final int jdk;

        Program(int jdk) {
            this.jdk = jdk;
        }

        Path recording() {
            return directory.resolve(name()).resolve("app.jfr");
        }

        Path report() {
            return directory.resolve(name()).resolve("report.json");
        }
    }

    @BeforeAll
    static void start_all() throws IOException {
        for (Program program : Program.values()) {
            Path folder = Files.createDirectories(directory.resolve(program.name()));
            try {
                RUNNING.put(
                        program,
                        ChildJvm.on(program.jdk, folder)
                                .agent(
                                        "waits=500ms",
                                        "port=0",
                                        "report=" + program.report(),
                                        "recording=" + program.recording())
                                .main(
                                        List.of(Watched.testClasses()),
                                        Waiting.class.getName(),
                                        List.of(program.name().toLowerCase(Locale.ROOT)))
                                .start());
            } catch (TestAbortedException ignored) {
                // The JDK is not there: the test of this program skips itself with the reason.
            }
        }
    }

    @AfterAll
    static void end_all() {
        RUNNING.values().forEach(ChildJvm::close);
    }

    @Test
    void a_lock_that_all_wait_for_is_reported_with_its_owner() throws Exception {
        ChildJvm jvm = running(Program.LOCK);
        assertThat(jvm.awaitErr(line -> line.contains("Lock convoy")))
                .contains("299 virtual threads wait for the same lock (java.util.concurrent.locks.ReentrantLock)")
                .contains("io.vtmonitor.waiting.Waiting.holdLock")
                .contains("held by virtual thread #");

        JsonNode waits = terminated(Program.LOCK, jvm);
        JsonNode verdict = waits.at("/verdicts/0");
        assertThat(verdict.path("kind").asString()).isEqualTo("lock_convoy");
        assertThat(verdict.path("confidence").asString()).isEqualTo("exact");
        JsonNode group = waits.at("/groups/0");
        assertThat(group.path("operation").asString()).isEqualTo("lock");
        assertThat(group.path("mostOnOne").asInt()).isEqualTo(299);
        assertThat(group.at("/holder/confidence").asString()).isEqualTo("exact");

        JsonNode held = group.at("/heldBy/0");
        assertThat(held.path("site").asString()).isEqualTo("io.vtmonitor.waiting.Waiting.holdLock");
        assertThat(held.path("threadSeconds").asDouble())
                .as("one thread had the lock all the time")
                .isGreaterThan(0.9 * group.path("threadSeconds").asDouble());
        JsonNode recorded = recorded(Program.LOCK);
        assertThat(recorded.at("/verdicts/0/kind").asString()).isEqualTo("lock_convoy");
        assertThat(recorded.at("/verdicts/0/evidence").asString()).contains("held by virtual thread #");
        assertThat(recorded.at("/groups/0/frames")).isNotEmpty();
        assertThat(recorded.at("/groups/0/holder/frames")).isNotEmpty();
        assertThat(recorded).isEqualTo(waits);
    }

    @Test
    void a_lock_that_is_not_the_jdks_is_reported_with_its_owner_and_who_calls_it() throws Exception {
        ChildJvm jvm = running(Program.MUTEX);
        assertThat(jvm.awaitErr(line -> line.contains("Lock convoy (likely)")))
                .contains("299 virtual threads wait for the same lock (io.vtmonitor.waiting.Mutex) in"
                        + " io.vtmonitor.waiting.Mutex.lock, called by io.vtmonitor.waiting.Waiting.holdMutex.")
                .contains("The lock is likely held by virtual thread #");
        JsonNode group = terminated(Program.MUTEX, jvm).at("/groups/0");
        assertThat(group.path("operation").asString()).isEqualTo("lock");
        assertThat(group.path("mostOnOne").asInt()).isEqualTo(299);
        assertThat(recorded(Program.MUTEX).at("/verdicts/0/kind").asString()).isEqualTo("lock_convoy");
    }

    @Test
    void threads_that_have_awaited_a_condition_long_enough_count_among_those_that_wait_for_its_lock() throws Exception {
        ChildJvm jvm = running(Program.AWAITED);
        // One has the lock, and another may be about to get it.
        assertThat(jvm.awaitErr(line -> line.contains("Lock convoy")))
                .containsPattern("29[89] virtual threads wait for the same lock"
                        + " \\(java\\.util\\.concurrent\\.locks\\.ReentrantLock\\) in"
                        + " io\\.vtmonitor\\.waiting\\.Waiting\\.awaitAndHoldLock\\.");
    }

    @Test
    void a_monitor_that_all_wait_for_is_reported_with_its_owner_the_frame_that_took_it_and_whom_that_waits_for()
            throws Exception {
        ChildJvm jvm = running(Program.MONITOR);
        assertThat(jvm.awaitErr(line -> line.contains("Lock convoy") && line.contains("Chained")))
                .contains("12 virtual threads wait for the same monitor (java.lang.Object)")
                .containsPattern("held by virtual thread #\\d+ \"middle\", taken in"
                        + " io\\.vtmonitor\\.waiting\\.Chained\\.enter:\\d+, which waits for a lock in"
                        + " io\\.vtmonitor\\.waiting\\.Chained\\.\\w+:\\d+\\."
                        + " That lock is held by virtual thread #\\d+ \"last\", likely taken in"
                        + " io\\.vtmonitor\\.waiting\\.Chained\\.sleepWithLock:\\d+, which sleeps\\.")
                .containsPattern("Begin with the lock that virtual thread #\\d+ \"last\" holds\\. Do the sleep before");
        assertThat(jvm.awaitErr(line -> line.contains("Lock convoy") && line.contains("Notified")))
                .as("who was notified waits for the monitor, and does not hold it")
                .contains("13 virtual threads wait for the same monitor (java.lang.Object)")
                .containsPattern("The monitor is held by virtual thread #\\d+ \"notifier\", taken in"
                        + " io\\.vtmonitor\\.waiting\\.Notified\\.notifyAndSleep:\\d+, which sleeps\\.");
        assertThat(jvm.awaitErr(line -> line.contains("Lock convoy") && line.contains("Waiting.holdMonitor")))
                .as("the JVM may not tell of one that changes its state just then")
                .containsPattern("29[89] virtual threads wait for the same monitor \\(java\\.lang\\.Object\\)")
                .contains("taken in io.vtmonitor.waiting.Waiting.holdMonitor:");
        JsonNode group = terminated(Program.MONITOR, jvm).at("/groups/0");
        assertThat(group.path("operation").asString()).isEqualTo("monitor_enter");
        assertThat(group.at("/holder/confidence").asString()).isEqualTo("exact");
        assertThat(group.at("/holder/tookAt").asString()).startsWith("io.vtmonitor.waiting.Waiting.holdMonitor:");
    }

    @Test
    void threads_that_wait_for_each_others_locks_are_reported_by_name() throws Exception {
        ChildJvm jvm = running(Program.DEADLOCK);
        assertThat(jvm.awaitErr(line -> line.contains("Deadlock")))
                .containsPattern("\"one\" waits at \\S+Waiting.\\w+:\\d+ for the lock"
                        + " java.util.concurrent.locks.ReentrantLock that virtual thread")
                .contains("\"other\" holds");
    }

    @Test
    void a_deadlock_of_a_lock_and_a_monitor_is_reported_though_one_of_its_threads_is_a_platform_thread()
            throws Exception {
        ChildJvm jvm = running(Program.MIXED_DEADLOCK);
        assertThat(jvm.awaitErr(line -> line.contains("Deadlock")))
                .containsPattern("platform thread \"platform\" waits at \\S+ for the monitor of a java.lang.Object that"
                        + " virtual thread #")
                .containsPattern("\"virtual\" waits at \\S+ for the lock java.util.concurrent.locks.ReentrantLock"
                        + " that platform thread");
    }

    @Test
    void a_lock_whose_owner_has_ended_is_reported_as_one_that_nobody_can_release() throws Exception {
        ChildJvm jvm = running(Program.ABANDONED);
        assertThat(jvm.awaitErr(line -> line.contains("Stuck")))
                .contains("1 virtual thread waits for the same lock (java.util.concurrent.locks.ReentrantLock)")
                .contains("\"careless\", which has ended without releasing it. No other thread can release it.");
        JsonNode waits = terminated(Program.ABANDONED, jvm);
        assertThat(waits.at("/verdicts/0/kind").asString()).isEqualTo("stuck");
        assertThat(waits.at("/verdicts/0/confidence").asString()).isEqualTo("exact");
        assertThat(waits.at("/groups/0/operation").asString())
                .as("who waits with its carrier is counted, too")
                .isEqualTo("object_wait");
        assertThat(waits.at("/groups/0/threads").asInt()).isEqualTo(3);
        assertThat(waits.at("/groups/0/site").asString()).isEqualTo("io.vtmonitor.waiting.Waiting.awaitNotification");
        assertThat(recorded(Program.ABANDONED).at("/groups/1/holder/doing").asString())
                .isEqualTo("ended");
    }

    @Test
    void what_each_thread_caches_in_a_thread_local_is_reported_without_what_they_share() throws Exception {
        ChildJvm jvm = running(Program.CARRYING);
        assertThat(jvm.awaitErr(line -> line.contains("in an inheritable thread local")))
                .contains(
                        "Each of about 2000 virtual threads carries 20.0 KB of byte[] in an inheritable thread local");
        assertThat(jvm.awaitErr(line -> line.contains("Thread locals") && line.contains("Buffer")))
                .contains(
                        "Each of about 2000 virtual threads carries 32.1 KB of io.vtmonitor.waiting.Waiting$Buffer in a"
                                + " thread local of io.vtmonitor.waiting.Waiting (")
                .contains("): about 63 MB, ")
                .contains(
                        "20 of 2000 virtual threads were read, chosen at random, at most 1000 objects of each; what two"
                                + " of them share is not counted. What something else refers to, too, is counted.");
        JsonNode verdicts = terminated(Program.CARRYING, jvm).path("verdicts");
        assertThat(verdicts.findValuesAsString("kind")).containsExactly("thread_locals", "thread_locals");
        assertThat(verdicts.at("/0/threads").asInt()).isEqualTo(2_000);
        assertThat(recorded(Program.CARRYING).path("verdicts").findValuesAsString("evidence"))
                .containsExactlyInAnyOrderElementsOf(verdicts.findValuesAsString("evidence"));
    }

    @Test
    void a_program_whose_threads_get_their_turn_gets_no_verdict() throws Exception {
        ChildJvm jvm = running(Program.HEALTHY);
        jvm.awaitOut("ready"::equals);
        String serving = jvm.awaitErr(line -> line.startsWith("vt-monitor: serving"));
        double before = Scrape.value(serving, "vthread_wait_looks_total");
        Until.holds(
                "six looks, where a verdict takes three",
                () -> Scrape.value(serving, "vthread_wait_looks_total") >= before + 6);
        JsonNode waits = terminated(Program.HEALTHY, jvm);
        assertThat(waits.path("looks").asInt()).isGreaterThanOrEqualTo(6);
        assertThat(waits.path("groups")).isNotEmpty();
        assertThat(waits.path("verdicts")).isEmpty();
        JsonNode recorded = recorded(Program.HEALTHY);
        assertThat(recorded.path("looks").asInt()).isGreaterThanOrEqualTo(6);
        assertThat(recorded.path("verdicts")).isEmpty();
    }

    /** What analyze says of the recording. */
    private static JsonNode recorded(Program program) throws Exception {
        Path report = program.recording().resolveSibling("recorded.json");
        ChildJvm.Exit exit = ChildJvm.on(25, directory)
                .commandLine("analyze", program.recording().toString(), "--format", "json", "-o", report.toString())
                .run();
        assertThat(exit.code()).as("%s", exit.err()).isZero();
        return JsonMapper.shared().readTree(Files.readString(report)).path("waits");
    }

    private static ChildJvm running(Program program) {
        Jdks.home(program.jdk); // skips the test where there is none
        return RUNNING.get(program);
    }

    private static JsonNode terminated(Program program, ChildJvm jvm) throws Exception {
        jvm.terminate();
        jvm.awaitExit();
        return JsonMapper.shared().readTree(Files.readString(program.report())).path("waits");
    }
}
