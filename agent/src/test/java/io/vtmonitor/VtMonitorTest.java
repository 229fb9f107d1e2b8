package io.vtmonitor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VtMonitorTest {
    @Test
    void old_and_new_forms_of_a_version_are_understood() {
        assertThat(VtMonitor.feature("1.8")).isEqualTo(8);
        assertThat(VtMonitor.feature("11")).isEqualTo(11);
        assertThat(VtMonitor.feature("25")).isEqualTo(25);
    }

    @Test
    void a_text_that_is_no_version_counts_as_too_old() {
        assertThat(VtMonitor.feature("next")).isZero();
        assertThat(VtMonitor.feature(null)).isZero();
    }

    @Test
    void classes_for_metrics_are_kept_where_they_are_served_or_sent() {
        assertThat(JarLoader.needsMetrics("waits=1s,otlp=http://collector:4318"))
                .isTrue();
        assertThat(JarLoader.needsMetrics("port=0")).isTrue();
        assertThat(JarLoader.needsMetrics("waits=1s")).isFalse();
        assertThat(JarLoader.needsMetrics(null)).isFalse();
    }

    @Test
    void the_command_line_says_what_it_needs_and_what_it_got() {
        assertThat(VtMonitor.refusal("11")).isEqualTo("this needs Java 17 or later to run, Java 11 was started.");
        assertThat(VtMonitor.refusal("17")).isEmpty();
    }
}
