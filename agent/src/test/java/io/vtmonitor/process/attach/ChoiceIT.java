package io.vtmonitor.process.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.Chosen;
import io.vtmonitor.process.programs.Deployed;
import io.vtmonitor.process.programs.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which process and which settings are meant, where there are several. */
class ChoiceIT {
    @TempDir
    private Path directory;

    @Test
    void without_a_pid_several_processes_are_listed_and_a_part_of_the_name_is_enough() throws Exception {
        try (ChildJvm one = program(21, Chosen.class);
                ChildJvm other = program(25, Host.class)) {
            one.awaitOut("ready"::equals);
            other.awaitOut("ready"::equals);

            ChildJvm.Exit asked = commandLine("attach");
            assertThat(asked.code()).isEqualTo(1);
            assertThat(String.join("\n", asked.err()))
                    .contains("there is more than one JVM; repeat the command with the pid of one")
                    .contains(one.pid() + " ", other.pid() + " ", "programs.Chosen", "programs.Host");

            ChildJvm.Exit named = commandLine("attach", "programs.chosen");
            assertThat(named.code()).as("%s", named).isZero();
            one.awaitWatching();
            assertThat(commandLine("detach", "programs.chosen").code()).isZero();
            one.send("exit");
            assertThat(one.awaitExit().code()).isEqualTo(7);
        }
    }

    @Test
    void the_agents_argument_comes_first_then_the_property_the_variable_and_the_file() throws Exception {
        Path file = Files.writeString(
                directory.resolve("watch.properties"), "threshold=41ms\nstall=42s\nlog=never.log\nbudget=4300\n");
        Path log = directory.resolve("by-variable.log");
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .variable("VTMONITOR_THRESHOLD", "31ms")
                .variable("VTMONITOR_LOG", log.toString())
                .variable("VTMONITOR_CONFIG", file.toString())
                .flags(List.of("-Dvtmonitor.threshold=21ms"))
                .agent("threshold=11ms")
                .main(List.of(Watched.testClasses()), Deployed.class.getName(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            assertThat(recordedFrom(log, jvm)).isEqualTo("11 ms");
        }
        Files.delete(log);
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .variable("VTMONITOR_LOG", log.toString())
                .variable("VTMONITOR_CONFIG", file.toString())
                .agent()
                .main(List.of(Watched.testClasses()), Deployed.class.getName(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            assertThat(recordedFrom(log, jvm)).isEqualTo("41 ms");
        }
    }

    /** From which length on pins are recorded, as the log says it; ends the program. */
    private static String recordedFrom(Path log, ChildJvm jvm) throws IOException, InterruptedException {
        long end = System.nanoTime() + 30_000_000_000L;
        while (!Files.exists(log) || !Files.readString(log).contains("watching Java")) {
            assertThat(System.nanoTime()).as("nothing in %s", log).isLessThan(end);
            Thread.sleep(10);
        }
        String line = Files.readAllLines(log).stream()
                .filter(any -> any.contains("watching Java"))
                .findFirst()
                .orElseThrow();
        jvm.send("exit");
        assertThat(jvm.awaitExit().code()).isEqualTo(7);
        return line.replaceAll(".*pins shorter than (.*?) are not recorded.*", "$1");
    }

    private ChildJvm program(int jdk, Class<?> main) throws IOException {
        return ChildJvm.on(jdk, directory)
                .main(List.of(Watched.testClasses()), main.getName(), List.of())
                .start();
    }

    private ChildJvm.Exit commandLine(String... command) throws IOException, InterruptedException {
        return ChildJvm.on(25, directory).commandLine(command).run();
    }
}
