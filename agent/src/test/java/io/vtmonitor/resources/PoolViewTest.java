package io.vtmonitor.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.waits.Pools;
import io.vtmonitor.waits.SiteReader;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PoolViewTest {
    private static final long SECOND = 1_000_000_000;

    private final Object pool = new Object();
    private final Borrowings borrowings;
    private final HolderLook holders = new HolderLook(new SiteReader(Pools.load(), name -> null));
    private final CountDownLatch end = new CountDownLatch(1);
    private PoolView view;

    PoolViewTest() throws IOException {
        borrowings = new Borrowings(PoolKinds.load().all());
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
        assertThat(figures().mostWaiting()).isEqualTo(3);
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
        view.look(Instant.now(), System.nanoTime() + later, holders, 10);
    }

    private void waiter() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            Object wait = borrowings.begin(0, pool);
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            borrowings.end(wait, null);
        });
        thread.setDaemon(true);
        thread.start();
        begun.await();
    }
}
