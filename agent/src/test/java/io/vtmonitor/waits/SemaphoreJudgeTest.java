package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Verdicts.Found;
import java.util.List;
import org.junit.jupiter.api.Test;

class SemaphoreJudgeTest {
    private static final long SECOND = 1_000_000_000L;
    private final Object semaphore = new Object();
    private final Followed group = new Followed(Phase.PARKED, semaphore, "java.util.concurrent.Semaphore$NonfairSync");
    private long look;

    private void look(long from, long to) {
        JudgeTest.look(group, ++look, from, to, WaitOperation.SEMAPHORE, null);
    }

    @Test
    void tasks_that_a_semaphore_lets_through_one_after_the_other_are_no_trouble() {
        look(0, 1_000);
        look(100, 1_000);
        look(200, 1_000);
        group.moved(new Moved(800, 1, 0.05));
        assertThat(JudgeTest.kinds(group)).isEmpty();
    }

    @Test
    void a_queue_of_threads_that_come_back_is_not_worked_off_because_some_are_on_their_way_at_a_look() {
        look(0, 300);
        look(0, 300);
        look(2, 300);
        group.returnsPermits(true);
        group.moved(new Moved(298, 5, 1));
        assertThat(JudgeTest.kinds(group)).containsExactly(WaitVerdictKind.POOL_EXHAUSTED);
    }

    @Test
    void a_slow_queue_stays_slow_while_nobody_gets_a_turn() {
        look(0, 300);
        look(0, 300);
        look(0, 300);
        group.returnsPermits(true);
        group.moved(new Moved(300, 0, 1));
        assertThat(JudgeTest.kinds(group)).as("nothing is known of its pace").isEmpty();
        group.moved(new Moved(300, 5, 1));
        assertThat(JudgeTest.kinds(group)).containsExactly(WaitVerdictKind.POOL_EXHAUSTED);
        group.moved(new Moved(300, 0, 1));
        assertThat(JudgeTest.kinds(group)).containsExactly(WaitVerdictKind.POOL_EXHAUSTED);
        group.moved(new Moved(300, 200, 1));
        group.moved(new Moved(300, 0, 1));
        assertThat(JudgeTest.kinds(group)).as("it was fast when it moved").isEmpty();
    }

    @Test
    void a_queue_that_was_longer_at_one_of_the_looks_is_not_worked_off() {
        look(0, 299);
        look(0, 300);
        look(2, 300);
        group.returnsPermits(true);
        group.moved(new Moved(298, 1, 1));
        group.moved(new Moved(298, 0, 1));
        group.moved(new Moved(298, 0, 1));
        assertThat(JudgeTest.kinds(group)).containsExactly(WaitVerdictKind.POOL_EXHAUSTED);
    }

    @Test
    void a_queue_that_becomes_shorter_as_fast_as_it_moves_is_worked_off() {
        look(0, 300);
        look(45, 300);
        look(90, 300);
        group.returnsPermits(true);
        group.moved(new Moved(210, 9, 1));
        assertThat(JudgeTest.kinds(group)).isEmpty();
    }

    @Test
    void a_semaphore_that_lets_threads_through_in_bursts_is_no_trouble_while_nobody_happens_to_go() {
        for (int i = 0; i < 3; i++) {
            look(0, 400);
            group.head(7 + i, look * 5 * SECOND);
        }
        group.moved(new Moved(400, 0, 1));
        assertThat(JudgeTest.kinds(group)).isEmpty();
    }

    @Test
    void a_semaphore_that_lets_nobody_through_is_exhausted() {
        for (int i = 0; i < 3; i++) {
            look(0, 800);
            group.head(7, look * 5 * SECOND);
        }
        group.moved(new Moved(800, 0, 1));
        group.returnsPermits(true);
        assertThat(JudgeTest.kinds(group)).containsExactly(WaitVerdictKind.POOL_EXHAUSTED);
    }

    @Test
    void a_semaphore_that_has_a_permit_for_the_same_wait_at_three_looks_is_stuck_and_not_exhausted() {
        for (int i = 0; i < 3; i++) {
            look(0, 800);
            group.head(7, look * 5 * SECOND);
            group.lock().freeWith(7);
        }
        group.moved(new Moved(800, 0, 1));
        group.returnsPermits(true);
        assertThat(JudgeTest.kinds(group)).containsExactly(WaitVerdictKind.STUCK);
    }

    @Test
    void what_nobody_has_watched_is_not_said_to_have_been_watched() {
        for (int i = 0; i < 3; i++) {
            look(0, 800);
            group.head(7, look * 5 * SECOND);
            group.unwatched();
        }
        group.returnsPermits(true);
        assertThat(JudgeTest.judge(group).get(0).evidence())
                .endsWith("at least 800 did. The thread that is next has been next at each look for 10 s.");
    }

    @Test
    void a_semaphore_whose_next_thread_stays_the_same_is_not_worked_off_because_one_was_awake_at_a_look() {
        for (int i = 0; i < 3; i++) {
            look(i / 2, 30);
            group.head(7, look * 5 * SECOND);
        }
        group.moved(new Moved(29, 0, 1));
        group.returnsPermits(true);
        assertThat(JudgeTest.kinds(group)).containsExactly(WaitVerdictKind.POOL_EXHAUSTED);
    }

    @Test
    void a_semaphore_whose_waiters_give_up_and_come_back_is_exhausted_though_another_is_next_each_time() {
        for (int i = 0; i < 3; i++) {
            look(0, 40);
            group.head(7 + i, look * 5 * SECOND);
            group.moved(new Moved(40, 0, 1).gaveUp(40));
        }
        group.returnsPermits(true);
        assertThat(JudgeTest.kinds(group)).containsExactly(WaitVerdictKind.POOL_EXHAUSTED);
    }

    @Test
    void semaphores_that_one_thread_each_waits_for_are_no_queue() {
        Followed several = new Followed(Phase.PARKED, null, "java.util.concurrent.Semaphore$NonfairSync");
        for (int i = 0; i < 3; i++) {
            JudgeTest.look(several, i + 1, 0, 30, WaitOperation.SEMAPHORE, null);
        }
        several.returnsPermits(true);
        several.moved(new Moved(30, 2, 1));
        several.moved(new Moved(30, 2, 1));
        assertThat(JudgeTest.kinds(several)).isEmpty();
    }

    @Test
    void workers_that_wait_for_a_semaphore_which_only_others_release_may_be_idle() {
        for (int i = 0; i < 3; i++) {
            look(0, 20);
            group.head(7, look * 5 * SECOND);
        }
        group.moved(new Moved(20, 0, 1));
        group.returnsPermits(false);
        assertThat(JudgeTest.kinds(group)).isEmpty();
    }

    private String evidence(int one, int other) {
        for (int i = 0; i < 3; i++) {
            look(0, one + other);
            group.head(7, look * 5 * SECOND);
        }
        group.sampled(List.of(share("com.acme.A.a", one), share("com.acme.B.b", other)));
        group.moved(new Moved(one + other, 0, 1));
        group.returnsPermits(true);
        return JudgeTest.judge(group).get(0).evidence();
    }

    private static Share share(String site, int threads) {
        return new Share(new WaitSite(WaitOperation.SEMAPHORE, null, null, site, null, null, List.of()), threads, 0);
    }

    @Test
    void a_place_with_half_of_the_threads_is_not_that_of_most() {
        assertThat(evidence(20, 20)).contains("the same semaphore, about 20 of them in com.acme.A.a.");
        assertThat(evidence(30, 20)).contains("the same semaphore, most of them in com.acme.A.a.");
    }

    @Test
    void a_queue_of_objects_that_nobody_puts_back_is_exhausted_and_one_of_tasks_is_idle() {
        Followed queue = new Followed(Phase.PARKED, semaphore, "java.util.concurrent.locks.ConditionObject");
        for (int i = 0; i < 3; i++) {
            JudgeTest.look(queue, ++look, 0, 40, WaitOperation.QUEUE, null);
        }
        queue.moved(new Moved(40, 0, 1));
        assertThat(JudgeTest.kinds(queue)).isEmpty();
        queue.returnsPermits(false);
        assertThat(JudgeTest.kinds(queue)).isEmpty();
        queue.returnsPermits(true);
        assertThat(JudgeTest.kinds(queue)).containsExactly(WaitVerdictKind.POOL_EXHAUSTED);
        assertThat(JudgeTest.judge(queue).get(0).evidence())
                .startsWith("40 virtual threads wait for an object of the same queue in ")
                .contains("Their code puts back what it takes.");
        queue.moved(new Moved(40, 8, 1));
        assertThat(JudgeTest.kinds(queue)).as("each waits for five seconds").isEmpty();
    }

    @Test
    void so_is_a_condition_that_who_puts_an_object_back_signals() {
        Followed condition = new Followed(Phase.PARKED, semaphore, "java.util.concurrent.locks.ConditionObject");
        for (int i = 0; i < 3; i++) {
            JudgeTest.look(condition, ++look, 0, 40, WaitOperation.CONDITION, null);
        }
        condition.moved(new Moved(40, 0, 1));
        assertThat(JudgeTest.kinds(condition)).as("workers may be idle").isEmpty();
        condition.returnsPermits(true);
        Found exhausted = JudgeTest.judge(condition).get(0);
        assertThat(exhausted.kind()).isEqualTo(WaitVerdictKind.POOL_EXHAUSTED);
        assertThat(exhausted.evidence()).startsWith("40 virtual threads wait for the same condition of a pool in ");
        assertThat(exhausted.cure()).endsWith("let callers give up: await with a timeout.");
    }
}
