package io.vtmonitor.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.threads.KeptCarriers.Kept;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class KeptCarriersTest {
    private static final long SECOND = 1_000_000_000L;

    private final KeptCarriers kept = new KeptCarriers();
    private final Thread carrier = new Thread(() -> {}, "carrier");

    private Carrier with(Thread mounted) {
        return new Carrier(carrier, mounted, mounted);
    }

    @Test
    void a_carrier_with_the_same_thread_at_each_look_has_had_it_since_the_first_of_these_looks() {
        Carrier busy = with(Thread.currentThread());
        kept.look(List.of(busy), false, 0);
        kept.look(List.of(busy), false, 3 * SECOND);
        assertThat(kept.isWithSameThread(busy, 3 * SECOND, 3 * SECOND)).isTrue();
        assertThat(kept.isWithSameThread(busy, 4 * SECOND, 3 * SECOND)).isFalse();
    }

    @Test
    void a_carrier_that_had_another_thread_or_none_in_between_begins_again() {
        Carrier busy = with(Thread.currentThread());
        kept.look(List.of(busy), false, 0);
        kept.look(List.of(with(new Thread(() -> {}, "other"))), false, SECOND);
        kept.look(List.of(busy), false, 2 * SECOND);
        assertThat(kept.isWithSameThread(busy, SECOND, 2 * SECOND)).isFalse();
        kept.look(List.of(new Carrier(carrier, null, null)), false, 3 * SECOND);
        kept.look(List.of(busy), false, 4 * SECOND);
        assertThat(kept.isWithSameThread(busy, SECOND, 4 * SECOND)).isFalse();
    }

    @Test
    void a_thread_that_is_kept_for_long_is_watched_for_a_second_and_must_not_move() throws Exception {
        Thread parks = new Thread(LockSupport::park);
        parks.start();
        while (parks.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        List<Carrier> carriers = List.of(new Carrier(parks, parks, parks));
        kept.look(carriers, false, 0);
        List<Kept> found = kept.look(carriers, false, 10 * SECOND);
        AtomicLong watched = new AtomicLong();
        assertThat(kept.staying(found, 11 * SECOND, watched::addAndGet)).hasSize(1);
        assertThat(watched).as("not kept for so long").hasValue(0);
        assertThat(kept.staying(found, 9 * SECOND, watched::addAndGet)).hasSize(1);
        assertThat(watched).hasValue(SECOND);

        assertThat(kept.staying(found, 9 * SECOND, nanos -> end(parks))).isEmpty();
    }

    private static void end(Thread parked) {
        LockSupport.unpark(parked);
        try {
            parked.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
