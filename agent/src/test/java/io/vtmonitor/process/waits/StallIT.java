package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Watched;
import io.vtmonitor.stall.BlockedInitializer;
import io.vtmonitor.stall.ComputesForLong;
import io.vtmonitor.stall.CyclicInitializers;
import io.vtmonitor.stall.JoinsUnderLock;
import io.vtmonitor.stall.LockWithoutCarrier;
import io.vtmonitor.stall.OwnerWithoutCarrier;
import io.vtmonitor.stall.PinnedForLong;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.TestAbortedException;
import tools.jackson.databind.JsonNode;

/** Programs that stall, under the shipped jar with its defaults; all start at once, since each stalls for seconds. */
class StallIT {
    private static final String CARRIERS = "2";
    private static final Pattern FOR_SECONDS = Pattern.compile("got a carrier for ([\\d.]+) s");

    @TempDir
    static Path directory;

    private static final Map<Program, ChildJvm> RUNNING = new EnumMap<>(Program.class);

    private enum Program {
        LOCK(21, LockWithoutCarrier.class),
        OWNER(21, OwnerWithoutCarrier.class),
        JOIN(21, JoinsUnderLock.class),
        PINS(21, PinnedForLong.class),
        INITIALIZER(25, BlockedInitializer.class),
        CYCLE(21, CyclicInitializers.class),
        CPU(25, ComputesForLong.class),
        FOREIGN(25, "io.vtmonitor.stall.BlockedForeignCall"); // compiled for Java 25

        private final int jdk;
        private final String main;

        Program(int jdk, Class<?> main) {
            this(jdk, main.getName());
        }

        Program(int jdk, String main) {
            this.jdk = jdk;
            this.main = main;
        }

        Path folder() {
            return directory.resolve(name());
        }
    }

    @BeforeAll
    static void start_all() throws IOException {
        for (Program program : Program.values()) {
            Files.createDirectories(program.folder());
            try {
                RUNNING.put(program, start(program, program.folder()));
            } catch (TestAbortedException ignored) {
                // The JDK is not there: the test of this program skips itself with the reason.
            }
        }
    }

    /** Ten seconds of the stall, which the line tells: on a busy machine it begins, and the line comes, when it can. */
    @ParameterizedTest
    @EnumSource(names = {"LOCK", "OWNER", "INITIALIZER"})
    void a_deadlock_is_named_within_ten_seconds(Program program) throws Exception {
        Jdks.home(program.jdk);
        Matcher told = FOR_SECONDS.matcher(awaitStall(RUNNING.get(program)));
        assertThat(told.find()).isTrue();
        assertThat(Double.parseDouble(told.group(1))).isLessThan(10);
    }

    private static boolean isStall(String line) {
        return line.startsWith("vt-monitor: STALL");
    }

    private static ChildJvm start(Program program, Path folder) throws IOException {
        return ChildJvm.on(program.jdk, folder)
                .flags(List.of(
                        "-Djdk.virtualThreadScheduler.parallelism=" + CARRIERS,
                        "-Djdk.virtualThreadScheduler.maxPoolSize=" + CARRIERS))
                .flags(program == Program.FOREIGN ? List.of("--enable-native-access=ALL-UNNAMED") : List.of())
                .agent(
                        "report=" + folder.resolve("report.json"),
                        "recording=" + folder.resolve("app.jfr"),
                        "dump=" + folder.resolve("dumps"))
                .main(List.of(Watched.testClasses()), program.main, List.of(CARRIERS))
                .start();
    }

    @AfterAll
    static void end_all() {
        RUNNING.values().forEach(ChildJvm::close);
    }

    @Test
    void static_initializers_that_wait_for_each_other_are_called_that() throws Exception {
        // A look may find the deadlock before the stall's time is over: then that was told, and the stall refers to it.
        ChildJvm jvm = running(Program.CYCLE);
        String line = jvm.awaitErr(told -> told.contains("Deadlock") || told.contains("STALL: "));
        String type = CyclicInitializers.class.getName();
        assertThat(line)
                .containsIgnoringCase("deadlock")
                .containsPattern("\"left\" waits at \\S+ for the initialization of class \\Q" + type
                        + "$Right\\E that virtual thread #\\d+ \"right\" runs")
                .containsPattern("\"right\" waits at \\S+ for the initialization of class \\Q" + type
                        + "$Left\\E that virtual thread #\\d+ \"left\" runs");
        assertThat(awaitStall(jvm)).contains("deadlock", "at most 1 waits for one");
    }

    @Test
    void carriers_of_threads_that_join_threads_which_want_their_locks_are_held_by_a_deadlock() throws Exception {
        assertThat(awaitStall(running(Program.JOIN)))
                .contains("deadlock")
                .as("more carriers don't help")
                .doesNotContain("pinned");
    }

    @Test
    void a_lock_that_nobody_owns_and_whose_next_owner_has_no_carrier_is_named() throws Exception {
        ChildJvm jvm = running(Program.LOCK);
        String line = awaitStall(jvm);
        assertThat(line)
                .contains("Nobody owns java.util.concurrent.locks.ReentrantLock@")
                .contains("\"next-in-line\"'s turn, which has no carrier")
                .contains("LockWithoutCarrier.useLockInMonitor");

        JsonNode stall = terminated(Program.LOCK, jvm);
        assertThat(stall.path("pattern").asString()).isEqualTo("lock_without_carrier");
        assertThat(stall.path("confidence").asString()).isEqualTo("exact");
        assertThat(stall.path("carriers")).hasSize(2).allSatisfy(carrier -> {
            assertThat(carrier.path("operation").asString()).isEqualTo("lock");
            assertThat(carrier.path("owner").asString()).contains("\"next-in-line\"");
            assertThat(carrier.at("/holders/0/methodName").asString()).isEqualTo("useLockInMonitor");
            assertThat(carrier.at("/holders/0/confidence").asString()).isEqualTo("exact");
        });
        Path dump = Path.of(stall.path("dump").asString());
        assertThat(dump.getFileName().toString())
                .as("its process, when that began, and the first of its dumps")
                .matches("vt-monitor-threads-" + jvm.pid() + "-20\\d{6}T\\d{6}(\\.\\d{3})?Z-1\\.json");
        assertThat(Files.readString(dump)).contains("useLockInMonitor").contains("next-in-line");
    }

    @Test
    void a_lock_whose_owner_has_no_carrier_is_named() throws Exception {
        ChildJvm jvm = running(Program.OWNER);
        assertThat(awaitStall(jvm))
                .contains("\"owner\" owns java.util.concurrent.locks.ReentrantLock@")
                .contains("has no carrier to run on");
        JsonNode stall = terminated(Program.OWNER, jvm);
        assertThat(stall.path("pattern").asString()).isEqualTo("lock_without_carrier");
        assertThat(stall.path("confidence").asString()).isEqualTo("exact");
        JsonNode recorded = analyzed(Program.OWNER);
        for (String field : List.of("begin", "pattern", "confidence", "verdict", "action", "carriers", "dump")) {
            assertThat(recorded.path(field)).as("its recording tells the same").isEqualTo(stall.path(field));
        }
    }

    private static JsonNode analyzed(Program program) throws Exception {
        Path report = program.folder().resolve("analyzed.json");
        ChildJvm.Exit exit = ChildJvm.on(25, program.folder())
                .commandLine("analyze", program.folder().resolve("app.jfr").toString(), "-o", report.toString())
                .run();
        assertThat(exit.code()).isZero();
        JsonNode stalls = Watched.read(report).path("stalls");
        assertThat(stalls).hasSize(1);
        return stalls.path(0);
    }

    @Test
    void a_class_initializer_that_is_blocked_while_others_wait_for_the_class_is_named() throws Exception {
        ChildJvm jvm = running(Program.INITIALIZER);
        String type = BlockedInitializer.class.getName() + "$Configuration";
        assertThat(awaitStall(jvm))
                .contains("Class " + type + " is not initialized")
                .contains("\"initializer\" runs its static initializer");

        JsonNode stall = terminated(Program.INITIALIZER, jvm);
        assertThat(stall.path("pattern").asString()).isEqualTo("class_initializer");
        assertThat(stall.path("confidence").asString()).isEqualTo("exact");
        assertThat(stall.path("carriers"))
                .hasSize(2)
                .anySatisfy(carrier -> assertThat(
                                carrier.at("/holders/0/methodName").asString())
                        .isEqualTo("<clinit>"))
                .anySatisfy(carrier -> {
                    assertThat(carrier.path("operation").asString()).isEqualTo("class_init_wait");
                    assertThat(carrier.path("waitsFor").asString()).isEqualTo("class " + type);
                });
    }

    @Test
    void carriers_that_are_all_pinned_are_named_and_the_end_of_the_stall_is_reported() throws Exception {
        ChildJvm jvm = running(Program.PINS);
        assertThat(awaitStall(jvm)).contains("blocked virtual threads").contains("PinnedForLong.hold");

        jvm.send("release");
        jvm.awaitErr(line -> line.startsWith("vt-monitor: the stall is over"));
        jvm.awaitOut("finished"::equals);
        jvm.endInput();
        assertThat(jvm.awaitExit().code()).isZero();
        JsonNode stall = stall(Program.PINS);
        assertThat(stall.path("pattern").asString()).isEqualTo("pins");
        assertThat(stall.path("over").asBoolean()).isTrue();
    }

    @Test
    void carriers_that_all_compute_are_named() throws Exception {
        ChildJvm jvm = running(Program.CPU);
        assertThat(awaitStall(jvm)).contains("computing").contains("ComputesForLong.compute");
        JsonNode stall = terminated(Program.CPU, jvm);
        assertThat(stall.path("pattern").asString()).isEqualTo("cpu");
    }

    @Test
    void carriers_that_wait_in_a_call_of_the_foreign_function_api_are_not_said_to_compute() throws Exception {
        ChildJvm jvm = running(Program.FOREIGN);
        assertThat(awaitStall(jvm)).contains("hardly use a processor: ").contains("BlockedForeignCall.read");
        ChildJvm.Exit rescue = ChildJvm.on(25, directory)
                .commandLine("rescue", String.valueOf(jvm.pid()), "--yes")
                .run();
        assertThat(String.join("\n", rescue.err()))
                .contains("STALL", "hardly use a processor: ", "Nothing was changed. ")
                .doesNotContain("comput");
        JsonNode stall = terminated(Program.FOREIGN, jvm);
        assertThat(stall.path("pattern").asString()).isEqualTo("unknown");
        assertThat(stall.path("confidence").asString()).isEqualTo("unknown");
    }

    private static ChildJvm running(Program program) {
        Jdks.home(program.jdk); // skips the test where there is none
        return RUNNING.get(program);
    }

    private static String awaitStall(ChildJvm jvm) throws InterruptedException {
        jvm.awaitOut("ready"::equals);
        return jvm.awaitErr(StallIT::isStall);
    }

    private static JsonNode terminated(Program program, ChildJvm jvm) throws InterruptedException {
        jvm.terminate();
        ChildJvm.Exit exit = jvm.awaitExit();
        assertThat(exit.out()).as("it hangs for good").doesNotContain("finished");
        assertThat(exit.err())
                .as("told once")
                .filteredOn(line -> line.contains("STALL"))
                .hasSize(1);
        return stall(program);
    }

    private static JsonNode stall(Program program) {
        JsonNode stalls = Watched.read(program.folder().resolve("report.json")).path("stalls");
        assertThat(stalls).hasSize(1);
        return stalls.path(0);
    }
}
