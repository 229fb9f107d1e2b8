package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Watched;
import io.vtmonitor.stall.ComputesBesideInitializer;
import io.vtmonitor.stall.InheritedInitializer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.TestAbortedException;
import tools.jackson.databind.JsonNode;

/**
 * To the JVM a thread that waits for a class runs. Programs in which such threads stall; all of these start at once,
 * those that compute afterwards.
 */
class InitializerStallIT {
    private static final String PROGRAM = InheritedInitializer.class.getName();

    @TempDir
    static Path directory;

    private static final Map<Program, ChildJvm> RUNNING = new EnumMap<>(Program.class);

    private enum Program {
        PLATFORM_21(21, "PLATFORM", "Parent", "platform thread"),
        PLATFORM_25(25, "PLATFORM", "Parent", "platform thread"),
        VIRTUAL_21(21, "VIRTUAL", "Parent", "virtual thread"),
        VIRTUAL_25(25, "VIRTUAL", "Parent", "virtual thread"),
        INTERFACE_21(21, "INTERFACE", "WithDefault", "virtual thread"),
        INTERFACE_25(25, "INTERFACE", "WithDefault", "virtual thread"),
        NESTED(25, "NESTED", "Outer", "platform thread"),
        LAMBDA(25, "LAMBDA", "Starter", "platform thread"),
        USED(25, "USED", "", ""),
        UNUSED(25, "UNUSED", "", "");

        private final int jdk;
        private final String what;
        private final String type;
        private final String thread;

        Program(int jdk, String what, String type, String thread) {
            this.jdk = jdk;
            this.what = what;
            this.type = type;
            this.thread = thread;
        }

        boolean computes() {
            return type.isEmpty();
        }

        /** As few as will do: those that compute have to leave this machine something. */
        String carriers() {
            return computes() ? "1" : "2";
        }

        Path report() {
            return directory.resolve(name()).resolve("report.json");
        }
    }

    @BeforeAll
    static void start_those_that_wait() throws IOException {
        for (Program program : Program.values()) {
            if (!program.computes()) {
                start(program);
            }
        }
    }

    private static void start(Program program) throws IOException {
        Class<?> main = program.computes() ? ComputesBesideInitializer.class : InheritedInitializer.class;
        Path folder = Files.createDirectories(directory.resolve(program.name()));
        try {
            RUNNING.put(
                    program,
                    ChildJvm.on(program.jdk, folder)
                            .flags(List.of(
                                    "-Djdk.virtualThreadScheduler.parallelism=" + program.carriers(),
                                    "-Djdk.virtualThreadScheduler.maxPoolSize=" + program.carriers()))
                            .agent("stall=2s", "report=" + program.report())
                            .main(
                                    List.of(Watched.testClasses()),
                                    main.getName(),
                                    List.of(program.carriers(), program.what))
                            .start());
        } catch (TestAbortedException ignored) {
            // The JDK is not there: the test of this program skips itself with the reason.
        }
    }

    @AfterAll
    static void end_all() {
        RUNNING.values().forEach(ChildJvm::close);
    }

    /** Of a superclass, of an interface with a default method, of one that is in the way of another's. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"LAMBDA", "USED", "UNUSED"})
    void a_class_initializer_is_named_though_others_wait_for_classes_that_need_it_first(Program program)
            throws Exception {
        JsonNode stall = stall(program);

        assertThat(stall.path("verdict").asString())
                .contains("Class " + PROGRAM + "$" + program.type + " is not initialized: " + program.thread)
                .contains("\"initializer\" runs its static initializer and is blocked there");
        assertThat(stall.path("pattern").asString()).isEqualTo("class_initializer");
        assertThat(stall.path("confidence").asString()).isEqualTo("exact");
        assertThat(stall.path("carriers"))
                .filteredOn(carrier -> carrier.path("thread").asString().contains("\"user-"))
                .isNotEmpty()
                .allSatisfy(carrier -> {
                    assertThat(carrier.path("operation").asString()).isEqualTo("class_init_wait");
                    assertThat(carrier.path("waitsFor").asString()).endsWith("class " + PROGRAM + "$" + program.type);
                });
    }

    @Test
    void lambdas_that_wait_for_the_class_which_started_them_likely_do_since_no_stack_shows_them() throws Exception {
        JsonNode stall = stall(Program.LAMBDA);

        assertThat(stall.path("verdict").asString())
                .contains("Class " + PROGRAM + "$Starter is not initialized: platform thread \"initializer\"");
        assertThat(stall.path("pattern").asString()).isEqualTo("class_initializer");
        assertThat(stall.path("confidence").asString()).isEqualTo("likely");
    }

    @Test
    void a_computation_that_names_a_class_is_one_for_certain_where_that_is_initialized_and_likely_else()
            throws Exception {
        start(Program.USED);
        start(Program.UNUSED);
        assertThat(line(Program.USED)).contains("The carriers are held by computations. ");
        assertThat(line(Program.UNUSED))
                .contains("The carriers are held by computations (likely). ")
                .contains("$Endless is under way on thread \"initializer\"");
        RUNNING.get(Program.USED).close();
        RUNNING.get(Program.UNUSED).close();
    }

    private static String line(Program program) throws InterruptedException {
        Jdks.home(program.jdk); // skips the test where there is none
        return RUNNING.get(program).awaitErr(line -> line.startsWith("vt-monitor: STALL"));
    }

    private static JsonNode stall(Program program) throws InterruptedException {
        line(program);
        ChildJvm jvm = RUNNING.get(program);
        jvm.terminate();
        jvm.awaitExit();
        JsonNode stalls = Watched.read(program.report()).path("stalls");
        assertThat(stalls).hasSize(1);
        return stalls.path(0);
    }
}
