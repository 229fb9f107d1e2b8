package io.vtmonitor.tally;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThreadPatternTest {
    @Test
    void threads_of_a_pool_share_a_pattern() {
        assertThat(ThreadPattern.of("tomcat-handler-17")).isEqualTo("tomcat-handler-*");
        assertThat(ThreadPattern.of("pool-2-thread-31")).isEqualTo("pool-*-thread-*");
        assertThat(ThreadPattern.of("main")).isEqualTo("main");
    }

    @Test
    void a_thread_without_a_name_has_a_key() {
        assertThat(ThreadPattern.of("")).isEqualTo("(unnamed)");
    }

    @Test
    void a_long_name_makes_a_short_key() {
        assertThat(ThreadPattern.of("x".repeat(10_000))).hasSize(100);
    }
}
