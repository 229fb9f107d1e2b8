package io.vtmonitor.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScheduleTest {
    @Test
    void usersBeginOneAfterTheOtherAndEachSendsUntilTheEnd() {
        var schedule = new Schedule(4, 2, 1, 3);

        assertThat(schedule.intended(0, 0)).isZero();
        assertThat(schedule.intended(2, 0)).isEqualTo(1);
        assertThat(schedule.intended(2, 2)).isEqualTo(3);
        assertThat(schedule.requestsOf(0)).isEqualTo(4);
        assertThat(schedule.requestsOf(2)).isEqualTo(3);
        assertThat(schedule.requests()).isEqualTo(4 + 3 + 3 + 2);
    }

    @Test
    void atOnceIsOneRequestOfEachUserWithoutDelay() {
        var schedule = Schedule.atOnce(1000);

        assertThat(schedule.requests()).isEqualTo(1000);
        assertThat(schedule.intended(999, 0)).isZero();
    }

    @Test
    void decimalFractionsLoseNoRequest() {
        assertThat(new Schedule(1, 0, 0.1, 0.3).requests()).isEqualTo(4);
    }
}
