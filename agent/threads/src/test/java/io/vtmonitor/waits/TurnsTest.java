package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.report.WaitGroup.Turns;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of what an application made itself there are facts, and no verdict. */
class TurnsTest {
    private static final long SECOND = 1_000_000_000L;
    private final TrackedGroup group =
            new TrackedGroup(Phase.PARKED, new Object(), "java.util.concurrent.Semaphore$NonfairSync");
    private long look;

    private void look(TrackedGroup followed, int threads, WaitOperation operation, Object next) {
        GroupVerdictsTest.look(followed, ++look, 0, threads, operation, null);
        followed.head(next, look * 5 * SECOND);
    }

    private void look(int threads, Object next) {
        look(group, threads, WaitOperation.SEMAPHORE, next);
    }

    @Test
    void a_semaphore_that_lets_nobody_through_has_no_verdict_and_tells_for_how_long_the_first_waits() {
        for (int i = 0; i < 3; i++) {
            look(800, 7);
        }
        group.moved(new GroupProgress(800, 0, 1));
        assertThat(GroupVerdictsTest.kinds(group)).isEmpty();
        assertThat(group.turns()).isEqualTo(new Turns(800, 10 * SECOND, 0, SECOND, 0, 0, false));
    }

    @Test
    void of_a_semaphore_that_is_slow_it_is_told_how_many_get_a_turn() {
        for (int i = 0; i < 3; i++) {
            look(300, 7 + i);
        }
        group.moved(new GroupProgress(300, 5, 1).mayGiveUp(true));
        assertThat(GroupVerdictsTest.kinds(group)).isEmpty();
        assertThat(group.turns()).isEqualTo(new Turns(300, 0, 0, SECOND, 5, 0, true));
    }

    @Test
    void a_thread_that_is_next_again_after_its_turn_has_not_waited_all_the_time() {
        for (int i = 0; i < 3; i++) {
            look(40, 7);
        }
        group.moved(new GroupProgress(40, 5, 1));
        assertThat(group.turns()).isEqualTo(new Turns(40, 0, 0, SECOND, 5, 0, false));
    }

    @Test
    void where_all_give_up_and_come_back_it_is_told_for_how_long_none_got_a_turn() {
        for (int i = 0; i < 3; i++) {
            look(40, 7 + i);
            group.moved(new GroupProgress(40, 0, 1).gaveUp(40));
        }
        assertThat(GroupVerdictsTest.kinds(group)).isEmpty();
        assertThat(group.turns()).isEqualTo(new Turns(40, 0, 10 * SECOND, SECOND, 0, 40, false));
    }

    @Test
    void what_nobody_has_watched_at_the_last_look_is_not_said_to_have_been_watched() {
        for (int i = 0; i < 3; i++) {
            look(40, 7);
        }
        group.moved(new GroupProgress(40, 0, 1).gaveUp(3));
        look(40, 7);
        assertThat(group.turns()).isEqualTo(new Turns(40, 15 * SECOND, 0, 0, 0, 0, false));
    }

    @Test
    void a_queue_and_a_condition_whose_first_waits_for_long_have_no_verdict_either() {
        for (WaitOperation operation : List.of(WaitOperation.QUEUE, WaitOperation.CONDITION)) {
            TrackedGroup objects =
                    new TrackedGroup(Phase.PARKED, new Object(), "java.util.concurrent.locks.ConditionObject");
            for (int i = 0; i < 4; i++) {
                look(objects, 40, operation, 7);
            }
            assertThat(GroupVerdictsTest.kinds(objects)).isEmpty();
            assertThat(objects.turns()).isEqualTo(new Turns(40, 15 * SECOND, 0, 0, 0, 0, false));
        }
    }

    @Test
    void of_threads_that_wait_for_one_each_nothing_is_told() {
        TrackedGroup several = new TrackedGroup(Phase.PARKED, null, "java.util.concurrent.Semaphore$NonfairSync");
        for (int i = 0; i < 3; i++) {
            look(several, 30, WaitOperation.SEMAPHORE, 7);
        }
        several.moved(new GroupProgress(30, 2, 1));
        assertThat(several.turns()).isNull();
        assertThat(GroupVerdictsTest.kinds(several)).isEmpty();
    }

    @Test
    void many_that_want_one_semaphore_are_watched_and_workers_at_a_queue_are_not() {
        TrackedGroup queue = new TrackedGroup(Phase.PARKED, new Object(), "java.util.concurrent.locks.ConditionObject");
        for (int i = 1; i <= 3; i++) {
            look(30, 7);
            GroupVerdictsTest.look(queue, i, 0, 30, WaitOperation.QUEUE, null);
        }
        assertThat(GroupVerdicts.showsTurns(group)).isTrue();
        assertThat(GroupVerdicts.isCandidate(group)).as("gets a verdict").isFalse();
        assertThat(GroupVerdicts.showsTurns(queue)).isFalse();
    }

    @Test
    void a_semaphore_that_has_a_permit_for_the_same_wait_at_three_looks_is_stuck() {
        for (int i = 0; i < 3; i++) {
            look(800, 7);
            group.lock().freeWith(7);
        }
        group.moved(new GroupProgress(800, 0, 1));
        assertThat(GroupVerdictsTest.kinds(group)).containsExactly(WaitVerdictKind.STUCK);
    }

    @Test
    void the_ledger_tells_the_turns_of_the_largest_of_several_and_keeps_the_last_ones() {
        WaitTotals totals = new WaitTotals();
        TrackedGroup small = new TrackedGroup(Phase.PARKED, new Object(), "java.util.concurrent.Semaphore$NonfairSync");
        for (int i = 1; i <= 3; i++) {
            GroupVerdictsTest.look(group, i, 0, 30, WaitOperation.SEMAPHORE, null);
            group.head(7, i * 5 * SECOND);
            GroupVerdictsTest.look(small, i, 100, 110, WaitOperation.SEMAPHORE, null);
            small.head(8, i * 5 * SECOND);
            totals.look(i * 5 * SECOND, Instant.ofEpochSecond(i * 5), List.of(group, small));
        }
        Turns last = new Turns(30, 10 * SECOND, 0, 0, 0, 0, false);
        assertThat(totals.groups())
                .singleElement()
                .satisfies(one -> assertThat(one.turns()).isEqualTo(last));
        totals.look(20 * SECOND, Instant.ofEpochSecond(20), List.of());
        assertThat(totals.groups()).singleElement().satisfies(one -> {
            assertThat(one.count().threads()).isZero();
            assertThat(one.turns()).isEqualTo(last);
        });
    }
}
