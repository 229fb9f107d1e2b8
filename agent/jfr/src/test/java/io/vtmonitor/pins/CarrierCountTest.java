package io.vtmonitor.pins;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What JDK 21 to 27 make of the scheduler's properties. */
class CarrierCountTest {
    @ParameterizedTest
    @CsvSource({
        ",, 4, 4, processors",
        "2,, 4, 2, property",
        "8,, 4, 8, property",
        ", 1, 4, 1, property",
        "8, 2, 4, 2, property",
        ", 256, 4, 4, processors",
        "2, 256, 4, 2, property",
        "+2,, 4, 2, property",
        "two, 0, 4, 4, processors",
        "99999, -1, 4, 4, processors",
        ",,, 1, assumed",
        "3,,, 3, property",
        "3, 2,, 2, property"
    })
    void carriers_are_as_many_as_asked_for_or_processors_and_never_more_than_the_pool_may_have(
            @Nullable String asked, @Nullable String most, @Nullable Integer processors, int carriers, String from) {
        assertThat(CarrierCount.of(asked, most, processors)).isEqualTo(new CarrierCount(carriers, from));
    }
}
