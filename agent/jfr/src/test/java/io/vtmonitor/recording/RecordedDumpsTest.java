package io.vtmonitor.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.jfr.ChunkHeaders;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedDumpsTest {
    private static final int THREAD_DUMP = 120;
    private static final int LONG = 10;
    private static final int STRING = 13;
    private static final long MILLISECOND = 1_000_000;
    private static final String WAITS = "2026-11-22 14:59:53\n\t- waiting to lock <0x1> (a app.Ledger)\n";

    @TempDir
    private Path folder;

    private static Instant after(long millis) {
        return Instant.EPOCH.plusNanos(WrittenChunk.START_NANOS).plusMillis(millis);
    }

    private List<RecordedDump> read(long... startNanos) throws Exception {
        WrittenChunk chunk = new WrittenChunk(true)
                .type(
                        THREAD_DUMP,
                        "jdk.ThreadDump",
                        WrittenChunk.field("startTime", LONG),
                        WrittenChunk.field("result", STRING))
                .startingAt(0);
        for (long start : startNanos) {
            chunk.event(THREAD_DUMP, chunk.bytes().number(start).text(WrittenChunk.utf8(WAITS)));
        }
        Path file = Files.write(folder.resolve("dumps.jfr"), chunk.finished());
        RecordingFacts facts = new RecordingFacts();
        try (FileChannel channel = FileChannel.open(file)) {
            ChunkHeaders headers = ChunkHeaders.of(channel);
            FactsReader reader = new FactsReader();
            assertThat(reader.read(channel, headers.chunks().get(0), headers.readable(0), facts))
                    .isNull();
            reader.close();
        }
        return facts.dumps();
    }

    @Test
    void each_has_the_time_of_its_event_and_not_that_of_its_text() throws Exception {
        assertThat(read(300 * MILLISECOND, 1_100 * MILLISECOND))
                .containsExactly(new RecordedDump(after(300), WAITS), new RecordedDump(after(1_100), WAITS));
    }

    @Test
    void the_latest_that_show_threads_that_wait_count() {
        RecordedDumps dumps = new RecordedDumps();
        RecordedDump first = new RecordedDump(after(1), WAITS);
        RecordedDump second = new RecordedDump(after(2), WAITS);
        RecordedDump third = new RecordedDump(after(3), WAITS);
        List.of(first, second, third).forEach(dumps::add);
        assertThat(dumps.latest()).containsExactly(second, third);
        dumps.add(new RecordedDump(after(4), "nobody waits"));
        assertThat(dumps.latest()).isEmpty();
    }
}
