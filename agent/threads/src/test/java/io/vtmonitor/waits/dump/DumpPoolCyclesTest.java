package io.vtmonitor.waits.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.text.VerdictText;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DumpPoolCyclesTest {
    private static final Thing ORDERS = thing(Kind.POOLED_OBJECT, "orders");
    private static final Thing USERS = thing(Kind.POOLED_OBJECT, "users");
    private static final Thing REPORTS = thing(Kind.POOLED_OBJECT, "reports");
    private static final Map<Thing, ResourcePool> POOLS =
            Map.of(ORDERS, pool("orders", 1), USERS, pool("users", 1), REPORTS, pool("reports", 2));

    private final WaitGraph.Builder graph = new WaitGraph.Builder();

    private static Thing thing(Kind kind, String key) {
        return new Thing(kind, "", null, key);
    }

    private static ResourcePool pool(String name, int size) {
        return new ResourcePool(
                new ResourcePool.Description("HikariCP", name, "connection", size, null),
                new ResourcePool.Occupancy(size, size, null, 1, 1),
                ResourcePool.Usage.NONE,
                null,
                null);
    }

    private static ThreadView thread(long id) {
        return new ThreadView(id, "", true, Phase.PARKED, null, null, List.of());
    }

    private DumpPoolCyclesTest waits(long thread, Thing thing) {
        graph.waits(thread(thread), thing, false);
        return this;
    }

    private DumpPoolCyclesTest has(long thread, Thing thing) {
        graph.has(new Has(thing, thread(thread), -1, How.OWNS, Confidence.EXACT));
        return this;
    }

    private @Nullable Judgment judge() {
        return DumpPoolCycles.judge(graph.build(), POOLS, Instant.EPOCH);
    }

    @Test
    void a_pool_whose_borrower_waits_for_a_lock_whose_owner_waits_for_the_pool_waits_for_itself() {
        Thing lock = thing(Kind.LOCK, "lock");
        has(1, ORDERS).waits(1, lock).has(2, lock).waits(2, ORDERS);
        assertThat(VerdictText.evidence(judge().facts()))
                .startsWith("the only connection of orders (HikariCP) is lent to a thread that waits for a lock whose"
                        + " owner waits for one more of it.");
    }

    @Test
    void what_one_thread_has_of_a_pool_is_counted_one_by_one() {
        has(1, REPORTS).has(1, REPORTS).waits(1, REPORTS);
        assertThat(VerdictText.evidence(judge().facts()))
                .startsWith("all 2 connections of reports (HikariCP) are lent to threads that wait for one more of"
                        + " it.");
    }

    @Test
    void a_pool_whose_borrower_is_in_a_deadlock_of_locks_does_not_wait_for_itself_nor_one_that_waits_for_it() {
        Thing lock = thing(Kind.LOCK, "lock");
        Thing other = thing(Kind.LOCK, "other");
        has(1, ORDERS).waits(1, lock).has(2, lock).waits(2, other).has(1, other);
        waits(3, ORDERS).has(3, USERS).waits(4, USERS);
        assertThat(judge()).isNull();
    }

    @Test
    void of_several_subtasks_the_one_that_waits_for_the_pool_is_why_it_waits_for_itself() {
        Thing subtasks = thing(Kind.SUBTASKS, "scope");
        Thing lock = thing(Kind.LOCK, "lock");
        has(1, ORDERS).has(1, lock).waits(1, subtasks);
        has(2, subtasks).waits(2, lock);
        has(3, subtasks).waits(3, ORDERS);
        assertSays(
                "the only connection of orders (HikariCP) is lent to a thread that waits for subtasks that wait for one"
                        + " more of it.",
                "Let no thread that has a connection wait for subtasks that borrow one, too: return the connection"
                        + " before the wait, or let them borrow none.");
    }

    @Test
    void a_task_through_which_a_borrower_waits_for_the_pool_is_no_lock() {
        Thing task = thing(Kind.TASK, "task");
        has(1, ORDERS).waits(1, task).has(2, task).waits(2, ORDERS);
        assertSays(
                "the only connection of orders (HikariCP) is lent to a thread that waits for a task whose thread waits"
                        + " for one more of it.",
                "Let no thread that has a connection wait for a task that borrows one, too: return the connection"
                        + " before the wait, or let the task borrow none.");
    }

    @Test
    void a_thread_whose_end_a_borrower_awaits_while_it_waits_for_the_pool_is_no_lock() {
        Thing end = thing(Kind.THREAD_END, "end");
        has(1, ORDERS).waits(1, end).has(2, end).waits(2, ORDERS);
        assertSays(
                "the only connection of orders (HikariCP) is lent to a thread that waits for the end of a thread that"
                        + " waits for one more of it.",
                "Let no thread that has a connection wait for a thread that borrows one, too: return the connection"
                        + " before the wait, or let that thread borrow none.");
    }

    @Test
    void a_task_behind_a_lock_is_told_as_neither() {
        Thing lock = thing(Kind.LOCK, "lock");
        Thing task = thing(Kind.TASK, "task");
        has(1, ORDERS).waits(1, lock).has(2, lock).waits(2, task).has(3, task).waits(3, ORDERS);
        assertSays(
                "the only connection of orders (HikariCP) is lent to a thread that waits for another thread that waits"
                        + " for one more of it.",
                "Let no thread that has a connection wait for another thread that borrows one, too: return the"
                        + " connection before the wait, or let that thread borrow none.");
    }

    private void assertSays(String evidence, String cure) {
        Judgment found = judge();
        assertThat(VerdictText.evidence(found.facts())).startsWith(evidence);
        assertThat(VerdictText.cure(found.facts())).isEqualTo(cure);
    }
}
