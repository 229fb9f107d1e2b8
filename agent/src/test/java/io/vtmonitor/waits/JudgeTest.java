package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Verdicts.Found;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class JudgeTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Pools.Pool HIKARI = new Pools.Pool("HikariCP", "com.zaxxer.", "x.y", "", "connection");

    private final Object lock = new Object();
    private final Followed group =
            new Followed(Phase.PARKED, lock, "java.util.concurrent.locks.ReentrantLock$NonfairSync");
    private long look;

    /** Threads with ids from, inclusive, to, exclusive, five seconds after the look before. */
    private void look(Followed followed, long from, long to, WaitOperation operation, Pools.Pool pool) {
        Sketch ids = new Sketch();
        LongStream.range(from, to).forEach(ids::add);
        look++;
        int threads = (int) (to - from);
        followed.look(look, look * 5 * SECOND, Instant.ofEpochSecond(look * 5), threads, threads, ids);
        WaitSite site = new WaitSite(operation, pool, null, "com.acme.Cache.load", null, null, List.of());
        followed.sampled(List.of(new Share(site, threads, 0)));
    }

    private void locked(long from, long to) {
        look(group, from, to, WaitOperation.LOCK, null);
    }

    private static List<WaitVerdictKind> kinds(Followed followed) {
        return Judge.judge(followed).stream().map(Found::kind).toList();
    }

    @Test
    void many_that_wait_for_a_slow_lock_at_three_looks_are_a_convoy() {
        locked(0, 300);
        locked(0, 300);
        assertThat(kinds(group)).isEmpty();
        locked(0, 300);
        group.moved(new Moved(300, 1, 0.05));
        assertThat(kinds(group)).containsExactly(WaitVerdictKind.LOCK_CONVOY);
    }

    @Test
    void many_that_get_a_lock_at_once_are_none() {
        locked(0, 300);
        locked(0, 300);
        locked(0, 300);
        group.moved(new Moved(300, 20, 0.001));
        assertThat(kinds(group)).isEmpty();
    }

    @Test
    void a_few_that_wait_for_a_lock_are_none_however_long_it_takes() {
        for (int i = 0; i < 10; i++) {
            locked(0, 3);
        }
        group.moved(new Moved(3, 0, 10));
        assertThat(kinds(group)).isEmpty();
    }

    @Test
    void a_group_that_was_gone_meanwhile_begins_anew() {
        locked(0, 300);
        locked(0, 300);
        look++;
        locked(0, 300);
        group.moved(new Moved(300, 0, 1));
        assertThat(kinds(group)).isEmpty();
    }

    @Test
    void few_that_wait_for_a_pool_all_the_while_have_lost_its_connections() {
        for (int i = 0; i < 3; i++) {
            look(group, 0, 3, WaitOperation.POOL, HIKARI);
        }
        assertThat(kinds(group)).containsExactly(WaitVerdictKind.POOL_EXHAUSTED);
    }

    @Test
    void one_that_waits_at_each_look_and_gets_its_turn_in_between_is_no_trouble() {
        for (int i = 0; i < 10; i++) {
            look(group, 0, 1, WaitOperation.POOL, HIKARI);
            group.moved(new Moved(1, 3, 0.05));
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
    void tasks_that_a_semaphore_lets_through_one_after_the_other_are_no_trouble() {
        look(group, 0, 1_000, WaitOperation.SEMAPHORE, null);
        look(group, 100, 1_000, WaitOperation.SEMAPHORE, null);
        look(group, 200, 1_000, WaitOperation.SEMAPHORE, null);
        group.moved(new Moved(800, 1, 0.05));
        assertThat(kinds(group)).isEmpty();
    }

    @Test
    void a_semaphore_that_lets_threads_through_in_bursts_is_no_trouble_while_nobody_happens_to_go() {
        for (int i = 0; i < 3; i++) {
            look(group, 0, 400, WaitOperation.SEMAPHORE, null);
            group.head(7 + i, look * 5 * SECOND);
        }
        group.moved(new Moved(400, 0, 1));
        assertThat(kinds(group)).isEmpty();
    }

    @Test
    void a_semaphore_that_lets_nobody_through_is_exhausted() {
        for (int i = 0; i < 3; i++) {
            look(group, 0, 800, WaitOperation.SEMAPHORE, null);
            group.head(7, look * 5 * SECOND);
        }
        group.moved(new Moved(800, 0, 1));
        assertThat(kinds(group)).containsExactly(WaitVerdictKind.POOL_EXHAUSTED);
    }

    @Test
    void a_group_that_only_grows_with_the_same_threads_in_it_is_told() {
        Followed futures = new Followed(Phase.PARKED, null, "java.util.concurrent.CompletableFuture$Signaller");
        for (int i = 1; i <= 23; i++) {
            look(futures, 0, 100L * i, WaitOperation.FUTURE, null);
            assertThat(kinds(futures)).isEmpty();
        }
        look(futures, 0, 2_400, WaitOperation.FUTURE, null);
        assertThat(kinds(futures)).containsExactly(WaitVerdictKind.GROWING);
    }

    @Test
    void a_load_that_rises_grows_with_other_threads_each_time() {
        Followed futures = new Followed(Phase.PARKED, null, "java.util.concurrent.CompletableFuture$Signaller");
        for (int i = 1; i <= 30; i++) {
            look(futures, 10_000L * i, 10_000L * i + 100L * i, WaitOperation.FUTURE, null);
        }
        assertThat(kinds(futures)).isEmpty();
    }

    @Test
    void a_lock_that_stays_free_while_the_same_thread_is_next_is_stuck() {
        for (int i = 0; i < 3; i++) {
            locked(0, 2);
            group.freeWith(7);
        }
        assertThat(kinds(group)).containsExactly(WaitVerdictKind.STUCK);
        locked(0, 2);
        group.freeWith(8);
        assertThat(kinds(group)).isEmpty();
    }
}
