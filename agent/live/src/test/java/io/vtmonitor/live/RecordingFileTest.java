package io.vtmonitor.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.recording.JfrShutdown;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.text.LimitText;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingFileTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    @Test
    void it_says_when_it_begins_where_older_chunks_had_to_go() throws Exception {
        assertThat(limit(1))
                .startsWith("recording=" + folder.resolve("app.jfr") + " begins at ")
                .contains(" s later than the watch: only the newest ");
    }

    @Test
    void of_one_that_is_whole_there_is_nothing_to_say() throws Exception {
        assertThat(limit(RecordingFile.MOST_BYTES)).isNull();
    }

    private String limit(long mostBytes) throws Exception {
        try (Recording watched = new Recording()) {
            watched.start();
            Path file = folder.resolve("app.jfr");
            RecordingFile kept = new RecordingFile(file, new JfrShutdown(), mostBytes);
            kept.begin(watched);
            while (Instant.now().isBefore(watched.getStartTime().plusMillis(100))) {
                OwnRecording.endChunk();
            }
            watched.stop();
            kept.stop();
            long deadline = System.nanoTime() + LONG.toNanos();
            assertThat(kept.awaitWritten(deadline)).isTrue();
            Limit limit = kept.limit(watched.getStartTime());
            kept.leave(watched::getStopTime, deadline);
            kept.forget();
            assertThat(file).isNotEmptyFile();
            assertThat(kept.part()).doesNotExist();
            return limit == null ? null : LimitText.sentence(limit);
        }
    }
}
