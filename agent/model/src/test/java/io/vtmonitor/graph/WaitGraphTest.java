package io.vtmonitor.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.model.Confidence;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WaitGraphTest {
    private final WaitGraph.Builder builder = new WaitGraph.Builder();

    private static ThreadView thread(long id) {
        return new ThreadView(id, "t" + id, true, Phase.PARKED, null, null, List.of());
    }

    private static Thing lock(String name) {
        return new Thing(Kind.LOCK, "ReentrantLock", null, name);
    }

    private static Thing carrier() {
        return new Thing(Kind.CARRIER, "", "default", "default");
    }

    private WaitGraphTest waits(long thread, Thing thing) {
        builder.waits(thread(thread), thing, false);
        return this;
    }

    private WaitGraphTest has(Thing thing, long thread) {
        builder.has(new Has(thing, thread(thread), -1, How.OWNS, Confidence.EXACT));
        return this;
    }

    private static Set<Long> ids(Set<ThreadView> threads) {
        return threads.stream().map(ThreadView::id).collect(Collectors.toSet());
    }

    @Test
    void two_threads_that_each_want_the_lock_of_the_other_are_a_circle_and_a_third_only_waits_for_it() {
        WaitGraph graph = has(lock("A"), 1)
                .has(lock("B"), 2)
                .waits(1, lock("B"))
                .waits(2, lock("A"))
                .waits(3, lock("A"))
                .builder
                .build();
        assertThat(ids(graph.stuck())).containsExactlyInAnyOrder(1L, 2L, 3L);
        assertThat(graph.circles()).singleElement().satisfies(circle -> {
            assertThat(ids(circle)).containsExactlyInAnyOrder(1L, 2L);
            assertThat(graph.around(circle))
                    .extracting(wait -> wait.thread().id())
                    .containsExactly(1L, 2L);
        });
        assertThat(graph.behind(Set.of(thread(1)))).isEqualTo(2);
    }

    @Test
    void a_wait_with_a_time_limit_breaks_the_circle_unless_such_waits_are_asked_for() {
        has(lock("A"), 1).has(lock("B"), 2).waits(1, lock("B"));
        WaitGraph graph = builder.waits(thread(2), lock("A"), true).build();
        assertThat(graph.stuck()).isEmpty();
        assertThat(graph.circles(wait -> true)).hasSize(1);
    }

    @Test
    void a_carrier_is_waited_for_in_vain_only_if_all_carriers_are_held_by_threads_that_are_stuck() {
        waits(1, lock("A")).waits(2, lock("A")).waits(3, carrier());
        has(carrier(), 1).has(carrier(), 2);
        builder.has(new Has(lock("A"), thread(3), -1, How.IS_NEXT, Confidence.EXACT));
        WaitGraph graph = builder.build();
        assertThat(ids(graph.stuck())).containsExactlyInAnyOrder(1L, 2L, 3L);
        assertThat(graph.without(thing -> thing.kind() == Kind.CARRIER).stuck()).isEmpty();
        builder.open(carrier());
        assertThat(builder.build().stuck()).isEmpty();
    }

    @Test
    void a_thread_that_has_a_read_lock_and_waits_for_the_write_lock_is_a_circle_of_one() {
        builder.has(new Has(lock("RW"), thread(7), -1, How.SHARES, Confidence.EXACT));
        builder.has(new Has(lock("RW"), thread(8), -1, How.SHARES, Confidence.EXACT));
        WaitGraph graph = waits(7, lock("RW")).builder.build();
        assertThat(graph.circles())
                .singleElement()
                .satisfies(circle -> assertThat(graph.around(circle))
                        .singleElement()
                        .satisfies(wait -> assertThat(wait.thread().id()).isEqualTo(7)));
    }

    @Test
    void threads_that_want_what_several_have_are_behind_all_of_those_and_not_behind_one() {
        Thing worker = new Thing(Kind.WORKER, "pool", null, "pool");
        has(worker, 1).has(worker, 2).waits(1, worker).waits(2, worker);
        WaitGraph graph = builder.crowd(worker, 36).build();
        assertThat(graph.behind(Set.of(thread(1), thread(2)))).isEqualTo(36);
        assertThat(graph.behind(Set.of(thread(1)))).isZero();
    }

    @Test
    void a_chain_goes_from_a_crowd_to_the_thread_that_waits_for_nothing() {
        has(lock("A"), 1).has(lock("B"), 2).waits(1, lock("B"));
        WaitGraph graph = builder.crowd(lock("A"), 500).build();
        assertThat(graph.chain(lock("A"))).extracting(has -> has.thread().id()).containsExactly(1L, 2L);
        assertThat(graph.behind(Set.of(thread(2)))).isEqualTo(501);
        assertThat(graph.waiting(lock("A"))).isEqualTo(500);
    }

    @Test
    void thousands_of_workers_that_all_wait_for_a_worker_are_one_circle_that_is_found_soon() {
        Thing worker = new Thing(Kind.WORKER, "pool", null, "pool");
        Set<Long> all = new HashSet<>();
        for (long id = 0; id < 4_000; id++) {
            has(worker, id).waits(id, worker);
            all.add(id);
        }
        WaitGraph graph = has(lock("A"), 0).waits(4_000, lock("A")).builder.build();
        assertTimeoutPreemptively(
                Duration.ofSeconds(60),
                () -> assertThat(graph.circles())
                        .singleElement()
                        .satisfies(circle -> assertThat(ids(circle)).isEqualTo(all)));
    }

    /** The threads that a stuck thread waits for, directly or through others, nearest first. */
    private static Set<ThreadView> reach(ThreadView from, WaitGraph graph, Set<ThreadView> stuck) {
        Set<ThreadView> reached = new LinkedHashSet<>();
        Deque<ThreadView> next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            WaitsFor wait = graph.waitOf(next.removeFirst());
            for (Has has : wait == null ? List.<Has>of() : graph.holders(wait.thing())) {
                if (stuck.contains(has.thread()) && reached.add(has.thread())) {
                    next.add(has.thread());
                }
            }
        }
        return reached;
    }

    /** Those that reach each other, in the order in which the first one reaches them. */
    private static List<List<ThreadView>> reachEachOther(WaitGraph graph) {
        Set<ThreadView> stuck = graph.stuck();
        Set<ThreadView> placed = new HashSet<>();
        List<List<ThreadView>> all = new ArrayList<>();
        for (ThreadView thread : stuck) {
            Set<ThreadView> from = reach(thread, graph, stuck);
            if (from.contains(thread) && !placed.contains(thread)) {
                List<ThreadView> circle = from.stream()
                        .filter(each -> reach(each, graph, stuck).contains(thread))
                        .toList();
                placed.addAll(circle);
                all.add(circle);
            }
        }
        return all;
    }

    /** Threads that can continue give back what they have; who never comes to that is stuck. */
    private static Set<Long> neverDone(WaitGraph graph, List<ThreadView> threads, Set<Thing> open) {
        Set<ThreadView> done = new HashSet<>();
        boolean changed = true;
        while (changed) {
            changed = false;
            for (ThreadView thread : threads) {
                WaitsFor wait = graph.waitOf(thread);
                boolean may = wait == null
                        || wait.timed()
                        || graph.holders(wait.thing()).isEmpty();
                if (wait != null && !may) {
                    List<Has> all = graph.holders(wait.thing());
                    may = wait.thing().kind().isAny()
                            ? open.contains(wait.thing()) || all.stream().anyMatch(has -> done.contains(has.thread()))
                            : all.stream().allMatch(has -> done.contains(has.thread()));
                }
                changed |= may && done.add(thread);
            }
        }
        return threads.stream()
                .filter(each -> !done.contains(each))
                .map(ThreadView::id)
                .collect(Collectors.toSet());
    }

    @Test
    void in_random_graphs_exactly_those_are_stuck_that_no_order_of_continuing_sets_free() {
        Random random = new Random(20261127);
        int stuck = 0;
        for (int run = 0; run < 20_000; run++) {
            WaitGraph.Builder graph = new WaitGraph.Builder();
            int size = 1 + random.nextInt(8);
            List<ThreadView> threads = new ArrayList<>();
            List<Thing> things = new ArrayList<>();
            Set<Thing> open = new HashSet<>();
            for (int i = 0; i < size; i++) {
                threads.add(thread(i));
                Kind kind = random.nextInt(4) == 0 ? Kind.CARRIER : Kind.LOCK;
                things.add(new Thing(kind, "", null, "thing" + i));
                if (kind.isAny() && random.nextInt(5) == 0) {
                    open.add(things.get(i));
                    graph.open(things.get(i));
                }
            }
            for (int i = 0; i < 2 * size; i++) {
                graph.has(new Has(
                        things.get(random.nextInt(size)),
                        threads.get(random.nextInt(size)),
                        -1,
                        How.OWNS,
                        Confidence.EXACT));
            }
            for (ThreadView thread : threads) {
                if (random.nextInt(8) > 0) {
                    graph.waits(thread, things.get(random.nextInt(size)), random.nextInt(10) == 0);
                }
            }
            WaitGraph built = graph.build();
            Set<Long> expected = neverDone(built, threads, open);
            assertThat(ids(built.stuck())).as("run %d", run).isEqualTo(expected);
            stuck += expected.isEmpty() ? 0 : 1;
            assertThat(built.circles().stream().map(List::copyOf))
                    .as("run %d", run)
                    .isEqualTo(reachEachOther(built));
            for (Set<ThreadView> circle : built.circles()) {
                assertThat(expected).as("run %d", run).containsAll(ids(circle));
                List<WaitsFor> around = built.around(circle);
                assertThat(around).as("run %d", run).isNotEmpty();
                for (int i = 0; i < around.size(); i++) {
                    ThreadView next = around.get((i + 1) % around.size()).thread();
                    assertThat(built.holders(around.get(i).thing()))
                            .as("run %d", run)
                            .anyMatch(has -> has.thread().equals(next));
                }
            }
            assertThat(built.circles().isEmpty()).as("run %d", run).isEqualTo(expected.isEmpty());
        }
        assertThat(stuck).isBetween(2_000, 18_000);
    }
}
