package io.vtmonitor.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.Pin;
import io.vtmonitor.pins.EventFields;
import io.vtmonitor.pins.StateEvents;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedStateTest {
    private static final String EARLIER = "{\"waits\": 40}";
    private static final String LATER = "{\"waits\": 50, \"stalls\": 1}";

    private final RecordedState state = new RecordedState();

    private void accept(long number, long part, long parts, String text) {
        Map<String, Long> numbers = Map.of("number", number, "part", part, "parts", parts);
        state.accept(new EventFields() {
            @Override
            public String event() {
                return "vtmonitor.State";
            }

            @Override
            public boolean has(String field) {
                return field.equals("text") || numbers.containsKey(field);
            }

            @Override
            public String text(String field) {
                return field.equals("text") ? text : null;
            }

            @Override
            public long number(String field) {
                return numbers.getOrDefault(field, 0L);
            }
        });
    }

    private static String third(String text, int part) {
        int length = text.length() / 3;
        return part == 2 ? text.substring(2 * length) : text.substring(part * length, (part + 1) * length);
    }

    @Test
    void the_parts_of_the_latest_state_join_in_whatever_order_they_come() {
        for (int part : List.of(2, 0, 1)) {
            accept(7, part, 3, third(LATER, part));
            accept(7, part, 3, third(LATER, part));
            accept(5, part, 3, third(EARLIER, part));
        }
        assertThat(state.latestFirst()).first().isEqualTo(LATER);
    }

    @Test
    void of_a_state_that_lost_a_part_nothing_counts_and_the_whole_one_before_it_does() {
        accept(5, 0, 1, EARLIER);
        accept(7, 0, 3, third(LATER, 0));
        accept(7, 2, 3, third(LATER, 2));
        assertThat(state.latestFirst()).first().isEqualTo(EARLIER);
        accept(7, 1, 3, third(LATER, 1));
        assertThat(state.latestFirst()).first().isEqualTo(LATER);
    }

    @Test
    void nothing_is_said_where_the_only_state_lost_a_part() {
        accept(7, 0, 3, third(LATER, 0));
        accept(7, 1, 3, third(LATER, 1));
        assertThat(state.latestFirst()).isEmpty();
    }

    @Test
    void the_state_before_the_latest_is_kept_for_where_the_latest_is_damaged() {
        accept(5, 0, 1, EARLIER);
        accept(7, 0, 1, LATER);
        assertThat(state.latestFirst()).containsExactly(LATER, EARLIER);
    }

    @Test
    void damaged_numbers_are_left_out() {
        accept(5, 0, 1, EARLIER);
        accept(7, 0, Long.MAX_VALUE, "");
        accept(7, -1, 1, "");
        accept(7, 1, 1, "");
        accept(7, 0, 0, "");
        accept(7, 0, 2, "");
        accept(7, 0, 1, "");
        for (int i = 0; i < 1_000; i++) {
            accept(10 + i, 0, 1_000, "");
        }
        assertThat(state.latestFirst()).first().isEqualTo(EARLIER);
        accept(2_000, 0, 1, LATER);
        assertThat(state.latestFirst()).first().isEqualTo(LATER);
    }

    @Test
    void flight_recorder_keeps_every_part_of_a_long_state_for_our_reader_and_for_the_jdks(@TempDir Path directory)
            throws Exception {
        String longOne = "\u00FC\u4E2D\uD83D\uDE00".repeat(300_000);
        AtomicReference<String> source = new AtomicReference<>(longOne);
        StateEvents events = new StateEvents(source::get);
        Path file = directory.resolve("state.jfr");
        try (Recording recording = new Recording()) {
            events.begin();
            recording.start();
            events.commit();
            source.set(null); // nothing more at the end of the chunk
            recording.stop();
            recording.dump(file);
        } finally {
            events.end();
        }

        List<RecordedEvent> parts = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("vtmonitor.State"))
                .toList();
        assertThat(parts).hasSizeGreaterThan(100).hasSize(parts.get(0).getInt("parts"));
        Consumer<Pin> pins = pin -> {};
        Consumer<FileIo> files = access -> {};
        assertThat(JdkRecording.open(file).read(pins::accept, files).findings()).containsExactly(longOne);
        try (Recordings recordings = Recordings.open(file)) {
            assertThat(recordings.jvms().get(0).read(pins::accept, files).findings())
                    .containsExactly(longOne);
        }
    }
}
