package io.vtmonitor.process.pins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.JsonDifferences;
import io.vtmonitor.process.RawPins;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.Truth;
import io.vtmonitor.process.Watched;
import io.vtmonitor.recording.ReaderContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The agent says of every scenario what is true of it, and of every cure nothing. */
class ScenariosIT {
    private static final double SHORTEST_BLOCK = 0.045;
    private static final TruthTable TABLE = new TruthTable();

    @TempDir
    Path directory;

    static Stream<Arguments> pinningScenarios() {
        return scenarios(true);
    }

    static Stream<Arguments> silentScenarios() {
        return scenarios(false);
    }

    private static Stream<Arguments> scenarios(boolean pinning) {
        return Jdks.withTruth()
                .flatMap(jdk -> Stream.of(Scenarios.values())
                        .filter(scenario -> scenario.runsOn(jdk) && scenario.isWorthwhileOn(jdk))
                        .filter(scenario -> isInSample(scenario, jdk))
                        .filter(scenario -> scenario.truth(jdk).pins() == pinning)
                        .map(scenario -> arguments(scenario, jdk)));
    }

    /**
     * Each on 21 or on 25, one in six on what is newer, unless {@code -Dvtmonitor.test.truth=all} asks for all. Those
     * that were on 21 one day are on 25 the next.
     */
    private static boolean isInSample(Scenarios scenario, int jdk) {
        if ("all".equals(System.getProperty("vtmonitor.test.truth"))) {
            return true;
        }
        long turn = scenario.ordinal() + LocalDate.now(ZoneOffset.UTC).toEpochDay();
        return jdk <= 25 ? (turn % 2 == 0) == (jdk == 21) : (turn + jdk) % 6 == 0;
    }

    /** Each row has been asserted by itself; this is the table, and the bar it must never fall under. */
    @AfterAll
    static void the_truth_table_is_written_and_no_wrong_holder_is_said_to_be_exact() throws IOException {
        TABLE.write(ChildJvm.shippedJar().resolveSibling("truth-table.txt"));
        assertThat(TABLE.rows()).noneMatch(TruthTable.Row::wrongAndExact);
        if (!TABLE.rows().isEmpty()) {
            assertThat(TABLE.right()).isGreaterThanOrEqualTo(0.95);
            assertThat(TABLE.exact())
                    .as("rows with pins whose holders are all exact")
                    .isGreaterThanOrEqualTo(0.95);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "{0} on JDK {1}")
    @MethodSource("pinningScenarios")
    void every_pin_is_reported_with_all_that_holds_it(Scenarios scenario, int jdk) throws Exception {
        Watched run = run(scenario, jdk);

        assertThatTheApplicationRanUntouched(run);
        Truth truth = scenario.truth(jdk);
        assertThat(sites(run.report())).containsExactly(expected(truth, scenario.program(), run.done()));
        assertThat(run.pins()).as("pins in the totals").isEqualTo(run.done());
        assertThat(RawPins.count(run.recording(), jdk))
                .as("pins in the recording")
                .isEqualTo(run.done());
        assertThat(run.report().at("/totals/pinnedSeconds").asDouble())
                .as("carrier-seconds")
                .isGreaterThan(run.done() * SHORTEST_BLOCK);
        assertThat(holders(run.report())).isEqualTo(expectedHolders(truth, scenario.program()));
        assertThat(run.exit().ours()).as("what we print").anyMatch(line -> names(line, truth, scenario));
        assertThatTheTruthIsTold(run, scenario, jdk);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "{0} on JDK {1}")
    @MethodSource("silentScenarios")
    void what_is_no_pin_is_not_reported(Scenarios scenario, int jdk) throws Exception {
        Watched run = run(scenario, jdk);

        assertThatTheApplicationRanUntouched(run);
        assertThat(sites(run.report())).isEmpty();
        assertThat(run.pins()).as("pins in the totals").isZero();
        assertThat(RawPins.count(run.recording(), jdk))
                .as("pins in the recording")
                .isZero();
        assertThat(run.report().path("carrierBusy").valueStream().map(ScenariosIT::busy))
                .as("busy carriers")
                .containsExactlyElementsOf(scenario == Scenarios.FIFO_READ ? List.of(fileReads(run, jdk)) : List.of());
        assertThat(run.exit().ours())
                .as("what we print")
                .filteredOn(line -> !line.contains("busy with file I/O"))
                .noneMatch(line -> line.contains(scenario.program()));
        assertThatTheTruthIsTold(run, scenario, jdk);
    }

    /**
     * Once more if the JVM loaded a class of its own meanwhile and waited in that: on a busy machine, such a pin can
     * last as long as what the scenario does. It is reported as what it is, but is not the scenario's.
     */
    private Watched run(Scenarios scenario, int jdk) throws Exception {
        Watched run = Watched.run(scenario, jdk, directory);
        for (int again = 0; again < 2 && loadedOneOfTheJdk(run.report(), scenario.program()); again++) {
            run = Watched.run(scenario, jdk, Files.createDirectory(directory.resolve("again" + again)));
        }
        return run;
    }

    private static boolean loadedOneOfTheJdk(JsonNode report, String program) {
        return report.path("sites")
                .valueStream()
                .anyMatch(site -> text(site, "reason").equals("class_load")
                        && !text(site, "id").contains(program));
    }

    /** By the agent, and by {@code analyze} from the recording it left. */
    private static void assertThatTheTruthIsTold(Watched run, Scenarios scenario, int jdk) throws Exception {
        JsonNode analyzed = run.analyzed(jdk);
        TruthTable.Row live = TABLE.add(scenario, jdk, "live", run.report());
        TruthTable.Row offline = TABLE.add(scenario, jdk, "recording", analyzed);
        assertThat(live.said()).as("live").isEqualTo(live.truth());
        assertThat(offline.said()).as("from the recording").isEqualTo(offline.truth());
        assertThat(JsonDifferences.between(run.report(), analyzed, JsonDifferences.OF_THE_SOURCE))
                .as("live <> from the recording")
                .isEmpty();
        ReaderContract.holds(run.recording());
    }

    /** JDK 21 may start a spare carrier meanwhile, 24 and later do not. */
    private static String fileReads(Watched run, int jdk) {
        return run.done() + " x file_read in " + Scenarios.FIFO_READ.program() + ".hold"
                + (jdk < 24 ? " compensated" : "");
    }

    private static String busy(JsonNode busy) {
        return busy.path("count").asLong() + " x " + text(busy, "operation") + " in " + text(busy, "site")
                + (busy.path("compensated").asBoolean() ? " compensated" : "");
    }

    private static void assertThatTheApplicationRanUntouched(Watched run) {
        assertThat(run.exit().code()).as("exit code").isZero();
        assertThat(run.exit().out()).as("stdout").containsExactly("ready", "done 3");
        assertThat(run.report().path("jvms").size()).as("JVMs in the report").isEqualTo(1);
    }

    private static String expected(Truth truth, String program, long pins) {
        return pins + " x " + truth.site(program) + " because of " + truth.reason();
    }

    private static List<String> sites(JsonNode report) {
        return report.path("sites")
                .valueStream()
                .map(site ->
                        site.path("pins").asLong() + " x " + text(site, "id") + " because of " + text(site, "reason"))
                .toList();
    }

    private static String expectedHolders(Truth truth, String program) {
        return truth.holders().stream()
                .map(holder -> holder.in(program) + " by " + holder.hold())
                .collect(Collectors.joining(", "));
    }

    private static String holders(JsonNode report) {
        return report.at("/sites/0/holders")
                .valueStream()
                .map(holder ->
                        text(holder, "className") + "." + text(holder, "methodName") + " by " + text(holder, "hold"))
                .collect(Collectors.joining(", "));
    }

    private static boolean names(String line, Truth truth, Scenarios scenario) {
        String culprit = truth.holders().get(0).in(scenario.program());
        return line.contains(culprit.substring(culprit.lastIndexOf('.') + 1));
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString();
    }
}
