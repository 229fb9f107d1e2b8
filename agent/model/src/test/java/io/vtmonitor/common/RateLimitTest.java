package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RateLimitTest {
    private long now = -5;

    @Test
    void what_is_too_much_for_a_minute_is_swallowed_and_counted_once() {
        RateLimit limit = new RateLimit(2, () -> now);
        assertThat(limit.admits()).isTrue();
        assertThat(limit.admits()).isTrue();
        assertThat(limit.admits()).isFalse();
        now += 59_000_000_000L;
        assertThat(limit.admits()).isFalse();
        now += 1_000_000_000L;
        assertThat(limit.admits()).isTrue();
        assertThat(limit.takeSwallowed()).isEqualTo(2);
        assertThat(limit.takeSwallowed()).isZero();
    }
}
