package io.vtmonitor.waits.census;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Phase;
import org.junit.jupiter.api.Test;

class SampledStacksTest {
    private static final String TEXT = "java.lang.String";

    @Test
    void who_parks_for_something_is_no_longer_among_those_that_sleep() {
        WaiterGroup sleepers = new WaiterGroup(Phase.TIMED_PARKED, null, null);
        assertThat(SampledStacks.isIn(sleepers, Phase.TIMED_PARKED, null)).isTrue();
        assertThat(SampledStacks.isIn(sleepers, Phase.TIMED_PARKED, "a condition"))
                .isFalse();
        assertThat(SampledStacks.isIn(sleepers, Phase.MOUNTED, null)).isFalse();
    }

    @Test
    void who_parks_for_something_else_is_in_another_group() {
        WaiterGroup one = new WaiterGroup(Phase.PARKED, TEXT, TEXT);
        assertThat(SampledStacks.isIn(one, Phase.TIMED_PARKED, TEXT)).isTrue();
        assertThat(SampledStacks.isIn(one, Phase.PARKED, "another")).isFalse();
        assertThat(SampledStacks.isIn(one, Phase.PARKED, null)).isFalse();
        WaiterGroup byClass = new WaiterGroup(Phase.PARKED, null, TEXT);
        assertThat(SampledStacks.isIn(byClass, Phase.TIMED_PARKED, "a condition"))
                .isTrue();
        assertThat(SampledStacks.isIn(byClass, Phase.TIMED_PARKED, 7)).isFalse();
        assertThat(SampledStacks.isIn(byClass, Phase.TIMED_PARKED, null)).isFalse();
    }

    @Test
    void who_waits_for_a_monitor_is_with_those_that_do() {
        WaiterGroup blocked = new WaiterGroup(Phase.BLOCKED, TEXT, TEXT);
        assertThat(SampledStacks.isIn(blocked, Phase.BLOCKED, null)).isTrue();
        assertThat(SampledStacks.isIn(blocked, Phase.PARKED, null)).isFalse();
    }
}
