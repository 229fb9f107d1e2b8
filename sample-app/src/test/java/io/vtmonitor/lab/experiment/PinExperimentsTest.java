package io.vtmonitor.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class PinExperimentsTest {
    @Test
    void aPinBelongsToTheProgramThatItsStackBeganIn() {
        var report = JsonMapper.shared().readTree("""
                {"frames": ["java.lang.Thread.sleep", "io.vtmonitor.scenario.MapComputes.sleep:31",
                   "io.vtmonitor.scenario.KotlinLazy.block:15", "io.vtmonitor.scenario.Scenario.lambda$once$0",
                   "io.vtmonitor.scenario.ClassInit$Slow.<clinit>:20", "com.acme.Other.run"],
                 "sites": [{"stacks": [{"pins": 3, "frames": [0, 1, 2, 3]}, {"pins": 2, "frames": [0, 1, 3]}]},
                           {"stacks": [{"pins": 1, "frames": [0, 4, 3]}, {"pins": 7, "frames": [0, 5]}]}]}
                """);

        assertThat(PinExperiments.byProgram(report))
                .isEqualTo(Map.of("KotlinLazy", 3L, "MapComputes", 2L, "ClassInit", 1L));
    }
}
