package io.vtmonitor.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.scheduler.CarrierSnapshot.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StallReaderTest {
    private final CarrierSnapshot waitsAndOwns = held(Wait.ENTERS_MONITOR, Hold.MONITOR_ENTER, Hold.MONITOR);
    private final CarrierSnapshot waits = held(Wait.ENTERS_MONITOR, Hold.MONITOR_ENTER);
    private final CarrierSnapshot sleepsAndOwns = held(Wait.PARKED, Hold.MONITOR);

    @Test
    void threads_that_wait_for_monitors_and_own_others_are_likely_in_a_lock_order_deadlock() {
        assertThat(StallReader.isLockOrder(List.of(waitsAndOwns, waitsAndOwns))).isTrue();
        assertThat(StallReader.isLockOrder(List.of(waitsAndOwns, waits, waitsAndOwns)))
                .as("and more that wait for one of the two")
                .isTrue();
    }

    @Test
    void a_monitor_whose_owner_waits_for_something_else_is_no_lock_order_deadlock() {
        assertThat(StallReader.isLockOrder(List.of(waitsAndOwns, waitsAndOwns, sleepsAndOwns)))
                .isFalse();
        assertThat(StallReader.isLockOrder(List.of(waitsAndOwns, waits))).isFalse();
        assertThat(StallReader.isLockOrder(List.of())).isFalse();
    }

    @Test
    void where_one_line_enters_several_monitors_it_may_be_a_lock_order_deadlock() {
        CarrierSnapshot unsure = held(1, Set.of(0), Wait.ENTERS_MONITOR, Hold.MONITOR_ENTER);

        assertThat(StallReader.isLockOrder(List.of(unsure, unsure))).isFalse();
        assertThat(StallClassifier.mayBeLockOrder(List.of(unsure, waits))).isTrue();
        assertThat(StallClassifier.mayBeLockOrder(List.of(waits, waits))).isFalse();
        assertThat(StallClassifier.mayBeLockOrder(List.of(unsure))).isFalse();
        assertThat(StallClassifier.mayBeLockOrder(List.of(unsure, sleepsAndOwns)))
                .isFalse();
    }

    @Test
    void a_line_that_may_own_the_monitor_that_it_waits_for_shows_no_lock_order_deadlock() {
        CarrierSnapshot entersOrOwns = held(1, Set.of(0), Wait.ENTERS_MONITOR, Hold.MONITOR_ENTER, Hold.MONITOR);
        CarrierSnapshot ownsOneMore = held(2, Set.of(0), Wait.ENTERS_MONITOR, Hold.MONITOR_ENTER, Hold.MONITOR);
        assertThat(StallReader.isLockOrder(List.of(entersOrOwns, entersOrOwns))).isFalse();
        assertThat(StallReader.isLockOrder(List.of(ownsOneMore, ownsOneMore))).isTrue();
    }

    private static CarrierSnapshot held(Wait doing, Hold... holds) {
        return held(1, Set.of(), doing, holds);
    }

    /**
     * @param monitors that the frame owns, or may own
     * @param unsure frames whose line has several instructions that fit
     */
    private static CarrierSnapshot held(int monitors, Set<Integer> unsure, Wait doing, Hold... holds) {
        Thread thread = new Thread("holder");
        Diagnosis plain = Pins.diagnosis("com.acme.Dao.save", false);
        List<Holder> holders = new ArrayList<>();
        for (Hold hold : holds) {
            holders.add(
                    new Holder(plain.blocking().stack().frames().get(0), hold, monitors, null, Confidence.EXACT, null));
        }
        Diagnosis diagnosis = new Diagnosis(
                plain.blocking(),
                plain.site(),
                holders,
                plain.reason(),
                false,
                plain.entry(),
                plain.advice(),
                plain.verdict(),
                plain.unread(),
                false);
        return new CarrierSnapshot(
                new Carrier(thread, thread, thread),
                Thread.State.BLOCKED,
                doing,
                null,
                List.of(),
                diagnosis,
                unsure,
                null);
    }
}
