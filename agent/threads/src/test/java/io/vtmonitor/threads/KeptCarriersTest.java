package io.vtmonitor.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
}
