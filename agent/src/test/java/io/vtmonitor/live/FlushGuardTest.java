package io.vtmonitor.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FlushGuardTest {
    private final AtomicInteger chunks = new AtomicInteger();
    private boolean ended;
    private final FlushGuard guard = new FlushGuard(new FlushGuard.Recorder() {
        @Override
        public boolean hasEnded() {
            return ended;
        }

        @Override
        public void endChunk() {
            if (chunks.incrementAndGet() == 1) {
                throw new OutOfMemoryError("the first time");
            }
        }
    });

    @Test
    void the_first_flush_is_given_twice_as_long_and_is_missed_then() {
        look(19);
        assertThat(chunks).hasValue(0);
        look(1);
        assertThat(chunks).hasValue(1);
    }

    @Test
    void a_chunk_is_ended_when_flushes_cease_and_again_while_they_do_and_at_the_next_look_where_that_failed() {
        guard.flushed();
        look(9);
        assertThat(chunks).hasValue(0);
        look(1);
        assertThat(chunks).hasValue(1);
        assertThat(guard.missed()).as("there was no memory for it").isZero();
        look(1);
        assertThat(guard.missed()).isEqualTo(1);
        look(9);
        assertThat(guard.missed()).isEqualTo(1);
        look(1);
        assertThat(guard.missed()).isEqualTo(2);
    }

    @Test
    void none_is_ended_while_flushes_come() {
        for (int i = 0; i < 100; i++) {
            guard.flushed();
            look(9);
        }

        assertThat(guard.missed()).isZero();
    }

    @Test
    void nothing_is_looked_at_when_the_recording_is_over() {
        guard.flushed();
        ended = true;

        assertThat(guard.look()).isTrue();
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            guard.look();
        }
    }
}
