package io.vtmonitor.live;

import static io.vtmonitor.recording.WrittenChunk.latin1;
import static io.vtmonitor.recording.WrittenChunk.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.Pins;
import io.vtmonitor.model.Pin;
import io.vtmonitor.recording.RecordingSummary;
import io.vtmonitor.recording.UnreadableRecordingException;
import io.vtmonitor.recording.WrittenChunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TailTest {
    private static final long SECOND = 1_000_000_000;
    private static final long LENGTH = 5_000_000;
    private static final int PINS = 20;
    private static final int DELIVERED = 15;

    @TempDir
    private Path folder;

    /** One pin a second, of which the stream has delivered the first ones, by its own clock. */
    @ParameterizedTest(name = "by {0} s")
    @ValueSource(longs = {0, 5, -5, 20, -20})
    void what_the_stream_has_not_delivered_is_handed_on_once_however_far_its_clock_is_off(long ahead) throws Exception {
        DeliveredPins delivered = new DeliveredPins();
        StreamClock clock = new StreamClock(null, () -> 0);
        for (int i = 1; i <= DELIVERED; i++) {
            long start = WrittenChunk.START_NANOS + i * SECOND + ahead * SECOND;
            clock.event(1_000 + i * SECOND, start);
            delivered.add(new Pin(Pins.pinned("a.B.run"), start, LENGTH, i, "", null));
            delivered.flushed();
        }

        assertThat(tail(recording(), delivered, clock))
                .extracting(Pin::threadName)
                .containsExactly("thread 16", "thread 17", "thread 18", "thread 19", "thread 20");
    }

    @Test
    void what_is_no_recording_is_told_and_ends_nothing() throws Exception {
        Path file = Files.writeString(folder.resolve("none.jfr"), "none");

        assertThatThrownBy(() -> tail(file, new DeliveredPins(), new StreamClock(null, () -> 0)))
                .isInstanceOf(UnreadableRecordingException.class);
    }

    @Test
    void an_error_of_a_sink_reaches_nobodys_handler_and_is_not_waited_for() throws Exception {
        List<Throwable> uncaught = new ArrayList<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, failed) -> uncaught.add(failed));
        try {
            RecordingSummary none = new Tail(recording(), new DeliveredPins(), new StreamClock(null, () -> 0))
                    .read(
                            pin -> {
                                throw new StackOverflowError("too deep");
                            },
                            busy -> {},
                            System.nanoTime() + 10 * SECOND);

            assertThat(none).isNull();
            assertThat(uncaught).isEmpty();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    private static List<Pin> tail(Path file, DeliveredPins delivered, StreamClock clock) throws Exception {
        List<Pin> pins = new ArrayList<>();
        assertThat(new Tail(file, delivered, clock).read(pins::add, busy -> {}, System.nanoTime() + 30 * SECOND))
                .isNotNull();
        return pins;
    }

    private Path recording() throws IOException {
        WrittenChunk chunk = new WrittenChunk(true).stack(2);
        for (int i = 1; i <= PINS; i++) {
            chunk.thread(30 + i, utf8("thread " + i), true)
                    .pin(1_000 + i * SECOND, LENGTH, 30 + i, 2, latin1("LockSupport.park"), WrittenChunk.NULL);
        }
        return Files.write(folder.resolve("tail.jfr"), chunk.finished());
    }
}
