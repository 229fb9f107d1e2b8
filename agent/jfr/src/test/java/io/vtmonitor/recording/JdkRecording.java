package io.vtmonitor.recording;

import io.vtmonitor.jfr.ChunkHeaders;
import io.vtmonitor.jfr.EventKind;
import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.PinSink;
import io.vtmonitor.pins.ChangedSettings;
import io.vtmonitor.pins.ChangedSettings.Setting;
import io.vtmonitor.pins.EventRouter;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.RecordedEvents;
import io.vtmonitor.pins.RecordedSpans;
import io.vtmonitor.pins.StateEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A recording file read with the JDK's own reader, as the judge of ours. Two passes: what the recording says of its JVM
 * and of its thresholds may stand behind the first pins.
 *
 * <p>Dangerous: in a file that joins recordings of several JVMs the frames of all but the first can be wrong.
 */
final class JdkRecording {
    /** JFR writes the facts at the begin of a chunk; a buffer that is flushed late puts other events before them. */
    private static final int EVENTS_SEARCHED_FOR_FACTS = 500_000;

    private final Path file;
    private final ChunkHeaders headers;
    private final RecordingFacts facts;

    private JdkRecording(Path file, ChunkHeaders headers, RecordingFacts facts) {
        this.file = file;
        this.headers = headers;
        this.facts = facts;
    }

    /**
     * Looks at the file's chunks and finds out what the recording says of its JVM.
     *
     * @throws UnreadableRecordingException where nothing can be read
     */
    static JdkRecording open(Path file) throws UnreadableRecordingException {
        RecordingFacts facts = new RecordingFacts();
        ChunkHeaders headers;
        try {
            headers = ChunkHeaders.of(file);
        } catch (IOException e) {
            throw new UnreadableRecordingException(file, reason(e), e);
        }
        try (RecordingFile recording = new RecordingFile(file)) {
            for (EventType type : recording.readEventTypes()) {
                facts.eventType(type.getId(), type.getName(), type.getField("pinnedReason") != null);
            }
            boolean enough = false;
            for (int i = 0; recording.hasMoreEvents() && !enough; i++) {
                RecordedEvent event = recording.readEvent();
                facts.accept(new RecordedFields(event), RecordedEvents.startNanos(event));
                enough = facts.watched() || (i > EVENTS_SEARCHED_FOR_FACTS && facts.complete());
            }
        } catch (IOException | RuntimeException | InternalError | StackOverflowError | OutOfMemoryError e) {
            // The JDK's reader answers damaged input with all kinds of unchecked exceptions and errors, too.
            if (!facts.sawEvents()) {
                String seen = headers.problem() == null ? reason(e) : headers.problem();
                throw new UnreadableRecordingException(file, seen, e);
            }
        }
        return new JdkRecording(file, headers, facts);
    }

    JvmInfo jvm() {
        return facts.jvm();
    }

    /**
     * Reads all.
     *
     * @param pins takes the pins, about in the order of the file
     * @param busy takes file I/O, likewise
     */
    RecordingSummary read(PinSink pins, Consumer<? super FileIo> busy) {
        List<String> problems = new ArrayList<>();
        if (headers.problem() != null) {
            problems.add(headers.problem());
        }
        List<Setting> settings = new ArrayList<>();
        long[] lostBytes = new long[1];
        long[] lastEnd = new long[1];
        long[] lastFile = new long[1];
        EventRouter router = new EventRouter(
                jvm(),
                pin -> {
                    lastEnd[0] = Math.max(lastEnd[0], pin.endNanos());
                    pins.accept(pin);
                },
                access -> {
                    lastFile[0] = Math.max(lastFile[0], access.endNanos());
                    busy.accept(access);
                });
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                String name = event.getEventType().getName();
                Consumer<RecordedEvent> handler = router.handlers().get(name);
                if (handler != null) {
                    handler.accept(event);
                } else if (name.equals(EventKind.DATA_LOSS.eventName())) {
                    lostBytes[0] += event.getLong("amount");
                } else if (name.equals(EventKind.SETTING.eventName())) {
                    Setting setting = facts.setting(RecordedEvents.startNanos(event), new RecordedFields(event));
                    if (setting != null) {
                        settings.add(setting);
                    }
                } else if (name.equals(StateEvent.NAME)) {
                    facts.accept(new RecordedFields(event), RecordedEvents.startNanos(event));
                }
            }
        } catch (IOException | RuntimeException | InternalError | StackOverflowError | OutOfMemoryError e) {
            problems.add("the JDK's reader stopped there: " + reason(e));
        }
        router.flush();
        facts.course(ChangedSettings.states(settings), false);
        boolean unfinished = headers.chunks().stream().anyMatch(chunk -> !chunk.finished());
        return facts.reading(
                RecordedSpans.of(headers.chunks(), List.of(), lastEnd[0]),
                Math.max(lastEnd[0], lastFile[0]),
                unfinished,
                lostBytes[0],
                List.of(),
                problems);
    }

    private static String reason(Throwable exception) {
        String message = exception.getMessage();
        return message == null ? exception.getClass().getSimpleName() : message;
    }
}
