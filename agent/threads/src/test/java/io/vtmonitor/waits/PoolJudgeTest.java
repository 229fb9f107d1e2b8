package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.text.VerdictText;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PoolJudgeTest {
    private static final Pools.Pool HIKARI = new Pools.Pool("HikariCP", "com.zaxxer.", "x.y", "", "connection", true);

    private final Object queue = new Object();
    private final TrackedGroup group =
            new TrackedGroup(Phase.TIMED_PARKED, queue, "java.util.concurrent.SynchronousQueue");
    private long look;

    private void look(long from, long to) {
        GroupVerdictsTest.look(group, ++look, from, to, WaitOperation.POOL, HIKARI);
    }

    @Test
    void a_pool_whose_callers_give_up_and_come_back_is_exhausted() {
        for (int i = 0; i < 3; i++) {
            look(0, 40);
            group.moved(new GroupProgress(40, 0, 1).gaveUp(39));
        }
        assertThat(GroupVerdictsTest.kinds(group)).containsExactly(WaitVerdictKind.POOL_EXHAUSTED);
        assertThat(VerdictText.evidence(GroupVerdictsTest.judge(group).get(0).facts()))
                .contains("none of them made progress, and about 39 gave up when their time was over. Each time they"
                        + " were watched, over 10 s, none made progress.");
    }

    @Test
    void so_is_one_with_a_few_callers_of_which_another_waits_at_each_look() {
        for (int i = 0; i < 3; i++) {
            look(i, i + 2);
            assertThat(GroupVerdictsTest.kinds(group)).isEmpty();
            group.moved(new GroupProgress(2, 0, 1).gaveUp(i == 1 ? 2 : 0));
        }
        assertThat(GroupVerdictsTest.kinds(group)).containsExactly(WaitVerdictKind.POOL_EXHAUSTED);
        group.moved(new GroupProgress(2, 1, 1).gaveUp(1));
        assertThat(GroupVerdictsTest.kinds(group)).as("one got a connection").isEmpty();
    }

    @Test
    void the_same_callers_at_each_look_may_have_had_their_turn_where_nobody_watched_them_in_between() {
        for (int i = 0; i < 5; i++) {
            look(0, 40);
            group.unwatched();
        }
        assertThat(GroupVerdictsTest.kinds(group)).isEmpty();
        for (int i = 0; i < 3; i++) {
            assertThat(GroupVerdictsTest.kinds(group)).isEmpty();
            look(0, 2);
            group.moved(new GroupProgress(2, 0, 1));
        }
        assertThat(GroupVerdictsTest.kinds(group)).containsExactly(WaitVerdictKind.POOL_EXHAUSTED);
    }

    @Test
    void time_in_which_the_carriers_had_no_processor_is_not_that_of_what_is_waited_for() {
        TrackedGroup lock =
                new TrackedGroup(Phase.PARKED, queue, "java.util.concurrent.locks.ReentrantLock$NonfairSync");
        for (int i = 1; i <= 3; i++) {
            GroupVerdictsTest.look(lock, i, 0, 37, WaitOperation.LOCK, null);
            lock.moved(new GroupProgress(37, 6, 1).with(0.1));
        }
        assertThat(GroupVerdictsTest.kinds(lock))
                .as("its queue needs 0.6 s of a processor")
                .isEmpty();
        GroupVerdictsTest.look(lock, 4, 0, 37, WaitOperation.LOCK, null);
        lock.moved(new GroupProgress(37, 0, 1).with(0.1));
        assertThat(GroupVerdictsTest.kinds(lock)).as("nobody moved, for 0.1 s").isEmpty();
        for (int i = 5; i <= 6; i++) {
            GroupVerdictsTest.look(lock, i, 0, 37, WaitOperation.LOCK, null);
            lock.moved(new GroupProgress(37, 0, 1).with(0.1));
        }
        assertThat(GroupVerdictsTest.kinds(lock)).as("for 1.1 s").containsExactly(WaitVerdictKind.LOCK_CONVOY);
        for (int i = 7; i <= 8; i++) {
            GroupVerdictsTest.look(lock, i, 0, 300, WaitOperation.LOCK, null);
            lock.moved(new GroupProgress(300, 2, 1).with(0.1));
        }
        assertThat(GroupVerdictsTest.kinds(lock)).as("15 s").containsExactly(WaitVerdictKind.LOCK_CONVOY);
    }

    /** Each caller of Kafka's or of Apache's pool awaits a condition of its own, as idle threads elsewhere do. */
    @Test
    void those_that_wait_elsewhere_for_objects_of_that_class_do_not_make_a_moment_of_a_pool_a_queue() {
        TrackedGroup conditions =
                new TrackedGroup(Phase.TIMED_PARKED, null, "AbstractQueuedSynchronizer$ConditionObject");
        for (int i = 1; i <= 5; i++) {
            GroupVerdictsTest.look(conditions, i, 0, 40, WaitOperation.POOL, HIKARI);
            int callers = i < 3 ? 2 : 25;
            conditions.sampled(List.of(
                    new SiteShare(place(i < 3 ? null : HIKARI), Math.max(callers, 40 - callers), 0),
                    new SiteShare(place(i < 3 ? HIKARI : null), Math.min(callers, 40 - callers), 0)));
            conditions.moved(new GroupProgress(25, 1, 1));
            assertThat(GroupVerdictsTest.kinds(conditions).contains(WaitVerdictKind.POOL_EXHAUSTED))
                    .as("look %d", i)
                    .isEqualTo(i == 5);
        }
    }

    private static WaitSite place(Pools.@Nullable Pool pool) {
        WaitOperation operation = pool == null ? WaitOperation.CONDITION : WaitOperation.POOL;
        return new WaitSite(operation, pool, null, pool == null ? "com.acme.Inbox.next" : "x.y", null, null, List.of());
    }

    @Test
    void callers_that_wait_in_several_of_a_pools_methods_are_one_matter() {
        for (int i = 0; i < 3; i++) {
            look(0, 40);
            group.moved(new GroupProgress(40, 0, 1).gaveUp(39));
        }
        assertThat(about("io.agroal.pool.ConnectionPool.handlerFromSharedCache"))
                .isEqualTo(about("io.agroal.pool.ConnectionPool.waitAvailableHandler"));
    }

    @Test
    void a_look_that_can_not_judge_a_pool_ends_no_verdict_on_it() {
        Verdicts verdicts = new Verdicts(verdict -> {});
        for (int i = 0; i < 3; i++) {
            look(0, 40);
            group.moved(new GroupProgress(40, 0, 1));
        }
        verdicts.look(look, Instant.EPOCH, GroupVerdictsTest.judge(group), GroupVerdicts.undecided(List.of(group)));
        look(0, 40);
        group.unwatched();
        List<Verdicts.Judgment> found = GroupVerdictsTest.judge(group);
        assertThat(found).isEmpty();
        verdicts.look(look, Instant.EPOCH, found, GroupVerdicts.undecided(List.of(group)));
        assertThat(verdicts.all()).singleElement().satisfies(verdict -> {
            assertThat(verdict.kind()).isEqualTo(WaitVerdictKind.POOL_EXHAUSTED);
            assertThat(verdict.over()).isFalse();
        });
    }

    private String about(String site) {
        WaitSite place = new WaitSite(WaitOperation.POOL, HIKARI, null, site, "com.acme.Cart.load", null, List.of());
        group.sampled(List.of(new SiteShare(place, 40, 0)));
        return GroupVerdictsTest.judge(group).get(0).about();
    }
}
