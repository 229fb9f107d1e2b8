package io.vtmonitor.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.text.VerdictText;
import io.vtmonitor.threads.ToldGraph;
import io.vtmonitor.waits.Pools;
import io.vtmonitor.waits.SiteReader;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PoolCyclesTest {
    private static final long ANY_WAIT_IS_LONG = 1_000_000_000;

    private final Borrowings borrowings;
    private final int kind;
    private final int keyedKind;
    private final Map<Thread, Held> blocking = new HashMap<>();
    private final PoolCycles cycles = new PoolCycles();
    private final HolderLook holders = new HolderLook(new SiteReader(Pools.load(), name -> null));
    private final List<PoolView> views = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    PoolCyclesTest() throws IOException {
        PoolKinds kinds = PoolKinds.load();
        borrowings = new Borrowings(kinds.all());
        kind = kinds.of("com/mchange/v2/resourcepool/BasicResourcePool").get(0).index();
        keyedKind = kinds.of("org/apache/commons/pool2/impl/GenericKeyedObjectPool")
                .get(0)
                .index();
    }

    /** Who has what a thread waits for, and what kind that is of. */
    private record Held(Thread owner, Kind kind) {
        Held(Thread owner, boolean monitor) {
            this(owner, monitor ? Kind.MONITOR : Kind.LOCK);
        }
    }

    /** Looks like one of Commons Pool to who reads its fields. */
    private record Keyed(int maxTotal, int maxTotalPerKey) {}

    /** Looks like c3p0's to who reads its fields. */
    private record Pool(int max) {}

    @AfterEach
    void end_the_threads() throws InterruptedException {
        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void a_pool_of_one_that_its_borrower_asks_for_one_more_is_a_deadlock_from_the_second_look_on() throws Exception {
        Pool pool = new Pool(1);
        start(pool, pool);
        assertThat(look()).isEmpty();
        assertThat(look())
                .singleElement()
                .satisfies(found -> assertThat(VerdictText.evidence(found.facts()))
                        .startsWith("the only connection of c3p0 is lent to a thread that waits for one more of it."));
    }

    @Test
    void two_pools_whose_borrowers_wait_for_the_other_one_are_one_deadlock() throws Exception {
        Pool one = new Pool(1);
        Pool other = new Pool(1);
        start(one, other);
        start(other, one);
        look();
        assertThat(look())
                .singleElement()
                .satisfies(found -> assertThat(VerdictText.evidence(found.facts()))
                        .contains("; the only connection of c3p0 is lent to a thread that waits for one of"
                                + " another c3p0."));
    }

    @Test
    void a_borrower_that_does_not_wait_gives_its_own_back_one_day() throws Exception {
        Pool pool = new Pool(2);
        start(pool, pool);
        start(pool, null);
        look();
        assertThat(look()).isEmpty();
    }

    @Test
    void a_pool_that_has_not_lent_all_has_one_for_who_waits() throws Exception {
        Pool pool = new Pool(2);
        start(pool, pool);
        look();
        assertThat(look()).isEmpty();
    }

    @Test
    void a_borrower_that_waits_for_a_lock_whose_owner_waits_for_the_pool_is_in_a_deadlock() throws Exception {
        Pool pool = new Pool(1);
        start(pool, null);
        start(null, pool);
        look();
        assertThat(look()).isEmpty();
        blocking.put(threads.get(0), new Held(threads.get(1), false));
        look();
        assertThat(look()).singleElement().satisfies(found -> {
            assertThat(VerdictText.evidence(found.facts()))
                    .startsWith(
                            "the only connection of c3p0 is lent to a thread that waits for a lock whose owner waits"
                                    + " for one more of it.");
            assertThat(VerdictText.cure(found.facts()))
                    .startsWith("Let no thread borrow a connection while it owns a lock");
        });
    }

    @Test
    void a_borrower_that_waits_for_a_monitor_is_told_as_one_and_a_second_borrower_that_does_not_wait_ends_it()
            throws Exception {
        Pool pool = new Pool(2);
        start(pool, null);
        start(pool, pool);
        start(null, pool);
        blocking.put(threads.get(0), new Held(threads.get(2), true));
        look();
        assertThat(look()).singleElement().satisfies(found -> {
            assertThat(VerdictText.evidence(found.facts()))
                    .startsWith("all 2 connections of c3p0 are lent to threads that wait for a monitor whose owner"
                            + " waits for, or themselves wait for, one more of it.");
            assertThat(VerdictText.cure(found.facts()))
                    .startsWith("Let no thread borrow a connection while it owns a monitor that threads with one wait"
                            + " for: borrow it before the monitor is taken");
        });
        blocking.clear();
        assertThat(look()).isEmpty();
    }

    @Test
    void a_borrower_that_waits_for_a_task_that_waits_for_the_pool_is_in_a_deadlock_without_a_lock() throws Exception {
        Pool pool = new Pool(1);
        start(pool, null);
        start(null, pool);
        blocking.put(threads.get(0), new Held(threads.get(1), Kind.TASK));
        look();
        assertThat(look()).singleElement().satisfies(found -> {
            assertThat(VerdictText.evidence(found.facts()))
                    .contains("waits for a task whose thread waits for one more");
            assertThat(VerdictText.cure(found.facts())).doesNotContain("lock");
        });
    }

    @Test
    void a_pool_whose_borrowers_are_in_a_deadlock_of_locks_does_not_wait_for_itself_nor_one_that_waits_for_it()
            throws Exception {
        Pool pool = new Pool(1);
        Pool other = new Pool(1);
        start(pool, null);
        start((Pool) null, null);
        start(other, pool);
        blocking.put(threads.get(0), new Held(threads.get(1), false));
        blocking.put(threads.get(1), new Held(threads.get(0), true));
        look();
        assertThat(look()).isEmpty();
    }

    @Test
    void all_that_a_pool_lends_for_one_key_lent_to_threads_that_want_one_more_for_it_is_a_deadlock() throws Exception {
        Keyed pool = new Keyed(-1, 2);
        start(pool, "a", "a");
        start(pool, new String("a"), "a");
        start(pool, "b", null);
        look();
        assertThat(look())
                .singleElement()
                .satisfies(found -> assertThat(VerdictText.evidence(found.facts()))
                        .startsWith(
                                "all 2 pooled objects of Commons Pool 2 for one route or key are lent to threads that"
                                        + " wait for one more for the same."));
    }

    @Test
    void a_route_that_was_made_for_one_request_and_dropped_is_known_as_long_as_its_connection_is_lent()
            throws Exception {
        Keyed pool = new Keyed(-1, 2);
        start(keyedKind, () -> new Object[] {pool, new String("a")}, new Object[] {pool, "a"}, pool);
        start(keyedKind, () -> new Object[] {pool, new String("a")}, new Object[] {pool, "a"}, pool);
        WeakReference<Object> collected = new WeakReference<>(new Object());
        while (collected.get() != null) {
            System.gc();
        }
        look();
        assertThat(look()).hasSize(1);
    }

    @Test
    void threads_with_one_key_that_wait_for_another_which_is_not_all_lent_are_in_no_deadlock() throws Exception {
        Keyed pool = new Keyed(20, 2);
        start(pool, "a", "b");
        start(pool, "a", "b");
        start(pool, "b", null);
        look();
        assertThat(look()).isEmpty();
    }

    @Test
    void two_keys_whose_borrowers_wait_for_the_other_one_are_one_deadlock() throws Exception {
        Keyed pool = new Keyed(20, 1);
        start(pool, "a", "b");
        start(pool, "b", "a");
        look();
        assertThat(look())
                .singleElement()
                .satisfies(found -> assertThat(VerdictText.evidence(found.facts()))
                        .startsWith("the only pooled object of Commons Pool 2 for one route or key is lent to a thread"
                                + " that waits for one for another route or key of it; the only"));
    }

    @Test
    void of_a_pool_that_may_lend_more_those_are_told_that_have_what_others_wait_for() throws Exception {
        Keyed pool = new Keyed(20, 1);
        start(pool, "a", null);
        start(pool, "b", null);
        start(pool, "c", "b");
        for (int i = 0;
                i < 100 && views.stream().noneMatch(view -> view.figures().worst() != null);
                i++) {
            look();
            Thread.sleep(10); // a wait counts once it has lasted a millisecond
        }
        assertThat(views.get(0).figures().worst().lookedAt()).isEqualTo(1);
        assertThat(views.get(0).figures().worst().inUse()).isEqualTo(3);
    }

    @Test
    void a_deadlock_covers_that_threads_wait_for_its_pool_from_the_second_look_on() throws Exception {
        Pool pool = new Pool(1);
        start(pool, pool);
        start(null, pool);
        look();
        assertThat(cycles.suspects("c3p0")).isTrue();
        assertThat(cycles.cover("c3p0", "pool_exhausted")).isFalse();
        look();
        assertThat(cycles.suspects("c3p0")).isFalse();
        assertThat(cycles.cover("c3p0", "pool_exhausted")).isTrue();
        assertThat(cycles.cover("HikariCP", "pool_exhausted")).isFalse();
        assertThat(look())
                .singleElement()
                .satisfies(found -> assertThat(found.covers()).containsExactly("pool_exhausted"));
    }

    @Test
    void a_deadlock_does_not_cover_that_threads_wait_for_another_pool_of_its_kind() throws Exception {
        Pool pool = new Pool(1);
        Pool other = new Pool(1);
        start(pool, pool);
        start(other, null);
        start(null, other);
        look();
        assertThat(look()).hasSize(1);
        assertThat(cycles.cover("c3p0", "pool_exhausted")).isFalse();
    }

    @Test
    void a_deadlock_of_one_key_does_not_cover_that_threads_wait_for_another_one() throws Exception {
        Keyed pool = new Keyed(-1, 1);
        start(pool, "a", "a");
        start(pool, "b", null);
        start(pool, "c", "b");
        look();
        assertThat(look()).hasSize(1);
        assertThat(cycles.cover("Commons Pool 2", "pool_exhausted")).isFalse();
    }

    private List<Judgment> look() {
        for (PoolBook book : borrowings.pools()) {
            if (views.stream().noneMatch(view -> view.book == book)) {
                views.add(new PoolView(book));
            }
        }
        views.forEach(view -> view.look(Instant.now(), System.nanoTime(), holders, borrower -> null, 10));
        ToldGraph graph = new ToldGraph();
        blocking.forEach((waiter, held) -> {
            Thing thing = new Thing(held.kind(), "", null, held);
            graph.waits(waiter, thing, false);
            graph.has(thing, held.owner(), -1, How.OWNS, Confidence.EXACT);
        });
        return cycles.judge(views, Instant.now(), System.nanoTime() + ANY_WAIT_IS_LONG, () -> graph);
    }

    private void start(Keyed pool, String has, @Nullable String wants) throws InterruptedException {
        start(keyedKind, () -> new Object[] {pool, has}, wants == null ? null : new Object[] {pool, wants}, pool);
    }

    private void start(@Nullable Pool has, @Nullable Pool wants) throws InterruptedException {
        start(kind, has == null ? null : () -> has, wants, has);
    }

    private void start(int kind, @Nullable Supplier<Object> has, @Nullable Object wants, @Nullable Object pool)
            throws InterruptedException {
        CountDownLatch waits = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            Object connection = new Object();
            if (has != null) {
                borrowings.end(borrowings.begin(kind, has.get()), connection);
            }
            Object wait = wants == null ? null : borrowings.begin(kind, wants);
            waits.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (wait != null) {
                borrowings.end(wait, null);
            }
            if (has != null) {
                borrowings.giveBack(pool, connection);
            }
        });
        threads.add(thread);
        thread.start();
        waits.await();
    }
}
