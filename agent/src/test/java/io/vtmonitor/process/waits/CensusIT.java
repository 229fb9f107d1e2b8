package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Scrape;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.waiting.Waiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Which threads the agent sees waiting, what it keeps of them, and what is told of them elsewhere, by the shipped jar.
 */
class CensusIT {
    private static final String SITE = "io.vtmonitor.waiting.Contained.awaitNever";

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void threads_of_nested_executors_and_scopes_are_counted_hidden_ones_are_admitted_and_no_object_is_kept(int jdk)
            throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-Djdk.trackAllThreads=false", "--add-opens=java.base/java.lang=ALL-UNNAMED"))
                .agent("waits=500ms", "port=0", "report=" + report)
                .main(List.of(Watched.testClasses()), Waiting.class.getName(), List.of("contained"))
                .start()) {
            jvm.awaitOut("ready"::equals);
            String serving = jvm.awaitErr(line -> line.startsWith("vt-monitor: serving"));
            double begin = Scrape.value(serving, "vthread_wait_looks_total");
            Until.holds("two looks", () -> Scrape.value(serving, "vthread_wait_looks_total") >= begin + 2);
            assertThat(Scrape.text(serving).lines())
                    .anyMatch(line -> line.startsWith("vthread_waiting{")
                            && line.contains("operation=\"semaphore\"")
                            && line.contains("site=\"" + SITE + "\"")
                            && line.endsWith(" 24.0"));
            Until.holds(
                    "24 threads wait for half a second or longer",
                    () -> Scrape.text(serving)
                            .lines()
                            .anyMatch(line -> line.startsWith("vthread_wait_seconds_total{")
                                    && line.contains("operation=\"semaphore\"")
                                    && line.contains("site=\"" + SITE + "\"")
                                    && Double.parseDouble(line.substring(line.lastIndexOf(' '))) >= 12));
            double before = Scrape.value(serving, "vthread_wait_looks_total");
            jvm.send("drop it");
            jvm.awaitOut("collected"::equals);
            assertThat(Scrape.value(serving, "vthread_wait_looks_total"))
                    .as("a group that is gone is known for six looks")
                    .isLessThan(before + 6);
            jvm.terminate();
            jvm.awaitExit();
        }
        JsonNode waits = Watched.read(report).path("waits");
        assertThat(waits.path("groups")
                        .valueStream()
                        .filter(group -> group.path("site").asString().equals(SITE))
                        .map(group -> group.path("mostOnOne").asInt()))
                .as("those of the executor and those of the scope, which wait for one semaphore")
                .containsExactly(12, 12);
        assertThat(waits.path("limits")
                        .valueStream()
                        .map(limit -> limit.path("sentence").asString()))
                .anyMatch(limit -> limit.matches("up to \\d+ virtual threads could not be examined: with"
                        + " -Djdk\\.trackAllThreads=false, the JVM lists only those of executors and scopes"));
        assertThat(waits.path("limits")
                        .valueStream()
                        .map(limit -> limit.path("sentence").asString()))
                .contains("up to 12 virtual threads had a scheduler other than the default one: whether they got"
                        + " carriers was not checked");
        assertThat(waits.path("verdicts"))
                .as("no processor and no carrier is short: the other scheduler does not run them")
                .isEmpty();
        tellOthers(report);
    }

    /** The gate, the comparison, the sum and the table of the same report. */
    private void tellOthers(Path report) throws Exception {
        Path csv = directory.resolve("a.waits.csv");
        Path difference = directory.resolve("diff.json");
        Path merged = directory.resolve("merged.json");
        String file = report.toString();
        assertThat(ShippedCommandLine.run("merge", file, "--fail-on", "waiting>11,pool>0", "-o", csv.toString()))
                .isEqualTo(3);
        assertThat(ShippedCommandLine.run("merge", file, "--fail-on", "waiting>12,pool>0", "-o", merged.toString()))
                .isZero();
        assertThat(ShippedCommandLine.run("diff", file, file, "-o", difference.toString()))
                .isZero();
        assertThat(Files.readString(csv)).contains(SITE);
        assertThat(Watched.read(merged).at("/waits/groups").findValuesAsString("site"))
                .contains(SITE);
        assertThat(Watched.read(difference).toString()).contains(SITE);
    }
}
