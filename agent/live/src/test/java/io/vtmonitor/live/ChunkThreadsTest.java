package io.vtmonitor.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chunks as JDK 21 writes them; that it does so is shown by {@code RequestsIT}. */
class ChunkThreadsTest {
    private static final int PINNED = 350;
    private static final int OTHER = 7;
    private static final int COMPLETE = 0;
    private static final int BEING_WRITTEN = 255;

    @TempDir
    Path repository;

    private final ByteArrayOutputStream events = new ByteArrayOutputStream();
    private ChunkThreads threads;

    @BeforeEach
    void startWithAnEmptyRepository() {
        threads = new ChunkThreads(repository, Set.of((long) PINNED));
    }

    @Test
    void each_event_of_a_chunk_far_larger_than_what_is_read_at_once_has_its_thread() throws IOException {
        for (int i = 1; i <= 20_000; i++) {
            event(PINNED, 1_000_000_000L * i, i, 17 + i % 40);
        }
        write("2026_11_23_08_00_00", COMPLETE);
        for (int i = 1; i <= 20_000; i++) {
            assertThat(threads.at(1_000_000_000L * i)).isEqualTo(i);
        }
    }

    @Test
    void an_event_longer_than_what_is_read_at_once_is_passed_over() throws IOException {
        event(PINNED, 1, 11, 0);
        event(OTHER, 2, 12, 300_000);
        event(PINNED, 3, 13, 0);
        write("2026_11_23_08_00_00", COMPLETE);
        assertThat(threads.at(1)).isEqualTo(11);
        assertThat(threads.at(2)).as("no pin").isZero();
        assertThat(threads.at(3)).isEqualTo(13);
    }

    @Test
    void two_that_began_at_once_are_of_nobody_unless_of_one_thread() throws IOException {
        event(PINNED, 1, 11, 0);
        event(PINNED, 1, 12, 0);
        event(PINNED, 2, 13, 0);
        event(PINNED, 2, 13, 0);
        write("2026_11_23_08_00_00", COMPLETE);
        assertThat(threads.at(1)).isZero();
        assertThat(threads.at(2)).isEqualTo(13);
    }

    @Test
    void what_is_written_later_and_into_the_next_chunk_is_read_then() throws IOException {
        event(PINNED, 1, 11, 0);
        write("2026_11_23_08_00_00", BEING_WRITTEN);
        assertThat(threads.at(1)).as("while it is being written").isZero();
        write("2026_11_23_08_00_00", COMPLETE);
        assertThat(threads.at(1)).isEqualTo(11);
        threads.flushed();
        event(PINNED, 2, 12, 0);
        write("2026_11_23_08_00_00", COMPLETE);
        events.reset();
        event(PINNED, 3, 13, 0);
        write("2026_11_23_08_00_12", COMPLETE);
        assertThat(threads.at(3)).isEqualTo(13);
        assertThat(threads.at(2)).as("the rest of the chunk before").isEqualTo(12);
    }

    @Test
    void after_what_is_no_event_the_rest_of_the_batch_is_of_nobody_and_the_next_one_is_read() throws IOException {
        events.write(0);
        event(PINNED, 1, 11, 0);
        write("2026_11_23_08_00_00", COMPLETE);
        assertThat(threads.at(1)).isZero();
        threads.flushed();
        event(PINNED, 2, 12, 0);
        write("2026_11_23_08_00_00", COMPLETE);
        assertThat(threads.at(2)).isEqualTo(12);
    }

    /** Size, type, start, duration, thread, and as many bytes more. */
    private void event(int type, long ticks, long thread, int more) throws IOException {
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        number(event, type);
        number(event, ticks);
        number(event, 60_000_000);
        number(event, thread);
        event.write(new byte[more]);
        int size = event.size() + 4;
        for (int shift = 0; shift < 28; shift += 7) { // four bytes, as the JVM writes sizes
            events.write(size >> shift & 0x7f | (shift < 21 ? 0x80 : 0));
        }
        event.writeTo(events);
    }

    private static void number(ByteArrayOutputStream to, long value) {
        long left = value;
        for (; left >= 0x80; left >>>= 7) {
            to.write((int) (left & 0x7f | 0x80));
        }
        to.write((int) left);
    }

    private void write(String name, int state) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(68 + events.size());
        chunk.putLong(8, chunk.capacity())
                .put(64, (byte) state)
                .put(67, (byte) 1)
                .put(68, events.toByteArray());
        Files.write(repository.resolve(name + ".jfr"), chunk.array());
    }
}
