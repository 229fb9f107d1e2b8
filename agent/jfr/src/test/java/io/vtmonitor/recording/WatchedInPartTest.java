package io.vtmonitor.recording;

import static io.vtmonitor.recording.WrittenChunk.field;
import static io.vtmonitor.recording.WrittenChunk.latin1;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.pins.ChangedSettings.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording of somebody else's, of a JVM into which the agent was loaded meanwhile. */
class WatchedInPartTest {
    private static final int SETTING = 102;
    private static final int WATCH = 103;
    private static final int LONG = 10;
    private static final int STRING = 13;
    private static final String PINNED = "jdk.VirtualThreadPinned";

    @TempDir
    private Path folder;

    private final WrittenChunk chunk = new WrittenChunk(true)
            .type(
                    SETTING,
                    "jdk.ActiveSetting",
                    field("startTime", LONG),
                    field("id", LONG),
                    field("name", STRING),
                    field("value", STRING))
            .type(
                    WATCH,
                    "vtmonitor.Watch",
                    field("startTime", LONG),
                    field("javaVersion", STRING),
                    field("parallelism", LONG),
                    field("budget", LONG),
                    field("pinnedThreshold", LONG),
                    field("pinnedThresholdRaised", LONG),
                    field("pinnedThresholdRaisedFor", LONG));

    @Test
    void what_was_recorded_before_the_watch_has_the_settings_of_that_time() throws Exception {
        setting(1_000, "enabled", "true");
        setting(1_000, "threshold", "20 ms");
        setting(3_000, "threshold", "1 ms");
        watch(0);
        RecordingSummary read = read();
        assertThat(read.jvm().pinnedThreshold()).hasMillis(1);
        assertThat(read.settings())
                .containsExactly(
                        new State(WrittenChunk.START_NANOS, PINNED, 20_000_000),
                        new State(WrittenChunk.START_NANOS + 2_000, PINNED, 1_000_000));
    }

    @Test
    void what_the_budget_has_raised_is_not_said_as_settings_too() throws Exception {
        setting(1_000, "enabled", "true");
        setting(1_000, "threshold", "1 ms");
        setting(3_000, "threshold", "5 ms");
        watch(5_000_000);
        assertThat(read().settings()).isEmpty();
    }

    private void setting(long ticks, String name, String value) {
        chunk.event(
                SETTING,
                chunk.bytes()
                        .number(ticks)
                        .number(WrittenChunk.PINNED)
                        .text(latin1(name))
                        .text(latin1(value)));
    }

    /** @param raised the highest threshold that the budget has set, in nanoseconds; zero for none */
    private void watch(long raised) {
        chunk.event(
                WATCH,
                chunk.bytes()
                        .number(3_000)
                        .text(latin1("25.0.3"))
                        .number(2)
                        .number(1_000)
                        .number(1_000_000)
                        .number(raised)
                        .number(raised));
    }

    private RecordingSummary read() throws IOException, UnreadableRecordingException {
        Path file = Files.write(folder.resolve("other.jfr"), chunk.finished());
        try (Recordings recordings = Recordings.open(file)) {
            return recordings.jvms().get(0).read(pin -> {}, busy -> {});
        }
    }
}
