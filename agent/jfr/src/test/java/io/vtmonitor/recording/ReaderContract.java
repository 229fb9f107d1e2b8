package io.vtmonitor.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.jfr.ChunkHeaders;
import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.Pin;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.RecordedSpans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the reader of our own and the JDK's must agree on: every pin and every file operation, to the last digit, in the
 * same order. The JDK's reads each chunk as a file of its own: from the second chunk on it goes by the first one's
 * clock, and by the first JVM's constants.
 */
public final class ReaderContract {
    private ReaderContract() {}

    /** What a reader made of a file. */
    private record Outcome(
            JvmInfo jvm, RecordedSpans watched, List<Pin> pins, List<FileIo> busy, List<String> problems) {}

    /** Fails where they don't. */
    public static void holds(Path recording) throws IOException, UnreadableRecordingException {
        ChunkHeaders headers = ChunkHeaders.of(recording);
        byte[] all = Files.readAllBytes(recording);
        List<Pin> pins = new ArrayList<>();
        for (Chunk chunk : headers.chunks()) {
            Path alone = Files.createTempFile(recording.getParent(), "chunk", ".jfr");
            try {
                int from = (int) chunk.offset();
                int to = chunk.size() == 0 ? all.length : from + (int) chunk.size();
                Files.write(alone, Arrays.copyOfRange(all, from, to));
                Outcome judged = byJdk(alone);
                List<Outcome> ours = ours(alone, 1);
                assertThat(ours)
                        .as("of the chunk at byte %d of %s", chunk.offset(), recording)
                        .containsExactly(judged);
                pins.addAll(judged.pins());
            } finally {
                Files.delete(alone);
            }
        }
        List<Outcome> whole = ours(recording, 1);
        assertThat(whole.stream().flatMap(outcome -> outcome.pins().stream()))
                .as("of all chunks of %s, whichever JVM's", recording)
                .containsExactlyInAnyOrderElementsOf(pins);
        assertThat(ours(recording, 3)).as("on three threads").isEqualTo(whole);
        if (whole.size() == 1) {
            assertThat(byJdk(recording).watched().gaps())
                    .isEqualTo(whole.get(0).watched().gaps());
        }
    }

    private static Outcome byJdk(Path file) throws UnreadableRecordingException {
        List<Pin> pins = new ArrayList<>();
        List<FileIo> busy = new ArrayList<>();
        JdkRecording reader = JdkRecording.open(file);
        RecordingSummary reading = reader.read(pins::add, busy::add);
        return new Outcome(reader.jvm(), reading.watched(), pins, busy, reading.problems());
    }

    private static List<Outcome> ours(Path file, int threads) throws UnreadableRecordingException {
        try (Recordings recordings = Recordings.open(file)) {
            return recordings.jvms().stream().map(jvm -> ours(jvm, threads)).toList();
        }
    }

    private static Outcome ours(RecordingReader reader, int threads) {
        List<Pin> pins = new ArrayList<>();
        List<FileIo> busy = new ArrayList<>();
        RecordingSummary reading = reader.read(pins::add, busy::add, threads);
        return new Outcome(reader.jvm(), reading.watched(), pins, busy, reading.problems());
    }
}
