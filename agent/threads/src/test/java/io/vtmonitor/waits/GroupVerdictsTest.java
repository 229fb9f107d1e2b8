package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts.JdkBugs;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.text.VerdictText;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GroupVerdictsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Pools.Pool HIKARI = new Pools.Pool("HikariCP", "com.zaxxer.", "x.y", "", "connection", true);

    private static final JdkBugs NO_BUGS = new JdkBugs("25.0.2", List.of(), List.of());

    private final Object lock = new Object();
    private final TrackedGroup group =
            new TrackedGroup(Phase.PARKED, lock, "java.util.concurrent.locks.ReentrantLock$NonfairSync");
    private long look;

    /** Threads with ids from, inclusive, to, exclusive, five seconds after the look before. */
    private void look(TrackedGroup followed, long from, long to, WaitOperation operation, Pools.Pool pool) {
        look(followed, ++look, from, to, operation, pool);
    }

    static void look(
            TrackedGroup followed,
            long number,
            long from,
            long to,
            WaitOperation operation,
            Pools.@Nullable Pool pool) {
        ThreadIdSketch ids = new ThreadIdSketch();
        LongStream.range(from, to).forEach(ids::add);
        int threads = (int) (to - from);
        followed.look(number, number * 5 * SECOND, Instant.ofEpochSecond(number * 5), threads, threads, ids);
        WaitSite site = new WaitSite(operation, pool, null, "com.acme.Cache.load", null, null, List.of());
        followed.sampled(List.of(new SiteShare(site, threads, 0)));
    }

    private void locked(long from, long to) {
        look(group, from, to, WaitOperation.LOCK, null);
    }

    static List<Judgment> judge(TrackedGroup followed) {
        return GroupVerdicts.judge(followed, () -> NO_BUGS);
    }

    static List<WaitVerdictKind> kinds(TrackedGroup followed) {
        return judge(followed).stream().map(Judgment::kind).toList();
    }

    /** Half of the threads at each place. */
    private static void waitIn(TrackedGroup followed, String one, int threads, String other, int others) {
        followed.sampled(List.of(share(one, threads), share(other, others)));
    }

    private static SiteShare share(String site, int threads) {
        return new SiteShare(new WaitSite(WaitOperation.FUTURE, null, null, site, null, null, List.of()), threads, 0);
    }

    @Test
    void many_that_wait_for_a_slow_lock_at_three_looks_are_a_convoy() {
        locked(0, 300);
        locked(0, 300);
        assertThat(kinds(group)).isEmpty();
        locked(0, 300);
        group.moved(new GroupProgress(300, 1, 0.05));
        group.moved(new GroupProgress(300, 1, 0.05));
        assertThat(kinds(group)).containsExactly(WaitVerdictKind.LOCK_CONVOY);
    }

    @Test
    void a_convoy_behind_a_lock_that_is_not_the_jdks_is_likely() {
        TrackedGroup library = new TrackedGroup(Phase.PARKED, lock, "org.lib.Mutex$Sync");
        for (TrackedGroup one : List.of(group, library)) {
            for (int i = 1; i <= 3; i++) {
                look(one, i, 0, 300, WaitOperation.LOCK, null);
            }
            one.moved(new GroupProgress(300, 0, 1));
        }
        assertThat(judge(group).get(0).confidence()).isEqualTo(Confidence.EXACT);
        assertThat(judge(library).get(0).confidence()).isEqualTo(Confidence.LIKELY);
    }

    @Test
    void turns_that_come_in_bursts_are_no_convoy_until_two_watches_in_a_row_say_so() {
        locked(0, 300);
        locked(0, 300);
        locked(0, 300);
        group.moved(new GroupProgress(300, 20, 0.001));
        group.moved(new GroupProgress(300, 60, 1));
        assertThat(kinds(group)).isEmpty();
        group.moved(new GroupProgress(300, 60, 1));
        assertThat(kinds(group)).containsExactly(WaitVerdictKind.LOCK_CONVOY);
    }

    @Test
    void many_that_wait_for_a_lock_that_nobody_owns_wait_for_a_carrier() {
        for (int i = 0; i < 3; i++) {
            locked(0, 300);
            group.lock().unowned(true);
        }
        group.moved(new GroupProgress(300, 0, 1));
        assertThat(kinds(group)).isEmpty();
        locked(0, 300);
        group.lock().unowned(false);
        assertThat(kinds(group)).containsExactly(WaitVerdictKind.LOCK_CONVOY);
    }

    @Test
    void many_that_get_a_lock_at_once_are_none() {
        locked(0, 300);
        locked(0, 300);
        locked(0, 300);
        group.moved(new GroupProgress(300, 20, 0.001));
        assertThat(kinds(group)).isEmpty();
    }

    @Test
    void a_few_that_wait_for_a_lock_are_none_however_long_it_takes() {
        for (int i = 0; i < 10; i++) {
            locked(0, 3);
        }
        group.moved(new GroupProgress(3, 0, 10));
        assertThat(kinds(group)).isEmpty();
    }

    @Test
    void a_group_that_was_gone_meanwhile_begins_anew() {
        locked(0, 300);
        locked(0, 300);
        look++;
        locked(0, 300);
        group.moved(new GroupProgress(300, 0, 1));
        assertThat(kinds(group)).isEmpty();
    }

    @Test
    void few_that_wait_for_a_pool_all_the_while_have_lost_its_connections() {
        for (int i = 0; i < 3; i++) {
            look(group, 0, 3, WaitOperation.POOL, HIKARI);
        }
        assertThat(kinds(group)).containsExactly(WaitVerdictKind.POOL_EXHAUSTED);
        assertThat(VerdictText.evidence(judge(group).get(0).facts()))
                .endsWith(" did. Each look for 10 s found the same threads, and none made progress while they were"
                        + " watched.");
    }

    @Test
    void one_that_waits_at_each_look_and_gets_its_turn_in_between_is_no_trouble() {
        for (int i = 0; i < 10; i++) {
            look(group, 0, 1, WaitOperation.POOL, HIKARI);
            group.moved(new GroupProgress(1, 3, 0.05));
        }
        assertThat(kinds(group)).isEmpty();
    }

    @Test
    void few_that_wait_for_a_pool_and_get_it_are_no_trouble() {
        for (int i = 0; i < 3; i++) {
            look(group, 10L * i, 10L * i + 3, WaitOperation.POOL, HIKARI);
        }
        assertThat(kinds(group)).isEmpty();
    }

    @Test
    void who_waits_for_the_turn_to_accept_a_connection_may_be_idle() {
        for (int i = 0; i < 3; i++) {
            locked(0, 30);
        }
        group.moved(new GroupProgress(30, 0, 1));
        WaitHolder acceptor = new WaitHolder(
                "acceptor",
                Confidence.EXACT,
                null,
                Confidence.UNKNOWN,
                WaitOperation.SOCKET_ACCEPT,
                0,
                null,
                StackFrame.parse(List.of("java.net.ServerSocket.accept:1", "com.acme.Server.serve:1")));
        group.heldBy(acceptor, 7, look * 5 * SECOND);
        assertThat(kinds(group)).isEmpty();
        group.heldBy(null, 0, look * 5 * SECOND);
        assertThat(kinds(group)).containsExactly(WaitVerdictKind.LOCK_CONVOY);
    }

    private static WaitHolder owner(WaitOperation doing) {
        return new WaitHolder("owner", Confidence.EXACT, null, Confidence.UNKNOWN, doing, 0, null, List.of());
    }

    @Test
    void an_owner_that_could_run_lacks_a_carrier() {
        locked(0, 30);
        assertThat(ConvoyJudge.lacksCarrier(group)).isFalse();
        group.heldBy(owner(WaitOperation.SLEEP), 7, 0);
        assertThat(ConvoyJudge.lacksCarrier(group)).isFalse();
        group.heldBy(owner(WaitOperation.READY), 7, 0);
        assertThat(ConvoyJudge.lacksCarrier(group)).isTrue();
    }

    @Test
    void a_lock_whose_owner_has_ended_is_stuck_however_few_wait() {
        for (int i = 0; i < 3; i++) {
            assertThat(kinds(group)).isEmpty();
            locked(0, 1);
            group.heldBy(WaitHolder.ended("virtual thread #7"), 7, look * 5 * SECOND);
        }
        assertThat(judge(group)).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(WaitVerdictKind.STUCK);
            assertThat(VerdictText.evidence(found.facts()))
                    .isEqualTo("1 virtual thread waits for the same lock (java.util.concurrent.locks.ReentrantLock)"
                            + " in com.acme.Cache.load. The lock is held by virtual thread #7, which has ended without"
                            + " releasing it. No other thread can release it.");
        });
    }

    @Test
    void an_estimated_number_of_threads_is_said_to_be_one() {
        for (int i = 0; i < 3; i++) {
            locked(0, 696);
            group.within(20);
        }
        group.moved(new GroupProgress(696, 0, 1));
        assertThat(judge(group))
                .singleElement()
                .satisfies(found -> assertThat(VerdictText.evidence(found.facts()))
                        .startsWith("About 696 virtual threads wait for the same lock"));
        assertThat(group.shares().get(0).margin()).isEqualTo(20);
    }

    @Test
    void of_a_group_at_several_places_the_one_that_grew_is_told() {
        TrackedGroup futures = new TrackedGroup(Phase.PARKED, null, "java.util.concurrent.CompletableFuture$Signaller");
        for (int i = 0; i < 24; i++) {
            look(futures, 0, 300 + 10L * i, WaitOperation.FUTURE, null);
            waitIn(futures, "com.acme.Stable.join", 300, "com.acme.Leak.join", 10 * i);
        }
        assertThat(judge(futures)).singleElement().satisfies(found -> {
            assertThat(found.site()).isEqualTo("com.acme.Leak.join");
            assertThat(found.threads()).isEqualTo(230);
            assertThat(VerdictText.evidence(found.facts()))
                    .startsWith("From about 0 to about 230 virtual threads in 115 s wait for a future in"
                            + " com.acme.Leak.join. The group of all 530 threads that wait in the same way never");
        });
    }

    @Test
    void a_group_that_grows_a_little_at_several_places_is_no_trouble() {
        TrackedGroup futures = new TrackedGroup(Phase.PARKED, null, "java.util.concurrent.CompletableFuture$Signaller");
        for (int i = 0; i < 24; i++) {
            look(futures, 0, 100 + 8L * i, WaitOperation.FUTURE, null);
            waitIn(futures, "com.acme.One.join", 50 + 4 * i, "com.acme.Other.join", 50 + 4 * i);
        }
        assertThat(kinds(futures)).isEmpty();
    }

    @Test
    void a_group_that_only_grows_with_the_same_threads_in_it_is_told() {
        TrackedGroup futures = new TrackedGroup(Phase.PARKED, null, "java.util.concurrent.CompletableFuture$Signaller");
        for (int i = 1; i <= 23; i++) {
            look(futures, 0, 100L * i, WaitOperation.FUTURE, null);
            assertThat(kinds(futures)).isEmpty();
        }
        look(futures, 0, 2_400, WaitOperation.FUTURE, null);
        assertThat(kinds(futures)).containsExactly(WaitVerdictKind.GROWING);
    }

    @Test
    void that_the_queue_of_a_convoy_grows_is_no_verdict_of_its_own() {
        for (int i = 1; i <= 24; i++) {
            locked(0, 100L * i);
            group.moved(new GroupProgress(100 * i, 0, 1));
        }
        assertThat(kinds(group)).containsExactly(WaitVerdictKind.LOCK_CONVOY);
    }

    @Test
    void a_load_that_rises_grows_with_other_threads_each_time() {
        TrackedGroup futures = new TrackedGroup(Phase.PARKED, null, "java.util.concurrent.CompletableFuture$Signaller");
        for (int i = 1; i <= 30; i++) {
            look(futures, 10_000L * i, 10_000L * i + 100L * i, WaitOperation.FUTURE, null);
        }
        assertThat(kinds(futures)).isEmpty();
    }

    @Test
    void a_lock_that_stays_free_while_the_same_thread_is_next_is_stuck() {
        for (int i = 0; i < 3; i++) {
            locked(0, 2);
            group.lock().freeWith(7);
        }
        assertThat(kinds(group)).containsExactly(WaitVerdictKind.STUCK);
        assertThat(VerdictText.cure(judge(group).get(0).facts()))
                .isEqualTo("A wake-up was lost. No bug of JDK 25.0.2 is known that does so: see the thread dump.");
        locked(0, 2);
        group.lock().freeWith(8);
        assertThat(kinds(group)).isEmpty();
    }
}
