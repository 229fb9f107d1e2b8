package io.vtmonitor.recording;

import static io.vtmonitor.recording.WrittenChunk.field;
import static io.vtmonitor.recording.WrittenChunk.latin1;
import static io.vtmonitor.recording.WrittenChunk.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.pins.ChangedSettings.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A chunk with more pins than are read in one walk. */
class LargeChunkTest {
    private static final int PINS = 70_000;
    private static final int LOSS = 101;
    private static final int SETTING = 102;
    private static final int LONG = 10;
    private static final int STRING = 13;

    @TempDir
    private Path folder;

    private final WrittenChunk chunk = new WrittenChunk(true)
            .type(LOSS, "jdk.DataLoss", field("startTime", LONG), field("amount", LONG))
            .type(
                    SETTING,
                    "jdk.ActiveSetting",
                    field("startTime", LONG),
                    field("id", LONG),
                    field("name", STRING),
                    field("value", STRING))
            .thread(22, utf8("v"), true)
            .stack(2);

    @Test
    void what_the_jvm_lost_counts_wherever_in_the_chunk_it_says_so() throws Exception {
        lost(3);
        pins();
        lost(5);
        pins();
        lost(7);
        assertThat(read().lostBytes()).isEqualTo(15);
    }

    @Test
    void an_event_that_cannot_be_is_reported_wherever_in_the_chunk_it_stands() throws Exception {
        pins();
        chunk.pin(1_000, -5_000_000_000_000_000_000L, 22, 2, latin1("LockSupport.park"), WrittenChunk.NULL)
                .event(WrittenChunk.PINNED, chunk.bytes().number(1_000));
        assertThat(read().problems()).isNotEmpty().first().asString().startsWith("at byte ");
    }

    @Test
    void settings_are_read_wherever_in_the_chunk_they_stand() throws Exception {
        setting(1_000, "enabled", "true").setting(1_000, "threshold", "20 ms");
        pins();
        setting(3_000, "enabled", "false");
        pins();
        assertThat(read().settings())
                .containsExactly(
                        new State(WrittenChunk.START_NANOS, "jdk.VirtualThreadPinned", 20_000_000),
                        new State(WrittenChunk.START_NANOS + 2_000, "jdk.VirtualThreadPinned", -1));
    }

    private void lost(int bytes) {
        chunk.event(LOSS, chunk.bytes().number(1_000).number(bytes));
    }

    private LargeChunkTest setting(long ticks, String name, String value) {
        chunk.event(
                SETTING,
                chunk.bytes()
                        .number(ticks)
                        .number(WrittenChunk.PINNED)
                        .text(latin1(name))
                        .text(latin1(value)));
        return this;
    }

    private void pins() {
        for (int i = 0; i < PINS; i++) {
            chunk.pin(1_000, 1, 22, 2, latin1("LockSupport.park"), WrittenChunk.NULL);
        }
    }

    private RecordingSummary read() throws IOException, UnreadableRecordingException {
        Path file = Files.write(folder.resolve("large.jfr"), chunk.finished());
        try (Recordings recordings = Recordings.open(file)) {
            return recordings.jvms().get(0).read(pin -> {}, busy -> {});
        }
    }
}
