package io.vtmonitor.tally;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.report.figures.Bin;
import io.vtmonitor.timeline.Sweep;
import org.junit.jupiter.api.Test;

class CutTimeTest {
    private static final double SECOND = 1e9;

    @Test
    void a_pin_that_outlasts_the_time_asked_for_holds_its_carrier_to_the_end_of_that() {
        Diagnosis diagnosis = Pins.diagnosis("a.B.run", false);
        JvmTally tally = new JvmTally(CarrierPool.of(1), Bounds.RECORDING, false);
        tally.until(1_000_000_000L);
        tally.add(Pins.finding(diagnosis, 200, 8_000));

        Sweep carriers = tally.timeline().total();
        assertThat(carriers.starvedNanos() / SECOND).isEqualTo(0.8);
        assertThat(carriers.lostNanos() / SECOND).isEqualTo(0.8);
        assertThat(tally.nanos() / SECOND).as("the pin itself keeps its length").isEqualTo(8);
        double binned = carriers.bins().timeline(tally.grid()).bins().stream()
                .mapToLong(Bin::heldNanos)
                .sum();
        assertThat(binned / SECOND).isEqualTo(0.8);
    }
}
