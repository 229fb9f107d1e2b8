package io.vtmonitor.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class FlushGuardTest {
    private final AtomicInteger chunks = new AtomicInteger();
    private boolean ended;
    private boolean reading;
    private boolean read = true;
    private final FlushGuard guard = new FlushGuard(new FlushGuard.Recorder() {
        @Override
        public boolean isRead() {
            return read;
        }

        @Override
        public boolean isReading() {
            return reading;
        }

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
    void none_is_ended_while_nobody_reads_them() {
        read = false;
        look(100);
        assertThat(chunks).hasValue(0);
        read = true;
        look(19);
        assertThat(chunks).hasValue(0);
        look(1);
        assertThat(chunks).hasValue(1);
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

    @Test
    void while_our_own_thread_is_at_work_on_events_nothing_is_blamed_on_flight_recorder() {
        guard.flushed();
        reading = true;
        look(100);
        assertThat(chunks).hasValue(0);
        reading = false;
        look(9);
        assertThat(chunks).hasValue(0);
        look(1);
        assertThat(chunks).as("it has stopped all the same").hasValue(1);
    }

    @Test
    void it_is_taken_back_when_flushes_come_by_themselves_again() {
        guard.flushed();
        look(11);
        assertThat(guard.stopped()).isTrue();
        guard.flushed();
        guard.flushed();
        assertThat(guard.stopped()).as("the ended chunk brought those").isTrue();
        for (int i = 0; i < 5; i++) {
            guard.flushed();
        }
        assertThat(guard.stopped()).isFalse();
        assertThat(guard.missed()).isEqualTo(1);
    }

    @Test
    void it_is_taken_back_where_pins_come_all_the_time() {
        guard.flushed();
        look(11);
        assertThat(guard.stopped()).isTrue();
        reading = true;
        for (int i = 0; i < 6; i++) {
            guard.flushed();
            look(1);
        }
        assertThat(guard.stopped()).isFalse();
    }

    @Test
    void our_own_delay_is_told_as_ours_and_taken_back() {
        List<String> lines = new ArrayList<>();
        Logger logger = Logger.getLogger(FlushGuard.class.getName());
        Handler collector = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(collector);
        try {
            guard.flushed();
            reading = true;
            look(30);
            for (int i = 0; i < 6; i++) {
                guard.flushed();
                look(1);
            }
        } finally {
            logger.removeHandler(collector);
        }
        assertThat(chunks).hasValue(0);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).contains("the agent's own thread is behind");
        assertThat(lines.get(1)).contains("the agent has caught up");
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            guard.look();
        }
    }
}
