package io.vtmonitor.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The agent says of every scenario what is true of it, and of every cure nothing. */
class ScenariosIT {
    private static final double SHORTEST_BLOCK = 0.045;

    @TempDir
    Path directory;

    static Stream<Arguments> pinningScenarios() {
        return scenarios(true);
    }

    static Stream<Arguments> silentScenarios() {
        return scenarios(false);
    }

    private static Stream<Arguments> scenarios(boolean pinning) {
        return Jdks.withVirtualThreads()
                .flatMap(jdk -> Stream.of(Scenarios.values())
                        .filter(scenario ->
                                scenario.runsOn(jdk) && scenario.truth(jdk).pins() == pinning)
                        .map(scenario -> arguments(scenario, jdk)));
    }

    @ParameterizedTest(name = "{0} on JDK {1}")
    @MethodSource("pinningScenarios")
    void every_pin_is_reported_with_all_that_holds_it(Scenarios scenario, int jdk) throws Exception {
        Watched run = Watched.run(scenario, jdk, directory);

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
        if (truth.kind() == Truth.Kind.HELD) {
            assertThat(holders(run.report())).isEqualTo(expectedHolders(truth, scenario.program()));
        }
        assertThat(run.exit().ours()).as("what we print").anyMatch(line -> names(line, truth, scenario));
    }

    @ParameterizedTest(name = "{0} on JDK {1}")
    @MethodSource("silentScenarios")
    void what_is_no_pin_is_not_reported(Scenarios scenario, int jdk) throws Exception {
        Watched run = Watched.run(scenario, jdk, directory);

        assertThatTheApplicationRanUntouched(run);
        assertThat(sites(run.report())).isEmpty();
        assertThat(run.pins()).as("pins in the totals").isZero();
        assertThat(RawPins.count(run.recording(), jdk))
                .as("pins in the recording")
                .isZero();
        assertThat(run.exit().ours()).as("what we print").noneMatch(line -> line.contains(scenario.program()));
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
