package io.vtmonitor.resources;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PoolBookTest {
    /** With a stack for each of so many times {@link Borrowings#MOST_POOLS}, there are more than are kept. */
    private static final int MANY = 6;

    private final Object pool = new Object();
    private final Borrowings borrowings;

    PoolBookTest() throws IOException {
        borrowings = new Borrowings(PoolKinds.load().all());
    }

    private PoolBook book() {
        return borrowings.pools().get(0);
    }

    @Test
    void what_is_lent_is_in_use_until_it_is_given_back() {
        Object connection = new Object();
        Object wait = borrowings.begin(0, pool);
        assertThat(book().waits()).hasSize(1);
        borrowings.end(wait, connection);
        assertThat(book().waits()).isEmpty();
        assertThat(book().inUse()).isEqualTo(1);
        assertThat(book().lent().iterator().next().borrower().get()).isSameAs(Thread.currentThread());

        borrowings.giveBack(pool, connection);
        borrowings.giveBack(pool, connection); // closed twice
        assertThat(book().inUse()).isZero();
        assertThat(book().mostInUse()).isEqualTo(1);
        assertThat(book().borrowings()).isEqualTo(1);
        assertThat(book().returns()).isEqualTo(1);
    }

    @Test
    void a_call_made_of_several_is_one_wait() {
        Object outer = borrowings.begin(0, pool);
        assertThat(borrowings.begin(0, pool)).isNull();
        borrowings.end(outer, new Object());
        assertThat(book().borrowings()).isEqualTo(1);
        assertThat(book().failures()).isZero();
    }

    @Test
    void who_gets_none_has_failed_unless_a_call_inside_lent_one() {
        borrowings.end(borrowings.begin(0, pool), null);
        assertThat(book().failures()).isEqualTo(1);

        Object wait = borrowings.begin(0, pool);
        borrowings.lend(pool, new Object());
        borrowings.end(wait, null);
        assertThat(book().failures()).isEqualTo(1);
        assertThat(book().inUse()).isEqualTo(1);
    }

    @Test
    void what_was_lent_before_anybody_watched_is_not_counted_when_it_comes_back() {
        borrowings.begin(0, pool);
        borrowings.giveBack(pool, new Object());
        assertThat(book().inUse()).isZero();
        assertThat(book().returns()).isZero();
    }

    @Test
    void a_resource_that_is_lost_is_no_longer_in_use_and_is_counted() throws InterruptedException {
        borrowings.end(borrowings.begin(0, pool), new Object());
        for (int i = 0; i < 200 && book().dropped() == 0; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(book().dropped()).isEqualTo(1);
        assertThat(book().inUse()).isZero();
        assertThat(book().lent()).isEmpty();
    }

    @Test
    void more_than_can_be_followed_is_counted_apart() {
        Object[] all = new Object[PoolBook.MOST_LENT + 5];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Object();
            borrowings.end(borrowings.begin(0, pool), all[i]);
        }
        assertThat(book().inUse()).isEqualTo(PoolBook.MOST_LENT);
        assertThat(book().notFollowed()).isEqualTo(5);
        for (Object each : all) {
            borrowings.giveBack(pool, each);
        }
        assertThat(book().inUse()).isZero();
    }

    @Test
    void a_thread_that_ended_while_it_waited_waits_no_more() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            borrowings.begin(0, pool);
            begun.countDown();
        });
        thread.start();
        begun.await();
        thread.join();
        assertThat(book().waits()).isEmpty();
    }

    @Test
    void loans_with_a_stack_that_an_ended_watch_had_leave_the_next_its_stacks() throws IOException {
        List<Object> kept = new ArrayList<>();
        for (int watch = 0; watch < MANY; watch++) {
            Borrowings watched = new Borrowings(PoolKinds.load().all());
            for (int i = 0; i < Borrowings.MOST_POOLS; i++) {
                assertThat(borrowTraced(watched, kept).stack()).isNotNull();
            }
        }
    }

    @Test
    void loans_with_a_stack_of_pools_that_are_gone_leave_others_their_stacks() throws InterruptedException {
        List<Object> lent = new ArrayList<>();
        for (int round = 0; round < MANY; round++) {
            for (int i = 0; i < Borrowings.MOST_POOLS; i++) {
                List<Object> pools = new ArrayList<>();
                assertThat(borrowTraced(borrowings, pools).stack()).isNotNull();
                lent.add(pools.get(1));
            }
            for (int i = 0; i < 200 && borrowings.pools().stream().anyMatch(book -> book.pool.get() != null); i++) {
                System.gc();
                Thread.sleep(10);
            }
        }
        assertThat(lent).as("what is lent was reachable").hasSize(MANY * Borrowings.MOST_POOLS);
    }

    /** Borrows from a new pool, and adds the pool and what it lends to {@code kept}. */
    private static Lent borrowTraced(Borrowings from, List<Object> kept) {
        Object pool = new Object();
        Object connection = new Object();
        kept.add(pool);
        kept.add(connection);
        Wait wait = (Wait) from.begin(0, pool);
        wait.pool.tracing = true;
        from.end(wait, connection);
        return wait.pool.lent().iterator().next();
    }

    @Test
    void a_kind_of_pool_that_is_left_alone_is_told_nothing_of() throws IOException {
        borrowings.begin(0, pool);
        borrowings.leave(PoolKinds.load().all().get(0));
        assertThat(borrowings.pools()).isEmpty();
        assertThat(borrowings.begin(0, pool)).isNull();
        assertThat(borrowings.begin(0, new Object())).isNull();
    }
}
