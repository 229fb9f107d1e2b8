package io.vtmonitor.recording;

import static io.vtmonitor.recording.WrittenChunk.latin1;
import static io.vtmonitor.recording.WrittenChunk.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A chunk that stands in several files is read from one of them. */
class SharedChunksTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path folder;

    private final List<Path> files = new ArrayList<>();

    private long parts;

    /** The durations of the pins that were read of each file; they tell the chunks apart. */
    private final List<List<Long>> read = new ArrayList<>();

    @Test
    void dumps_of_one_jvm_tell_of_each_chunk_once() throws Exception {
        write("1.jfr", chunk(1), chunk(2));
        write("2.jfr", chunk(2), chunk(3));
        assertThat(readAll()).isEqualTo(Limit.of(LimitKind.SHARED_CHUNKS, 1, 1));
        assertThat(read).containsExactly(List.of(1L, 2L), List.of(3L));
    }

    @Test
    void a_file_of_which_others_hold_all_is_none_that_could_not_be_read() throws Exception {
        write("assembled.jfr", chunk(1), chunk(2));
        write("first.jfr", chunk(1));
        write("second.jfr", chunk(2));
        assertThat(readAll()).isEqualTo(Limit.of(LimitKind.SHARED_CHUNKS, 2, 2));
        assertThat(read).containsExactly(List.of(1L, 2L), List.of(), List.of());
    }

    @Test
    void of_a_chunk_that_was_copied_while_it_was_written_the_longer_copy_is_read() throws Exception {
        byte[] whole = chunk(1);
        write("early.jfr", unfinished(whole, whole.length / 2));
        write("late.jfr", whole, chunk(2));
        readAll();
        assertThat(read).containsExactly(List.of(), List.of(1L, 2L));
    }

    @Test
    void a_jvm_was_recorded_since_the_first_of_the_chunks_that_follow_each_other_in_any_of_the_files()
            throws Exception {
        write("3.jfr", lasting(chunk(3)));
        write("1.jfr", lasting(chunk(1)));
        write("others.jfr", lasting(otherClock(chunk(2))));
        assertThat(since(0)).as("nobody recorded the second before").isEqualTo(3);
        write("2.jfr", lasting(chunk(2)));
        assertThat(since(0)).isEqualTo(1);
        assertThat(since(1)).isEqualTo(1);
        assertThat(since(2)).isEqualTo(2);
    }

    @Test
    void packed_files_know_the_chunks_of_those_that_began_earlier() throws Exception {
        write("a.jfr.gz", gzip(lasting(chunk(3))));
        write("b.jfr", lasting(chunk(1)));
        write("c.jfr.gz", gzip(lasting(chunk(2))));
        write("bad.jfr.gz", new byte[] {0x1f, (byte) 0x8b, 1, 2, 3});
        List<Path> inOrder = SharedChunks.inOrder(files);
        assertThat(inOrder)
                .extracting(Path::getFileName)
                .extracting(Path::toString)
                .containsExactly("b.jfr", "c.jfr.gz", "a.jfr.gz", "bad.jfr.gz");
        files.clear();
        files.addAll(inOrder);
        assertThat(since(1)).isEqualTo(1);
        assertThat(since(2)).isEqualTo(1);
    }

    @Test
    void plain_files_stay_in_the_order_in_which_they_were_named() throws Exception {
        write("2.jfr", chunk(2));
        write("1.jfr", chunk(1));
        assertThat(SharedChunks.inOrder(files)).isEqualTo(files);
    }

    @Test
    void files_that_continue_the_recording_of_a_jvm_are_counted() throws Exception {
        write("3.jfr", lasting(chunk(3)));
        write("1.jfr.gz", gzip(lasting(chunk(1))));
        write("2.jfr", lasting(chunk(2)));
        write("far.jfr", lasting(chunk(9)));
        List<Path> inOrder = SharedChunks.inOrder(files);
        files.clear();
        files.addAll(inOrder);
        assertThat(readAll()).isNull();
        assertThat(parts).isEqualTo(2);
    }

    /** Since which second the JVM of a file was recorded. */
    private long since(int number) throws Exception {
        SharedChunks shared = SharedChunks.of(files);
        for (int i = 0; i < number; i++) {
            read(shared, i);
        }
        try (Recordings recordings = Recordings.open(files.get(number), () -> null, shared, number)) {
            return (recordings.jvms().get(0).watchedSince() - WrittenChunk.START_NANOS) / SECOND;
        }
    }

    private static byte[] lasting(byte[] chunk) {
        ByteBuffer.wrap(chunk).putLong(40, SECOND);
        return chunk;
    }

    private static byte[] otherClock(byte[] chunk) {
        ByteBuffer.wrap(chunk).putLong(48, 77);
        return chunk;
    }

    @Test
    void of_files_without_a_chunk_in_common_nothing_is_said() throws Exception {
        write("1.jfr", chunk(1));
        write("2.jfr", chunk(5));
        assertThat(readAll()).isNull();
        assertThat(read).containsExactly(List.of(1L), List.of(5L));
    }

    @Test
    void jvms_that_began_a_chunk_at_the_same_nanosecond_are_told_apart_by_their_own_clocks() throws Exception {
        write("1.jfr", chunk(1));
        write("2.jfr", otherClock(chunk(1)));
        assertThat(readAll()).isNull();
        assertThat(read).allMatch(pins -> pins.size() == 1);
    }

    @Test
    @Timeout(60)
    void whoever_is_faster_the_first_of_several_packed_files_has_the_chunk_and_a_plain_one_goes_before()
            throws Exception {
        write("1.jfr.gz", gzip(joined(chunk(1), chunk(2))));
        write("2.jfr.gz", gzip(joined(chunk(1), chunk(2), chunk(3), chunk(4))));
        write("3.jfr", chunk(4));
        write("bad.jfr.gz", new byte[] {0x1f, (byte) 0x8b, 1, 2, 3});
        write("4.jfr.gz", gzip(joined(chunk(3), chunk(9))));
        for (int i = 0; i < 20; i++) {
            readSideBySide();
            assertThat(read).containsExactly(List.of(1L, 2L), List.of(3L), List.of(4L), List.of(), List.of(9L));
        }
    }

    @Test
    @Timeout(60)
    void a_pipe_that_can_not_be_opened_holds_up_none_that_comes_after_it() throws Exception {
        write("pipe");
        write("2.jfr.gz", gzip(chunk(2)));
        SharedChunks shared = SharedChunks.of(files);
        Path pipe = files.get(0);
        assertThatThrownBy(() -> Recordings.open(
                        pipe,
                        () -> {
                            throw new UnreadableRecordingException(pipe, "permission denied", null);
                        },
                        shared,
                        0))
                .hasMessageContaining("permission denied");
        assertThat(read(shared, 1)).containsExactly(2L);
    }

    @Test
    void a_folder_of_chunks_has_those_of_the_dumps_beside_it() throws Exception {
        Path repository = Files.createDirectory(folder.resolve("2026_11_21_12_00_00_1"));
        Files.write(repository.resolve("a.jfr"), chunk(1));
        Files.write(repository.resolve("b.jfr"), chunk(2));
        files.add(repository);
        write("dump.jfr", chunk(2), chunk(3));
        readAll();
        assertThat(read).containsExactly(List.of(1L, 2L), List.of(3L));
    }

    /** How many are in several files; null where none is. */
    private Limit readAll() throws Exception {
        SharedChunks shared = SharedChunks.of(files);
        for (int i = 0; i < files.size(); i++) {
            read.add(read(shared, i));
        }
        List<Limit> told = shared.limits();
        parts = told.stream()
                .filter(limit -> limit.kind() == LimitKind.JVM_IN_SEVERAL_FILES)
                .mapToLong(limit -> limit.count("files"))
                .sum();
        return told.isEmpty() || told.get(0).kind() != LimitKind.SHARED_CHUNKS ? null : told.get(0);
    }

    private void readSideBySide() throws Exception {
        read.clear();
        SharedChunks shared = SharedChunks.of(files);
        ExecutorService pool = Executors.newFixedThreadPool(3);
        try {
            List<Future<List<Long>>> under = new ArrayList<>();
            for (int i = 0; i < files.size(); i++) {
                int number = i;
                under.add(pool.submit(() -> read(shared, number)));
            }
            for (Future<List<Long>> each : under) {
                read.add(each.get());
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private List<Long> read(SharedChunks shared, int number) {
        List<Long> pins = new ArrayList<>();
        try (Recordings recordings = Recordings.open(files.get(number), () -> null, shared, number)) {
            for (RecordingReader jvm : recordings.jvms()) {
                jvm.read(pin -> pins.add(pin.durationNanos()), busy -> {});
            }
        } catch (UnreadableRecordingException e) {
            assertThat(e).hasMessageContaining("bad.jfr.gz");
        }
        return pins;
    }

    private void write(String name, byte[]... chunks) throws IOException {
        files.add(Files.write(folder.resolve(name), joined(chunks)));
    }

    /** Of the JVM's second of that number, with a pin of so many nanoseconds. */
    private static byte[] chunk(int number) {
        long after = number * SECOND;
        return new WrittenChunk(true)
                .startingAfter(after)
                .thread(22, utf8("v"), true)
                .stack(2)
                .pin(1_000 + after, number, 22, 2, latin1("LockSupport.park"), WrittenChunk.NULL)
                .finished();
    }

    private static byte[] unfinished(byte[] chunk, int length) {
        byte[] begin = Arrays.copyOf(chunk, length);
        ByteBuffer.wrap(begin).putLong(8, length).put(64, (byte) 1);
        return begin;
    }

    private static byte[] joined(byte[]... chunks) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] chunk : chunks) {
            all.writeBytes(chunk);
        }
        return all.toByteArray();
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }
}
