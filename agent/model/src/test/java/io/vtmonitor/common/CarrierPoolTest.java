package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CarrierPoolTest {
    @Test
    void without_properties_there_are_256_carriers_at_most_and_half_of_the_parallelism_is_to_be_left() {
        assertThat(CarrierPool.of(8)).isEqualTo(new CarrierPool(8, 256, 4));
        assertThat(CarrierPool.of(1)).isEqualTo(new CarrierPool(1, 256, 1));
        assertThat(CarrierPool.of(300)).isEqualTo(new CarrierPool(300, 300, 150));
    }

    @Test
    void properties_say_otherwise_unless_the_jdk_takes_them_for_no_number() {
        assertThat(CarrierPool.of(2, "2", "2")).isEqualTo(new CarrierPool(2, 2, 2));
        assertThat(CarrierPool.of(2, "many", "0")).isEqualTo(CarrierPool.of(2));
    }

    /** What a program measured on JDK 21: how many of 12 pinned threads run at once alongside so many that wait. */
    @ParameterizedTest
    @CsvSource({"2, 1, 1", "2, 20, 1", "4, 1, 3", "4, 2, 2", "4, 20, 2", "8, 1, 7", "8, 4, 4"})
    void at_worst_as_many_carriers_are_left_as_a_new_pool_of_jdk_21_leaves(int parallelism, int waits, int left) {
        CarrierPool pool = CarrierPool.of(parallelism);
        assertThat(parallelism - pool.missingAtMost(waits)).isEqualTo(left);
        assertThat(pool.missingAtLeast(waits)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"254, 0", "255, 1", "256, 2", "300, 46"})
    void beyond_the_bound_of_the_pool_each_wait_takes_a_carrier(int waits, int missing) {
        assertThat(CarrierPool.of(2).missingAtLeast(waits)).isEqualTo(missing);
        assertThat(CarrierPool.of(2).missingAtMost(waits)).isGreaterThanOrEqualTo(missing);
    }
}
