package io.vtmonitor.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.waits.PoolKind;
import io.vtmonitor.waits.Pools;
import io.vtmonitor.waits.SiteReader;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PoolViewTest {
    private static final long SECOND = 1_000_000_000;

    private final Object pool = new Object();
    private final List<PoolKind> kinds;
    private final Borrowings borrowings;
    private final HolderLook holders = new HolderLook(new SiteReader(Pools.load(), name -> null));
    private final CountDownLatch end = new CountDownLatch(1);
    private PoolView view;

    PoolViewTest() throws IOException {
        kinds = PoolKinds.load().all();
        borrowings = new Borrowings(kinds);
    }

    @AfterEach
    void let_the_threads_end() {
        end.countDown();
    }

    @Test
    void a_look_at_which_nothing_was_lent_yet_is_never_the_one_that_is_told() throws InterruptedException {
        waiter();
        waiter();
        waiter();
        look(SECOND);
        assertThat(figures().worst()).isNull();
        Object connection = borrow();
        look(2 * SECOND);
        assertThat(figures().worst().inUse()).isEqualTo(1);
        assertThat(figures().worst().holders()).hasSize(1);
        assertThat(figures().occupancy().mostWaiting()).isEqualTo(3);
        borrowings.giveBack(pool, connection);
    }

    @Test
    void the_place_is_likely_where_the_borrower_is_now_and_exact_where_it_was_seen_to_borrow()
            throws InterruptedException {
        Object first = borrow();
        waiter();
        look(SECOND);
        assertThat(figures().worst().holders())
                .singleElement()
                .satisfies(holder -> assertThat(holder.confidence()).isEqualTo(Confidence.LIKELY));
        borrowings.giveBack(pool, first);
        Object second = borrow();
        look(5 * SECOND);
        assertThat(figures().worst().holders())
                .singleElement()
                .satisfies(holder -> assertThat(holder.confidence()).isEqualTo(Confidence.EXACT));
        borrowings.giveBack(pool, second);
    }

    @Test
    void who_gave_it_back_while_the_stacks_were_read_does_not_hold_it() throws InterruptedException {
        Object connection = new Object();
        CountDownLatch begun = new CountDownLatch(1);
        Thread borrower =
                new Thread(() -> {
                    borrowings.end(borrowings.begin(0, pool), connection);
                    begun.countDown();
                    await();
                }) {
                    @Override
                    public StackTraceElement[] getStackTrace() {
                        borrowings.giveBack(pool, connection);
                        return super.getStackTrace();
                    }
                };
        borrower.setDaemon(true);
        borrower.start();
        begun.await();
        waiter();
        look(SECOND);
        assertThat(figures().worst()).isNull();
    }

    @Test
    void a_connection_of_a_client_library_was_borrowed_where_the_application_calls_that() {
        StackTraceElement[] stack = {
            new StackTraceElement("org.apache.commons.pool2.impl.GenericObjectPool", "borrowObject", "", 230),
            new StackTraceElement("redis.clients.jedis.util.Pool", "getResource", "", 38),
            new StackTraceElement("redis.clients.jedis.JedisPool", "getResource", "", 378),
            new StackTraceElement("com.acme.Cart", "load", "", 5)
        };
        Lent lent = new Lent(new WeakReference<>(null), 0, stack, null, null);
        assertThat(holders.holders(List.of(new HolderLook.Held(lent, null, List.of())), SECOND, borrower -> null))
                .singleElement()
                .satisfies(holder -> assertThat(holder.place()).hasToString("com.acme.Cart.load:5"));
    }

    @Test
    void more_stacks_are_taken_once_a_thread_has_ended_that_gave_nothing_back() throws InterruptedException {
        Object first = borrow();
        look(2 * SECOND);
        assertThat(view.book.leaks).as("its borrower lives").isFalse();
        Thread careless = new Thread(this::borrow);
        careless.start();
        careless.join();
        look(SECOND / 2);
        assertThat(view.book.leaks).as("it may be under way").isFalse();
        look(2 * SECOND);
        assertThat(view.book.leaks).isTrue();
        borrowings.giveBack(pool, first);
    }

    @Test
    void a_pool_that_may_have_lent_something_before_it_was_watched_does_not_tell_what_is_idle() {
        PoolKind hikari = kinds.stream()
                .filter(kind -> kind.name().equals("HikariCP"))
                .findFirst()
                .orElseThrow();
        Bag bag = new Bag();
        assertThat(idle(new PoolBook(hikari, bag, false, new AtomicInteger()))).isEqualTo(bag.sharedList.size());
        assertThat(idle(new PoolBook(hikari, bag, true, new AtomicInteger()))).isNull();
        assertThat(bag.sharedList).as("it is still there").isNotEmpty();
    }

    /** As HikariCP's. */
    private static final class Bag {
        final List<Integer> sharedList = List.of(1, 2, 3, 4, 5);
    }

    private static Integer idle(PoolBook book) {
        return new PoolView(book).figures().occupancy().idle();
    }

    private ResourcePool figures() {
        return view.figures();
    }

    private Object borrow() {
        Object connection = new Object();
        borrowings.end(borrowings.begin(0, pool), connection);
        return connection;
    }

    private void look(long later) {
        if (view == null) {
            view = new PoolView(borrowings.pools().get(0));
        }
        view.look(Instant.now(), System.nanoTime() + later, holders, borrower -> null, 10);
    }

    private void waiter() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            Object wait = borrowings.begin(0, pool);
            begun.countDown();
            await();
            borrowings.end(wait, null);
        });
        thread.setDaemon(true);
        thread.start();
        begun.await();
    }

    private void await() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
