package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Watched;
import io.vtmonitor.truth.CrossedClassLoads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Thread dumps that the JVM prints, of threads that wait for each other on their carriers. */
class PrintedDumpsIT {
    @TempDir
    private Path folder;

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {25, 27})
    void a_deadlock_is_reported_once_by_printed_dumps_alone_and_with_another_format(int jdk) throws Exception {
        try (ChildJvm jvm = started(jdk)) {
            Path first = printed(jvm, "first.txt");
            Path second = printed(jvm, "second.txt");
            Path json = folder.resolve("dump.json");
            Jcmd.ask(jvm, "Thread.dump_to_file", "-format=json", json.toString());
            assertThat(told(first))
                    .singleElement()
                    .asString()
                    .startsWith("deadlock likely")
                    .contains("search:64");
            assertThat(told(first, second)).singleElement().asString().startsWith("deadlock exact");
            assertThat(told(json, first, second))
                    .as("the other format has names")
                    .singleElement()
                    .asString()
                    .startsWith("deadlock ")
                    .contains("\"invoices\"", "\"orders\"");
            assertThat(told(log(first, second))).singleElement().asString().startsWith("deadlock exact");
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = 25)
    void a_recording_that_the_jdk_alone_made_tells_the_deadlock_that_its_thread_dumps_show(int jdk) throws Exception {
        try (ChildJvm jvm = started(jdk)) {
            Path recording = folder.resolve("jdk.jfr");
            Jcmd.ask(jvm, "JFR.start", "name=jdk", "settings=default");
            Jcmd.ask(jvm, "JFR.dump", "name=jdk", "filename=" + recording);
            assertThat(told(recording))
                    .singleElement()
                    .asString()
                    .startsWith("deadlock ")
                    .contains("search:64");
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = 21)
    void where_no_stacks_are_shown_nothing_is_concluded(int jdk) throws Exception {
        try (ChildJvm jvm = started(jdk)) {
            Path dump = printed(jvm, "dump.txt");
            assertThat(told(dump)).isEmpty();
            assertThat(limits()).contains("dumps_of_mounted_threads", "dumps_without_mounted_stacks");
        }
    }

    private ChildJvm started(int jdk) throws Exception {
        ChildJvm jvm = ChildJvm.on(jdk, folder)
                .main(List.of(Watched.testClasses()), CrossedClassLoads.class.getName(), List.of())
                .start();
        jvm.awaitOut("ready"::equals);
        return jvm;
    }

    private Path printed(ChildJvm jvm, String name) throws Exception {
        return Files.writeString(folder.resolve(name), Jcmd.ask(jvm, "Thread.print", "-l"));
    }

    private Path log(Path first, Path second) throws Exception {
        String noise = "12:00 INFO served /orders\n\tat app.Noise.run(Noise.java:1)\n";
        return Files.writeString(
                folder.resolve("server.log"),
                noise + Files.readString(first) + noise + Files.readString(second) + noise);
    }

    /** The verdicts, a line each. */
    private List<String> told(Path... files) throws Exception {
        List<String> command = new ArrayList<>(List.of("analyze"));
        for (Path file : files) {
            command.add(file.toString());
        }
        command.addAll(List.of("-o", folder.resolve("report.json").toString()));
        assertThat(ShippedCommandLine.run(command.toArray(String[]::new))).isZero();
        List<String> lines = new ArrayList<>();
        for (JsonNode verdict : waits().path("verdicts")) {
            lines.add(verdict.path("kind").asString() + " "
                    + verdict.path("confidence").asString() + " "
                    + verdict.path("evidence").asString());
        }
        return lines;
    }

    private List<String> limits() {
        List<String> kinds = new ArrayList<>();
        waits().path("limits").forEach(limit -> kinds.add(limit.path("kind").asString()));
        return kinds;
    }

    private JsonNode waits() {
        return Watched.read(folder.resolve("report.json")).path("waits");
    }
}
