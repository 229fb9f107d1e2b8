package io.vtmonitor.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FlushGuardTest {
    private final AtomicInteger chunks = new AtomicInteger();
    private final FlushGuard guard = new FlushGuard(10, chunks::incrementAndGet);

    @Test
    void nothing_is_missed_before_the_first_flush() {
        look(1_000);

        assertThat(chunks).hasValue(0);
    }

    @Test
    void a_chunk_is_ended_when_flushes_cease_and_again_while_they_do() {
        guard.flushed();
        look(9);
        assertThat(chunks).hasValue(0);
        look(1);
        assertThat(chunks).hasValue(1);
        look(10);
        assertThat(guard.chunksEnded()).isEqualTo(2);
    }

    @Test
    void none_is_ended_while_flushes_come() {
        for (int i = 0; i < 100; i++) {
            guard.flushed();
            look(9);
        }

        assertThat(guard.chunksEnded()).isZero();
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            guard.look();
        }
    }
}
