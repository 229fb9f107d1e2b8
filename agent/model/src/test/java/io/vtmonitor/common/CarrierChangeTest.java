package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class CarrierChangeTest {
    private static final List<CarrierChange> CHANGES =
            List.of(new CarrierChange(1_763_836_000_000_000_000L, 8), new CarrierChange(1_763_836_010_000_000_000L, 1));

    @Test
    void a_text_of_changes_is_read_back() {
        assertThat(CarrierChange.parse(CarrierChange.text(CHANGES))).isEqualTo(CHANGES);
        assertThat(CarrierChange.parse("")).isEmpty();
    }

    @Test
    void a_damaged_text_gives_what_can_be_read() {
        assertThat(CarrierChange.parse("x:2 7:0 5 :3 9:4 10:99999999999")).containsExactly(new CarrierChange(9, 4));
    }

    @Test
    void the_mean_counts_each_number_for_as_long_as_it_held() {
        long first = CHANGES.get(0).atNanos();
        long second = CHANGES.get(1).atNanos();

        assertThat(CarrierChange.mean(2, CHANGES, first - 10_000_000_000L, second + 10_000_000_000L))
                .isCloseTo((2 + 8 + 1) / 3.0, within(1e-9));
        assertThat(CarrierChange.mean(2, CHANGES, second, second + 1)).isEqualTo(1);
        assertThat(CarrierChange.mean(2, CHANGES, 0, 1)).isEqualTo(2);
    }
}
