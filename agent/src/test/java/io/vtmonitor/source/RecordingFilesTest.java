package io.vtmonitor.source;

import static io.vtmonitor.source.WrittenChunk.latin1;
import static io.vtmonitor.source.WrittenChunk.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.model.Pin;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shapes in which recordings come. */
class RecordingFilesTest {
    @TempDir
    private Path folder;

    private final List<Pin> pins = new ArrayList<>();

    @Test
    void a_gzipped_recording_is_unpacked_whatever_its_name() throws Exception {
        assertThat(problems(Files.write(folder.resolve("app.bin"), gzip(recording(0)))))
                .isEmpty();
        assertThat(pins).hasSize(1);
    }

    @Test
    void what_a_cut_off_gzip_file_holds_is_used_and_the_place_is_told() throws Exception {
        byte[] joined = joined(recording(0), recording(2_000_000_000L));
        byte[] whole = gzip(joined);
        Path file = Files.write(folder.resolve("app.jfr.gz"), Arrays.copyOf(whole, whole.length - 12));
        assertThat(problems(file))
                .anyMatch(problem -> problem.startsWith("the gzip data end too early or are damaged"));
        assertThat(pins).isNotEmpty();
    }

    @Test
    void the_recordings_in_a_zip_file_are_read_together() throws Exception {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(zipped)) {
            for (String name : List.of("a/one.jfr", "readme.txt", "a/two.jfr")) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(name.endsWith(".jfr") ? recording(name.contains("two") ? 9_000_000_000L : 0) : new byte[9]);
            }
        }
        assertThat(problems(Files.write(folder.resolve("all.jfr.zip"), zipped.toByteArray())))
                .isEmpty();
        assertThat(pins).hasSize(2);
    }

    @Test
    void the_chunks_in_a_jvms_folder_are_one_jvms() throws Exception {
        // The second begins when the first ends, after two seconds.
        Files.write(folder.resolve("2026_11_21_12_00_01.jfr"), recording(0));
        Files.write(folder.resolve("2026_11_21_12_00_03.jfr"), recording(2_000_000_000L));
        try (Recordings recordings = Recordings.open(folder)) {
            assertThat(recordings.jvms()).hasSize(1);
        }
        problems(folder);
        assertThat(pins).hasSize(2);
    }

    @Test
    void standard_input_is_read() throws Exception {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(gzip(recording(0))));
            assertThat(problems(Path.of("-"))).isEmpty();
        } finally {
            System.setIn(before);
        }
        assertThat(pins).hasSize(1);
    }

    @Test
    void what_can_not_be_unpacked_is_named_with_what_is_accepted() throws Exception {
        Path file = Files.write(folder.resolve("app.jfr.lz4"), new byte[] {0x04, 0x22, 0x4d, 0x18, 0});
        assertThatThrownBy(() -> Recordings.open(file))
                .isInstanceOf(UnreadableRecordingException.class)
                .hasMessageContaining(
                        "it is compressed by LZ4; a .jfr file is accepted, as it is or compressed by gzip or zip");
    }

    @Test
    void nothing_that_was_unpacked_is_left() throws Exception {
        Path file = Files.write(folder.resolve("app.jfr.gz"), gzip(recording(0)));
        Path unpacked;
        try (RecordingFiles files = RecordingFiles.of(file)) {
            unpacked = files.files().get(0);
            assertThat(unpacked).exists();
        }
        assertThat(unpacked).doesNotExist();
    }

    private List<String> problems(Path file) throws Exception {
        List<String> problems = new ArrayList<>();
        try (Recordings recordings = Recordings.open(file)) {
            for (RecordingReader jvm : recordings.jvms()) {
                problems.addAll(jvm.read(pins::add, busy -> {}).problems());
            }
        }
        return problems;
    }

    private static byte[] recording(long after) {
        return new WrittenChunk(true)
                .startingAfter(after)
                .thread(22, utf8("v"), true)
                .stack(2)
                .pin(1_000 + after, 5, 22, 2, latin1("LockSupport.park"), WrittenChunk.NULL)
                .finished();
    }

    private static byte[] joined(byte[] one, byte[] two) {
        byte[] both = Arrays.copyOf(one, one.length + two.length);
        System.arraycopy(two, 0, both, one.length, two.length);
        return both;
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }
}
