package io.vtmonitor.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.threads.CarrierSnapshot.Wait;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessorUseTest {
    @Test
    void carriers_compute_where_all_had_a_processor_or_were_in_line_for_one_most_of_the_time() {
        assertThat(of(1.0, 0.9).of(2)).isEqualTo(Wait.COMPUTES);
        assertThat(of(1.0, 0.9, 0.0).of(2)).as("one more carrier is idle").isEqualTo(Wait.COMPUTES);
    }

    @Test
    void carriers_that_show_as_running_and_hardly_have_or_want_a_processor_are_idle() {
        assertThat(of(0.0, 0.02).of(2)).isEqualTo(Wait.IDLE);
    }

    @Test
    void where_only_some_run_it_is_unknown_what_each_does() {
        assertThat(of(1.0, 0.0).of(2)).isEqualTo(Wait.UNKNOWN);
        assertThat(of(0.3, 0.3).of(2)).isEqualTo(Wait.UNKNOWN);
    }

    @Test
    void where_only_the_process_is_known_carriers_likely_compute_if_it_uses_as_many_processors() {
        assertThat(new ProcessorUse(null, 0.9).of(1)).isEqualTo(Wait.LIKELY_COMPUTES);
        assertThat(new ProcessorUse(null, 0.2).of(1)).isEqualTo(Wait.UNKNOWN);
        assertThat(ProcessorUse.UNKNOWN.of(1)).isEqualTo(Wait.UNKNOWN);
    }

    private static ProcessorUse of(Double... carriers) {
        return new ProcessorUse(List.of(carriers), 0);
    }
}
