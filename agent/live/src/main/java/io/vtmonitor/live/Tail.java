package io.vtmonitor.live;

import io.vtmonitor.common.DaemonThread;
import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.PinSink;
import io.vtmonitor.pins.RecordedSpans;
import io.vtmonitor.recording.RecordingReader;
import io.vtmonitor.recording.RecordingSummary;
import io.vtmonitor.recording.Recordings;
import io.vtmonitor.recording.UnreadableRecordingException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The end of this JVM's recording, which the stream has not delivered. A separate thread reads it, so that a JVM that
 * ends does not wait longer than allowed, whatever the recording contains.
 *
 * <p>It uses our own reader, which is fast, takes little memory, and knows the clock of each chunk. The stream uses the
 * clock of the chunk with which it began, and {@code RecordingFile} of the JDK the clock of the first chunk in the
 * file.
 */
final class Tail {
    private final Path file;
    private final DeliveredPins delivered;
    private final StreamClock clock;
    private volatile boolean late;

    /**
     * @param file the complete recording
     * @param delivered what the stream has delivered; its thread has ended
     * @param clock the clock of the stream
     */
    Tail(Path file, DeliveredPins delivered, StreamClock clock) {
        this.file = file;
        this.delivered = delivered;
        this.clock = clock;
    }

    /**
     * Delivers what the stream has not delivered, until the deadline.
     *
     * @param deadline a {@link System#nanoTime}
     * @return a summary of the recording; null if it could not be read in time
     * @throws UnreadableRecordingException if nothing can be read
     */
    @Nullable
    RecordingSummary read(PinSink pins, Consumer<? super FileIo> busy, long deadline)
            throws UnreadableRecordingException, InterruptedException {
        CompletableFuture<RecordingSummary> outcome = new CompletableFuture<>();
        Thread reader = DaemonThread.of("vt-monitor-tail", () -> read(pins, busy, outcome));
        reader.start();
        try {
            return outcome.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException ignored) {
            late = true;
            return null;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnreadableRecordingException unreadable) {
                throw unreadable;
            }
            return null;
        }
    }

    private void read(PinSink pins, Consumer<? super FileIo> busy, CompletableFuture<RecordingSummary> outcome) {
        try (Recordings recordings = Recordings.open(file)) {
            RecordingSummary all = null;
            for (RecordingReader reader : recordings.jvms()) {
                all = with(all, readSince(reader.chunks(), pins, busy));
            }
            outcome.complete(all);
        } catch (Throwable e) {
            // There may be no memory. What was delivered is reported in any case.
            outcome.completeExceptionally(e);
        }
    }

    /**
     * Skips chunks that were delivered completely, except the last one, which is read for the other data that it has.
     */
    private @Nullable RecordingSummary readSince(
            List<RecordingReader> chunks, PinSink pins, Consumer<? super FileIo> busy) {
        RecordingSummary all = null;
        for (int i = 0; i < chunks.size(); i++) {
            RecordingReader chunk = chunks.get(i);
            long ahead = clock.ahead(chunk.clock());
            if (i == chunks.size() - 1 || chunk.headersEnd() + ahead >= delivered.until()) {
                all = with(all, read(chunk, pins, busy, ahead));
            }
        }
        return all;
    }

    private static @Nullable RecordingSummary with(@Nullable RecordingSummary before, @Nullable RecordingSummary next) {
        if (before == null || next == null) {
            return before == null ? next : before;
        }
        return new RecordingSummary(
                next.jvm(),
                RecordedSpans.of(
                        Math.min(before.watched().startNanos(), next.watched().startNanos()),
                        Math.max(before.watched().endNanos(), next.watched().endNanos())),
                before.lostBytes() + next.lostBytes(),
                next.settings(),
                next.findings(),
                next.dumps(),
                joined(before.limits(), next.limits()),
                joined(before.problems(), next.problems()));
    }

    private static <T> List<T> joined(List<T> some, List<T> more) {
        return Stream.concat(some.stream(), more.stream()).distinct().toList();
    }

    private RecordingSummary read(RecordingReader reader, PinSink pins, Consumer<? super FileIo> busy, long ahead) {
        return reader.read(
                pin -> {
                    if (!late && !delivered.contains(pin, ahead)) {
                        pins.accept(pin);
                    }
                },
                interval -> {
                    if (!late && !delivered.contains(interval, ahead)) {
                        busy.accept(interval);
                    }
                });
    }
}
