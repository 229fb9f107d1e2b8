package io.vtmonitor.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.jfr.ChunkHeaders;
import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers whose ticks per second do not fit their duration. */
class HeaderClockTest {
    private static final int START = 32;
    private static final int DURATION = 40;
    private static final int START_TICKS = 48;
    private static final int TICKS_PER_SECOND = 56;

    @TempDir
    private static Path folder;

    private static byte[] recording = {};

    @BeforeAll
    static void record() throws Exception {
        recording = recorded(200_000_000);
    }

    private static byte[] recorded(long nanos, String... more) throws Exception {
        Path file = folder.resolve("recorded.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.VirtualThreadPinned");
            for (String event : more) {
                recording.enable(event);
            }
            recording.start();
            long end = System.nanoTime() + nanos;
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
            recording.stop();
            recording.dump(file);
        }
        return Files.readAllBytes(file);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1_099.511627776, 3, 0.001, 0, -1})
    void ticks_per_second_that_contradict_the_duration_are_damage(double factor) throws Exception {
        Path file = written(times(factor));
        assertThatThrownBy(() -> Recordings.open(file))
                .isInstanceOf(UnreadableRecordingException.class)
                .hasMessageStartingWith("can't read " + file + ": at byte 0: the chunk's header ");
    }

    @Test
    void the_message_tells_both_lengths() throws Exception {
        byte[] wrong = times(0.001);
        ByteBuffer.wrap(wrong).putLong(DURATION, 250_000_000);
        Path file = written(wrong);
        assertThatThrownBy(() -> Recordings.open(file))
                .hasMessageContaining(
                        "the chunk's header contradicts itself: the chunk lasted 250 ms by its duration, and ")
                .hasMessageEndingWith(" s by its ticks per second");
    }

    @Test
    void the_other_chunks_of_the_file_are_read() throws Exception {
        byte[] both = SpoiltRecordings.joined(recording, times(1_000));
        try (Recordings recordings = Recordings.open(written(both))) {
            assertThat(recordings.jvms()).hasSize(1);
            assertThat(recordings.problems())
                    .singleElement()
                    .asString()
                    .startsWith("at byte " + recording.length + ": the chunk's header contradicts itself");
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 0.6, 1.6})
    void a_clock_that_is_wrong_by_less_than_the_factor_of_two_is_not_damage(double factor) throws Exception {
        assertThat(problems(times(factor))).isEmpty();
    }

    @Test
    void the_shortest_chunk_is_not_damaged() throws Exception {
        assertThat(problems(recorded(0))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {48, 32}) // in ticks, as async-profiler writes it, and since the epoch
    void a_chunk_whose_checkpoints_all_have_the_time_of_its_begin_tells_nothing(int begin) throws Exception {
        byte[] chunk = recording.clone();
        long start = ByteBuffer.wrap(chunk).getLong(begin);
        byte[] checkpoint = new WrittenBytes(true)
                .raw(16)
                .raw(1)
                .number(start)
                .number(0)
                .number(0)
                .written();
        ByteBuffer.wrap(chunk).putLong(16, chunk.length).putLong(8, chunk.length + 16L);
        assertThat(problems(SpoiltRecordings.joined(
                        chunk, ByteBuffer.allocate(16).put(checkpoint).array())))
                .isEmpty();
    }

    @Test
    void a_chunk_that_is_still_being_written_has_no_duration_to_compare() throws Exception {
        byte[] chunk = recording.clone();
        ByteBuffer.wrap(chunk).putLong(DURATION, 0).put(64, (byte) 1);
        assertThat(problems(chunk)).isEmpty();
    }

    @Test
    void ticks_per_second_that_the_jvms_own_event_contradicts_are_damage_however_little() throws Exception {
        byte[] bytes = recorded(1_000_000, "jdk.CPUTimeStampCounter");
        assertThat(read(bytes)).isEmpty();
        change(bytes, TICKS_PER_SECOND, 1);
        assertThat(read(bytes))
                .singleElement()
                .asString()
                .contains("ticks a second by the header, and ", " by jdk.CPUTimeStampCounter; the chunk is left out");
    }

    @Test
    void an_event_that_ended_after_the_last_checkpoint_is_damage() {
        Chunk chunk = new Chunk(
                0,
                1_000,
                1_700_000_000_000_000_000L,
                5_000_000_000L,
                1_000,
                1_000_000_000,
                68,
                true,
                true,
                5_000_001_000L);
        assertThat(chunk.outside(6_500_001_000L)).isEqualTo("an event ended 1.50 s after its chunk ended");
        assertThat(chunk.outside(5_500_001_000L)).isNull();
        Chunk scrubbed = chunk.upTo(3_000_001_000L);
        assertThat(scrubbed.outside(5_500_001_000L))
                .as("a checkpoint of mid-chunk may stand last")
                .isNull();
        assertThat(scrubbed.outside(6_500_001_000L)).isNotNull();
    }

    @Test
    void settings_older_than_their_chunk_are_those_of_a_recording_in_memory() throws Exception {
        byte[] bytes = recorded(200_000_000, "jdk.ActiveSetting");
        assertThat(read(bytes)).isEmpty();
        change(bytes, START_TICKS, ByteBuffer.wrap(bytes).getLong(TICKS_PER_SECOND) / 20);
        assertThat(read(bytes)).isEmpty();
    }

    @Test
    void a_size_of_0_is_damage_once_there_are_metadata() throws Exception {
        byte[] bytes = recording.clone();
        ByteBuffer.wrap(bytes).putLong(8, 0);
        assertThatThrownBy(() -> Recordings.open(written(bytes))).hasMessageContaining("its size is 0");
    }

    @Test
    void chunks_of_one_jvm_that_overlap_by_their_times_alone_are_damage() throws Exception {
        byte[] first = recorded(1_000_000, "jdk.JVMInformation");
        byte[] second = recorded(1_000_000, "jdk.JVMInformation");
        assertThat(problems(SpoiltRecordings.joined(first, second))).isEmpty();
        change(second, START, -60_000_000_000L);
        assertThat(problems(SpoiltRecordings.joined(first, second)))
                .singleElement()
                .asString()
                .containsPattern("they follow each other by their ticks, and overlap by (60|59)\\S* s by their times");
        change(second, START, 120_000_000_000L); // as of a machine that slept
        assertThat(problems(SpoiltRecordings.joined(first, second))).isEmpty();
    }

    @Test
    void a_chunk_from_days_before_its_jvm_started_is_damage() throws Exception {
        byte[] bytes = recorded(1_000_000, "jdk.JVMInformation");
        change(bytes, START, -3 * 86_400_000_000_000L);
        assertThat(problems(bytes)).singleElement().asString().contains("before the JVM started");
    }

    private static void change(byte[] bytes, int field, long by) {
        ByteBuffer header = ByteBuffer.wrap(bytes);
        header.putLong(field, header.getLong(field) + by);
    }

    private static List<String> read(byte[] bytes) throws Exception {
        try (Recordings recordings = Recordings.open(written(bytes))) {
            return recordings.jvms().get(0).read(pin -> {}, busy -> {}).problems();
        }
    }

    private static List<String> problems(byte[] bytes) throws Exception {
        try (Recordings recordings = Recordings.open(written(bytes))) {
            assertThat(recordings.jvms()).hasSize(1);
            return recordings.problems();
        }
    }

    private static byte[] times(double factor) {
        byte[] bytes = recording.clone();
        ByteBuffer header = ByteBuffer.wrap(bytes, 0, ChunkHeaders.HEADER);
        header.putLong(TICKS_PER_SECOND, (long) (header.getLong(TICKS_PER_SECOND) * factor));
        return bytes;
    }

    private static Path written(byte[] bytes) throws Exception {
        return Files.write(folder.resolve("header.jfr"), bytes);
    }
}
