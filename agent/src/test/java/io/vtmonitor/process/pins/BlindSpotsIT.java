package io.vtmonitor.process.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.JsonDifferences;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.Watched;
import io.vtmonitor.scenario.ClassInitShared;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * What few tools see, live and from the recording alike: who runs an initializer, and monitors that pin after JEP 491.
 */
class BlindSpotsIT {
    @TempDir
    private Path directory;

    @Test
    void a_wait_for_a_class_names_it_and_shows_what_its_initializer_was_pinned_in() throws Exception {
        Watched run = Watched.run(ClassInitShared.class.getName(), List.of(), 25, directory);

        JsonNode waiter = site(run.report(), "class_init_wait");
        assertThat(waiter.at("/initializer/className").asString()).isEqualTo(ClassInitShared.class.getName() + "$Slow");
        assertThat(waiter.at("/initializer/frames").valueStream().map(JsonNode::asString))
                .anyMatch(frame -> frame.contains("Slow.nap"))
                .anyMatch(frame -> frame.contains("Slow.<clinit>"));
        assertThat(run.exit().ours())
                .anyMatch(line -> line.contains("for the initializer of") && line.contains("Slow.nap"));
        assertThat(run.pins()).as("the initializer's pins and the waiter's").isEqualTo(2 * run.done());
        assertThat(JsonDifferences.between(run.report(), run.analyzed(25), JsonDifferences.OF_THE_SOURCE))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Scenarios.class,
            names = {"NESTED_MONITORS", "CONTENDED_ENTER_IN_BLOCK", "WAIT_IN_BLOCK"})
    void with_legacy_locking_jdk_25_pins_as_21_does_and_the_report_says_so(Scenarios scenario) throws Exception {
        Watched run = Watched.run(scenario.program(), List.of("-XX:LockingMode=1"), 25, directory);

        assertThat(run.pins()).isEqualTo(run.done());
        JsonNode site = run.report().at("/sites/0");
        assertThat(site.path("id").asString()).isEqualTo(scenario.truth(21).site(scenario.program()));
        assertThat(site.path("compensated").asBoolean())
                .as("24 and later start no spare carrier")
                .isFalse();
        assertThat(run.report()
                        .path("limits")
                        .valueStream()
                        .map(limit -> limit.path("sentence").asString()))
                .anyMatch(limit -> limit.contains("legacy locking"));
        assertThat(JsonDifferences.between(run.report(), run.analyzed(25), JsonDifferences.OF_THE_SOURCE))
                .isEmpty();
    }

    private static JsonNode site(JsonNode report, String reason) {
        return report.path("sites")
                .valueStream()
                .filter(site -> site.path("reason").asString().equals(reason))
                .findFirst()
                .orElseThrow();
    }
}
