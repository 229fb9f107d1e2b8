package io.vtmonitor.source;

import io.vtmonitor.model.Busy;
import io.vtmonitor.model.Pin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads a recording file with the JDK's reader. What could be read is handed on, what could not is said. Two passes: what
 * the recording says of its JVM and of its thresholds may stand behind the first pins.
 */
public final class RecordingReader {
    /** JFR writes the facts at the begin of a chunk; a buffer that is flushed late puts other events before them. */
    private static final int EVENTS_SEARCHED_FOR_FACTS = 50_000;

    private final Path file;
    private final ChunkHeaders headers;
    private final RecordingFacts facts;

    private RecordingReader(Path file, ChunkHeaders headers, RecordingFacts facts) {
        this.file = file;
        this.headers = headers;
        this.facts = facts;
    }

    /**
     * Looks at the file's chunks and finds out what the recording says of its JVM.
     *
     * @throws UnreadableRecordingException where nothing can be read
     */
    public static RecordingReader open(Path file) throws UnreadableRecordingException {
        ChunkHeaders headers = headers(file);
        RecordingFacts facts = new RecordingFacts();
        try (RecordingFile recording = new RecordingFile(file)) {
            facts.eventTypes(recording.readEventTypes());
            for (int i = 0; recording.hasMoreEvents() && !facts.complete(i, EVENTS_SEARCHED_FOR_FACTS); i++) {
                facts.accept(recording.readEvent());
            }
        } catch (IOException | RuntimeException damaged) {
            // The JDK's reader answers damaged input with all kinds of unchecked exceptions, too.
            if (!facts.sawEvents()) {
                String seen = headers.problem() == null ? reason(damaged) : headers.problem();
                throw new UnreadableRecordingException(file, seen, damaged);
            }
        }
        return new RecordingReader(file, headers, facts);
    }

    /** What the recording says of the JVM that wrote it. */
    public WatchedJvm jvm() {
        return facts.jvm();
    }

    /** When the recording begins, nanoseconds since the epoch. */
    public long startNanos() {
        return headers.startNanos();
    }

    /**
     * Reads all.
     *
     * @param pins takes the pins, about in the order of the file
     * @param busy takes file I/O, likewise
     */
    public Reading read(Consumer<? super Pin> pins, Consumer<? super Busy> busy) {
        return read(pins, busy, () -> false);
    }

    /**
     * Reads until told to stop.
     *
     * @param pins takes the pins, about in the order of the file
     * @param busy takes file I/O, likewise
     * @param stop asked before each event
     */
    Reading read(Consumer<? super Pin> pins, Consumer<? super Busy> busy, BooleanSupplier stop) {
        List<String> problems = new ArrayList<>();
        if (headers.problem() != null) {
            problems.add(headers.problem());
        }
        long[] lostBytes = new long[1];
        long[] lastEnd = new long[1];
        EventRouter router = new EventRouter(
                jvm(),
                pin -> {
                    lastEnd[0] = Math.max(lastEnd[0], pin.endNanos());
                    pins.accept(pin);
                },
                busy);
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents() && !stop.getAsBoolean()) {
                RecordedEvent event = recording.readEvent();
                String name = event.getEventType().getName();
                Consumer<RecordedEvent> handler = router.handlers().get(name);
                if (handler != null) {
                    handler.accept(event);
                } else if (name.equals("jdk.DataLoss")) {
                    lostBytes[0] += event.getLong("amount");
                }
            }
        } catch (IOException | RuntimeException damaged) {
            problems.add("the JDK's reader stopped there: " + reason(damaged));
        }
        router.flush();
        return facts.reading(headers, lastEnd[0], lostBytes[0], problems);
    }

    private static ChunkHeaders headers(Path file) throws UnreadableRecordingException {
        if (!Files.exists(file)) {
            throw new UnreadableRecordingException(file, "there is no such file", null);
        }
        if (Files.isDirectory(file)) {
            throw new UnreadableRecordingException(file, "it is a directory; a .jfr file is accepted", null);
        }
        try {
            ChunkHeaders headers = ChunkHeaders.of(file);
            if (headers.chunks().isEmpty()) {
                throw new UnreadableRecordingException(file, String.valueOf(headers.problem()), null);
            }
            return headers;
        } catch (IOException unreadable) {
            throw new UnreadableRecordingException(file, reason(unreadable), unreadable);
        }
    }

    private static String reason(Exception exception) {
        String message = exception.getMessage();
        return message == null ? exception.getClass().getSimpleName() : message;
    }
}
