package io.vtmonitor.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StateWriterTest {
    private final Semaphore may = new Semaphore(0);
    private final CountDownLatch began = new CountDownLatch(1);
    private final AtomicInteger written = new AtomicInteger();

    private void write() {
        began.countDown();
        may.acquireUninterruptibly();
        written.incrementAndGet();
    }

    @Test
    void who_asks_does_not_wait_and_what_is_asked_for_meanwhile_is_written_once_more() throws InterruptedException {
        StateWriter writer = new StateWriter(this::write);
        writer.ask();
        assertThat(began.await(50, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 5; i++) {
            writer.ask();
        }
        assertThat(written).hasValue(0);
        may.release(10);
        writer.finish();
        assertThat(written).hasValue(2);
        writer.ask();
        writer.finish();
        assertThat(written).hasValue(3);
    }

    @Test
    void after_one_that_fails_the_next_is_written() {
        AtomicInteger asked = new AtomicInteger();
        StateWriter writer = new StateWriter(() -> {
            if (asked.incrementAndGet() == 1) {
                throw new OutOfMemoryError("for the text");
            }
        });
        writer.ask();
        writer.finish();
        writer.ask();
        writer.finish();
        assertThat(asked).hasValue(2);
    }

    @Test
    void stalls_that_come_and_go_are_written_when_their_number_has_doubled_while_they_are_kept() {
        assertThat(IntStream.rangeClosed(1, 1_000).filter(SchedulerMonitoring::isRecorded))
                .containsExactly(1, 2, 4, 8, 16, 32);
    }
}
