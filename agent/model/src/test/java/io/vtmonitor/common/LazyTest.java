package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LazyTest {
    private final AtomicInteger calls = new AtomicInteger();

    @Test
    void it_is_made_once_when_it_is_first_asked_for() {
        Lazy<Integer> lazy = new Lazy<>(calls::incrementAndGet);
        assertThat(calls).hasValue(0);
        assertThat(lazy.get()).isEqualTo(1);
        assertThat(lazy.get()).isEqualTo(1);
    }

    @Test
    void after_a_lack_of_memory_the_next_caller_gets_it() {
        Lazy<Integer> lazy = new Lazy<>(() -> {
            if (calls.incrementAndGet() == 1) {
                throw new OutOfMemoryError("for a test");
            }
            return 7;
        });
        assertThatThrownBy(lazy::get).isInstanceOf(OutOfMemoryError.class);
        assertThat(lazy.get()).isEqualTo(7);
    }
}
