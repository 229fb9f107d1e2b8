package io.vtmonitor.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.recording.JfrShutdown;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingFileTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    @Test
    void it_says_when_it_begins_where_older_chunks_had_to_go() throws Exception {
        Limit limit = limit(1);
        assertThat(limit).isNotNull();
        assertThat(limit.kind()).isEqualTo(LimitKind.KEPT_RECORDING_SHORT);
        assertThat(limit.arguments())
                .containsEntry("file", folder.resolve("app.jfr").toString())
                .containsKeys("begin", "later", "megabytes");
    }

    @Test
    void of_one_that_is_whole_there_is_nothing_to_say() throws Exception {
        assertThat(limit(RecordingFile.MOST_BYTES)).isNull();
    }

    private @Nullable Limit limit(long mostBytes) throws Exception {
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
            return limit;
        }
    }
}
