package io.vtmonitor.process.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.Watched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's own advice, live and from the recording. */
class AdviceIT {
    private static final Scenarios SCENARIO = Scenarios.SLEEP_IN_INSTANCE_METHOD;
    private static final String OWN = """
            {"entries": [{
              "id": "our-own", "artifacts": ["agent"], "holders": ["io.vtmonitor.scenario."], "kind": "monitor", "jdk": "<24",
              "summary": "It pins.", "action": "Take our new release.", "evidence": "https://example.com/1",
              "confidence": "likely"}]}
            """;

    @TempDir
    Path directory;

    @Test
    void it_is_given_by_the_agent_and_by_the_command_line() throws Exception {
        Path advice = Files.writeString(directory.resolve("own.json"), OWN);
        ChildJvm.Exit exit = watch(advice);
        assertThat(exit.ours()).anyMatch(line -> line.contains("Take our new release."));
        assertThat(adviceIn("report.json")).isEqualTo("our-own");

        ChildJvm.Exit analysis = ChildJvm.on(21, directory)
                .commandLine(
                        "analyze",
                        "app.jfr",
                        "--advice",
                        "own.json",
                        "-o",
                        "analysis.json",
                        "--classpath",
                        Watched.testClasses().toString())
                .run();
        assertThat(analysis.code()).as("exit code of %s", analysis).isZero();
        assertThat(adviceIn("analysis.json")).isEqualTo("our-own");
    }

    @Test
    void a_mistake_in_it_costs_the_agent_the_file_and_one_line() throws Exception {
        Path advice = Files.writeString(directory.resolve("own.json"), OWN.replace("\"monitor\"", "\"lock\""));
        ChildJvm.Exit exit = watch(advice);
        assertThat(exit.code()).as("exit code of %s", exit).isZero();
        assertThat(exit.ours())
                .filteredOn(line -> line.contains("own.json"))
                .singleElement()
                .asString()
                .contains("entry 1 (our-own) has the kind 'lock'; accepted: monitor, native, clinit, loader, victim")
                .endsWith("It is left out; the built-in advice is used.");
        assertThat(adviceIn("report.json")).isEqualTo("monitor");
    }

    @Test
    void a_mistake_in_it_is_wrong_usage_of_the_command_line() throws Exception {
        Files.writeString(directory.resolve("own.json"), "{}");
        ChildJvm.Exit exit = ChildJvm.on(17, directory)
                .commandLine("analyze", "app.jfr", "--advice", "own.json")
                .run();
        assertThat(exit.code()).as("exit code of %s", exit).isEqualTo(2);
        assertThat(exit.err())
                .anyMatch(line -> line.contains("--advice: advice file own.json has no list \"entries\"; accepted:"));
    }

    private String adviceIn(String report) {
        return Watched.read(directory.resolve(report)).at("/sites/0/advice/id").asString();
    }

    private ChildJvm.Exit watch(Path advice) throws IOException, InterruptedException {
        ChildJvm.Builder builder = ChildJvm.on(21, directory)
                .flags(SCENARIO.flags())
                .agent("report=report.json", "recording=app.jfr", "threshold=10ms", "advice=" + advice)
                .main(List.of(Watched.testClasses()), SCENARIO.program(), List.of());
        try (ChildJvm jvm = builder.start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            jvm.send("go");
            jvm.send("exit");
            return jvm.awaitExit();
        }
    }
}
