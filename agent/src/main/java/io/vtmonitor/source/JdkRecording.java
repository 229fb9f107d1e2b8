package io.vtmonitor.source;

import io.vtmonitor.model.Busy;
import io.vtmonitor.model.Pin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A recording file read with the JDK's own reader, for formats that ours does not know, and as its judge in tests. Two
 * passes: what the recording says of its JVM and of its thresholds may stand behind the first pins.
 *
 * <p>Dangerous: in a file that joins recordings of several JVMs the frames of all but the first can be wrong.
 */
final class JdkRecording implements RecordingReader {
    /** JFR writes the facts at the begin of a chunk; a buffer that is flushed late puts other events before them. */
    private static final int EVENTS_SEARCHED_FOR_FACTS = 500_000;

    private final Path file;
    private final ChunkHeaders headers;
    private final RecordingFacts facts;
    private final List<String> notes;

    private JdkRecording(Path file, ChunkHeaders headers, RecordingFacts facts, List<String> notes) {
        this.file = file;
        this.headers = headers;
        this.facts = facts;
        this.notes = notes;
    }

    /**
     * Looks at the file's chunks and finds out what the recording says of its JVM.
     *
     * @param notes to be said with the result
     * @throws UnreadableRecordingException where nothing can be read
     */
    static JdkRecording open(Path file, List<String> notes) throws UnreadableRecordingException {
        RecordingFacts facts = new RecordingFacts();
        ChunkHeaders headers;
        try {
            headers = ChunkHeaders.of(file);
        } catch (IOException unreadable) {
            throw new UnreadableRecordingException(file, reason(unreadable), unreadable);
        }
        try (RecordingFile recording = new RecordingFile(file)) {
            for (EventType type : recording.readEventTypes()) {
                facts.eventType(type.getId(), type.getName(), type.getField("pinnedReason") != null);
            }
            boolean enough = false;
            for (int i = 0; recording.hasMoreEvents() && !enough; i++) {
                facts.accept(new RecordedFields(recording.readEvent()));
                enough = facts.watched() || (i > EVENTS_SEARCHED_FOR_FACTS && facts.complete());
            }
        } catch (IOException | RuntimeException damaged) {
            // The JDK's reader answers damaged input with all kinds of unchecked exceptions, too.
            if (!facts.sawEvents()) {
                String seen = headers.problem() == null ? reason(damaged) : headers.problem();
                throw new UnreadableRecordingException(file, seen, damaged);
            }
        }
        return new JdkRecording(file, headers, facts, notes);
    }

    @Override
    public WatchedJvm jvm() {
        return facts.jvm();
    }

    @Override
    public long startNanos() {
        return headers.startNanos();
    }

    @Override
    public Reading read(Consumer<? super Pin> pins, Consumer<? super Busy> busy) {
        List<String> problems = new ArrayList<>();
        if (headers.problem() != null && !headers.otherFormat()) {
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
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                String name = event.getEventType().getName();
                Consumer<RecordedEvent> handler = router.handlers().get(name);
                if (handler != null) {
                    handler.accept(event);
                } else if (name.equals(EventKind.DATA_LOSS.eventName())) {
                    lostBytes[0] += event.getLong("amount");
                }
            }
        } catch (IOException | RuntimeException damaged) {
            problems.add("the JDK's reader stopped there: " + reason(damaged));
        }
        router.flush();
        long end = Math.max(headers.endNanos(), lastEnd[0]);
        boolean unfinished = headers.chunks().stream().anyMatch(chunk -> !chunk.finished());
        return facts.reading(headers.startNanos(), end, unfinished, lostBytes[0], notes, problems);
    }

    private static String reason(Exception exception) {
        String message = exception.getMessage();
        return message == null ? exception.getClass().getSimpleName() : message;
    }
}
