package io.vtmonitor.pins;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class JvmStartTest {
    @Test
    void the_age_of_a_process_is_what_the_system_has_run_since_its_start_whatever_its_name() {
        String process = "42 (java (x) y) S 1 42 42 0 -1 4194560 1 0 0 0 1 2 0 0 20 0 1 0 1234 5 6";
        assertThat(JvmStart.age("20.50 33.10", process)).isEqualTo(20_500_000_000L - 12_340_000_000L);
    }

    @Test
    void by_the_boot_it_began_that_many_ticks_after_the_second_of_the_boot() {
        String process = "42 (java) S 1 42 42 0 -1 4194560 1 0 0 0 1 2 0 0 20 0 1 0 1234 5 6";
        assertThat(JvmStart.sinceBoot("cpu 1 2 3\nctxt 5\nbtime 1700000000\nprocesses 9\n", process))
                .isEqualTo(1_700_000_012_340_000_000L);
    }

    @Test
    void this_jvm_began_before_now_and_no_sooner_than_the_system_tells() {
        long told = ProcessHandle.current().info().startInstant().orElseThrow().toEpochMilli();
        assertThat(JvmStart.nanos() / 1_000_000)
                .isBetween(told - 1_500, told + 1_500)
                .isLessThan(Instant.now().toEpochMilli());
    }
}
