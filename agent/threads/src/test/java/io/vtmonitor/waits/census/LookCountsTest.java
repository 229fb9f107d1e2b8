package io.vtmonitor.waits.census;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LookCountsTest {
    private static final long SECOND = 1_000_000_000;

    /** With a full heap a look fails; the clock of looks began long before the JVM. */
    @Test
    void a_look_that_fails_is_none_and_does_not_stretch_the_time_of_the_others() {
        LookCounts counts = new LookCounts();
        counts.begin();
        for (int i = 0; i < 3; i++) {
            counts.begin();
            counts.end((40_000 + 5 * i) * SECOND, 7, 0, 0, false, List.of());
        }
        assertThat(counts.looks()).isEqualTo(3);
        assertThat(counts.nanos()).isEqualTo(10 * SECOND);
        assertThat(counts.threads()).isEqualTo(7);
    }
}
