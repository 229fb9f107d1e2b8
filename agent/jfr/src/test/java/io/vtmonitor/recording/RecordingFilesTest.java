package io.vtmonitor.recording;

import static io.vtmonitor.recording.WrittenChunk.latin1;
import static io.vtmonitor.recording.WrittenChunk.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.model.Pin;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shapes in which recordings come. */
class RecordingFilesTest {
    private static final int LONGER_THAN_A_BUFFER = 300_000;

    @TempDir
    private Path folder;

    private final List<Pin> pins = new ArrayList<>();

    @Test
    void a_device_without_an_end_is_refused_by_its_first_bytes() {
        assumeTrue(Files.exists(Path.of("/dev/zero")), "there is no such device here");
        assertThatThrownBy(() -> RecordingFiles.of(Path.of("/dev/zero")))
                .isInstanceOf(UnreadableRecordingException.class)
                .hasMessageContaining("it is neither a JFR recording nor text; a .jfr file is accepted");
    }

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

    @ParameterizedTest
    @EnumSource
    void an_lz4_frame_is_unpacked_however_its_blocks_are_made(Lz4 written) throws Exception {
        byte[] whole = written.pack(longer());
        assertThat(new Lz4Stream(new ByteArrayInputStream(whole)).readAllBytes())
                .isEqualTo(longer());
        assertThat(problems(Files.write(folder.resolve("app.jfr.lz4"), written.pack(recording(0)))))
                .isEmpty();
        assertThat(pins).hasSize(1);
    }

    @Test
    void blocks_that_refer_to_the_ones_before_and_frames_one_after_the_other_are_unpacked() throws Exception {
        byte[] text = "blocks that refer".getBytes(StandardCharsets.US_ASCII);
        // A block of that text, and one that says: again its first 17 bytes, then "s".
        ByteBuffer frame = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(0x184D2A51).putInt(3).put(new byte[3]); // to be skipped
        for (int i = 0; i < 2; i++) {
            frame.putInt(Lz4Stream.MAGIC).put((byte) 0x40).put((byte) 0x40).put((byte) 0xc0);
            frame.putInt(text.length | 1 << 31).put(text);
            frame.putInt(5)
                    .put(new byte[] {0x0d, (byte) text.length, 0, 0x10, 's'})
                    .putInt(0);
        }
        String unpacked = new String(
                new Lz4Stream(new ByteArrayInputStream(frame.array(), 0, frame.position())).readAllBytes(),
                StandardCharsets.US_ASCII);
        assertThat(unpacked).isEqualTo("blocks that referblocks that refers".repeat(2));
    }

    @Test
    void what_a_damaged_lz4_file_holds_before_the_damage_is_used_and_the_place_is_told() throws Exception {
        byte[] whole = Lz4.SMALL_BLOCKS.pack(joined(longer(), recording(0)));
        byte[] begin = Arrays.copyOf(whole, whole.length / 2);
        assertThat(problems(Files.write(folder.resolve("app.jfr.lz4"), begin)))
                .anyMatch(problem -> problem.startsWith("the LZ4 data end too early or are damaged after "));
        for (int i = 7; i < whole.length; i += 101) {
            byte[] spoilt = whole.clone();
            spoilt[i] ^= 0x55;
            try {
                new Lz4Stream(new ByteArrayInputStream(spoilt)).readAllBytes();
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("LZ4");
            }
        }
    }

    /** How a writer may go about it. */
    private enum Lz4 {
        SMALL_BLOCKS(BLOCKSIZE.SIZE_64KB, FLG.Bits.BLOCK_INDEPENDENCE),
        CHECKSUMS(
                BLOCKSIZE.SIZE_256KB, FLG.Bits.BLOCK_INDEPENDENCE, FLG.Bits.BLOCK_CHECKSUM, FLG.Bits.CONTENT_CHECKSUM),
        LARGE_BLOCKS(BLOCKSIZE.SIZE_4MB, FLG.Bits.BLOCK_INDEPENDENCE, FLG.Bits.CONTENT_CHECKSUM);

        private final BLOCKSIZE size;
        private final FLG.Bits[] flags;

        Lz4(BLOCKSIZE size, FLG.Bits... flags) {
            this.size = size;
            this.flags = flags;
        }

        byte[] pack(byte[] bytes) throws IOException {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (LZ4FrameOutputStream lz4 = new LZ4FrameOutputStream(packed, size, flags)) {
                lz4.write(bytes);
            }
            return packed.toByteArray();
        }
    }

    /** Chunks of more than one block, some of whose bytes repeat and some of which do not. */
    private static byte[] longer() {
        byte[] noise = new byte[300_000];
        new Random(1).nextBytes(noise);
        byte[] one = recording(0);
        byte[] many = joined(one, noise);
        for (int i = 0; i < 200; i++) {
            many = joined(many, one);
        }
        return joined(many, new byte[100_000]);
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

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @EnabledOnOs(value = OS.LINUX, disabledReason = "mkfifo is at hand there")
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_pipe_is_read_once_from_its_first_byte_on(boolean packed) throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        byte[] more = recording(0);
        int chunks = 1;
        for (; more.length < LONGER_THAN_A_BUFFER; chunks++) {
            more = joined(more, recording(chunks * 2_000_000_000L));
        }
        Path written = Files.write(folder.resolve("app.jfr"), packed ? gzip(more) : more);
        Process writer = new ProcessBuilder("cp", written.toString(), pipe.toString()).start();
        try {
            assertThat(problems(pipe)).isEmpty();
            assertThat(writer.waitFor()).isZero();
        } finally {
            writer.destroy();
        }
        assertThat(pins).hasSize(chunks);
    }

    @Test
    void what_can_not_be_unpacked_is_named_with_what_is_accepted() throws Exception {
        Path file = Files.write(folder.resolve("app.jfr.zst"), new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0});
        assertThatThrownBy(() -> Recordings.open(file))
                .isInstanceOf(UnreadableRecordingException.class)
                .hasMessageContaining(
                        "it is compressed by Zstandard; a .jfr file is accepted, as it is or compressed by gzip, zip"
                                + " or LZ4");
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
