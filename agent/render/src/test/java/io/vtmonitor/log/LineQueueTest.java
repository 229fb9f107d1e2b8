package io.vtmonitor.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class LineQueueTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final List<String> written = new CopyOnWriteArrayList<>();
    private final CountDownLatch taken = new CountDownLatch(1);

    @Test
    void who_hands_a_line_over_finds_it_written_and_no_thread_stays() throws InterruptedException {
        Queue<Thread> writers = new ConcurrentLinkedQueue<>();
        LineQueue queue = new LineQueue(3, line -> {
            writers.add(Thread.currentThread());
            written.add(line.message());
        });
        for (String message : List.of("first", "second", "third")) {
            assertThat(queue.put(line(message))).isTrue();
        }
        assertThat(queue.await(LONG)).isTrue();
        assertThat(written).containsExactly("first", "second", "third");
        for (Thread writer : writers) {
            assertThat(writer).isNotSameAs(Thread.currentThread());
            assertThat(writer.join(LONG)).isTrue();
        }
    }

    @Test
    void what_an_output_does_not_take_waits_in_order_and_what_is_too_much_is_refused() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        LineQueue queue = new LineQueue(2, line -> {
            begun.countDown();
            awaitQuietly();
            written.add(line.message());
        });
        assertThat(queue.put(line("kept"))).isTrue();
        begun.await();
        for (String message : List.of("waits", "waits too")) {
            assertThat(queue.put(line(message))).isTrue();
        }
        assertThat(queue.put(line("too much"))).isFalse();
        assertThat(queue.await(Duration.ofMillis(1))).isFalse();
        assertThat(written).isEmpty();
        taken.countDown();
        assertThat(queue.await(LONG)).isTrue();
        assertThat(written).containsExactly("kept", "waits", "waits too");
        assertThat(queue.put(line("later"))).isTrue();
        assertThat(queue.await(LONG)).isTrue();
        assertThat(written).endsWith("later");
    }

    @Test
    void an_output_that_fails_loses_its_line_and_no_other() {
        LineQueue queue = new LineQueue(2, line -> {
            if (line.message().equals("fails")) {
                throw new OutOfMemoryError("for this one");
            }
            written.add(line.message());
        });
        queue.put(line("fails"));
        queue.put(line("goes"));
        assertThat(queue.await(LONG)).isTrue();
        assertThat(written).containsExactly("goes");
    }

    private void awaitQuietly() {
        try {
            taken.await();
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }

    private static LineQueue.Line line(String message) {
        return new LineQueue.Line(Instant.EPOCH, Level.INFO, message);
    }
}
