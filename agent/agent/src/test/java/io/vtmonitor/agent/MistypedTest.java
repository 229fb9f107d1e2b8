package io.vtmonitor.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MistypedTest {
    @Test
    void what_looks_like_an_option_and_is_none_is_told_with_the_nearest() {
        assertThat(Mistyped.warnings(
                        Set.of("vtmonitor.treshold", "vtmonitor.monitor.treshold", "java.home", "vtmonitors.port"),
                        Set.of("VTMONITOR_TRESHOLD", "VTMONITOR_LOGFORMAT", "PATH")))
                .containsExactly(
                        "the system property vtmonitor.monitor.treshold is not an option and has no effect; did you"
                                + " mean vtmonitor.monitor.threshold?",
                        "the system property vtmonitor.treshold is not an option and has no effect; did you mean"
                                + " vtmonitor.threshold?",
                        "the environment variable VTMONITOR_LOGFORMAT is not an option and has no effect; did you mean"
                                + " VTMONITOR_LOG_FORMAT?",
                        "the environment variable VTMONITOR_TRESHOLD is not an option and has no effect; did you mean"
                                + " VTMONITOR_THRESHOLD?");
    }

    @Test
    void options_and_what_the_build_sets_are_left_alone() {
        Set<String> properties =
                Arrays.stream(Option.values()).map(Option::property).collect(Collectors.toSet());
        Set<String> variables =
                Arrays.stream(Option.values()).map(Option::variable).collect(Collectors.toSet());
        assertThat(Mistyped.warnings(properties, variables)).isEmpty();
        assertThat(Mistyped.warnings(
                        Set.of(
                                "vtmonitor.test.jar",
                                "vtmonitor.test.root",
                                "vtmonitor.test.neighbours",
                                "vtmonitor.root",
                                "vtmonitor.jar",
                                "vtmonitor.recordings",
                                "vtmonitor.fuzz.seconds",
                                "vtmonitor.unpin.rounds"),
                        Set.of("VTMONITOR_TOKEN", "VTMONITOR_JDK21")))
                .isEmpty();
    }
}
