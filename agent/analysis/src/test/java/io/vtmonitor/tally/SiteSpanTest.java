package io.vtmonitor.tally;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SiteSpanTest {
    private static final long SECOND = 1_000_000_000;

    /** A loader that loads one class after the other until the JVM ends has not come to an end. */
    @Test
    void pins_that_came_until_the_end_may_come_again() {
        SiteSpan goesOn = new SiteSpan(3 * SECOND, 12 * SECOND);
        assertThat(goesOn.isQuietUntil(13 * SECOND)).isFalse();
        assertThat(goesOn.isQuietUntil(21 * SECOND)).isTrue();
    }

    @Test
    void one_pin_is_over_when_it_has_ended() {
        assertThat(new SiteSpan(14 * SECOND, 14 * SECOND).isQuietUntil(14 * SECOND))
                .isTrue();
    }
}
