package io.vtmonitor.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkHeadersTest {
    @TempDir
    private Path folder;

    @Test
    void the_span_reaches_from_the_first_chunk_to_the_end_of_the_last() throws IOException {
        ChunkHeaders headers = headers(chunk(2, 100, 1_000, 50), chunk(2, 80, 1_050, 30));
        assertThat(headers.problem()).isNull();
        assertThat(headers.chunks()).hasSize(2);
        assertThat(headers.startNanos()).isEqualTo(1_000);
        assertThat(headers.endNanos()).isEqualTo(1_080);
    }

    @Test
    void an_unfinished_last_chunk_is_no_problem() throws IOException {
        ChunkHeaders headers = headers(chunk(2, 100, 1_000, 50), chunk(2, 0, 1_050, 0));
        assertThat(headers.problem()).isNull();
        assertThat(headers.chunks().get(1).finished()).isFalse();
    }

    @Test
    void a_chunk_that_is_cut_off_is_told_with_its_place() throws IOException {
        byte[] cut = new byte[90];
        System.arraycopy(chunk(2, 100, 1_000, 50), 0, cut, 0, 90);
        assertThat(headers(chunk(2, 100, 1_000, 50), cut).problem())
                .isEqualTo("at byte 100: a chunk of 100 bytes begins, but 90 are left");
    }

    @Test
    void the_headers_that_a_jvm_writes_into_a_chunk_at_each_flush_are_no_chunks() throws IOException {
        byte[] killed = flushed(300, 1);
        assertThat(headers(killed).chunks()).hasSize(1);
        assertThat(headers(killed).problem()).isNull();
        assertThat(headers(Arrays.copyOf(flushed(400, 0), 300)).chunks()).hasSize(1);
        assertThat(headers(killed, flushed(300, 0)).chunks())
                .as("one that follows is found")
                .hasSize(2);
    }

    /** With the header as it was when the first 150 bytes had been written, and the header itself. */
    private static byte[] flushed(int size, int state) {
        byte[] chunk = ByteBuffer.wrap(chunk(2, size, 1_000, 50))
                .putLong(56, 1_000_000_000)
                .put(64, (byte) state)
                .array();
        byte[] copy = ByteBuffer.wrap(chunk(2, 150 + 68, 1_000, 20))
                .putLong(56, 1_000_000_000)
                .array();
        System.arraycopy(copy, 0, chunk, 150, ChunkHeaders.HEADER);
        return chunk;
    }

    @Test
    void a_header_that_is_cut_off_is_told_with_its_place() throws IOException {
        assertThat(headers(chunk(2, 100, 1_000, 50), new byte[] {'F', 'L', 'R', 0, 0, 2})
                        .problem())
                .isEqualTo("at byte 100: the file ends within a chunk's header");
    }

    @Test
    void bytes_that_are_no_chunk_are_told_with_their_place() throws IOException {
        assertThat(headers(chunk(2, 100, 1_000, 50), new byte[100]).problem())
                .isEqualTo("at byte 100: no chunk begins where the one before it ends");
    }

    @Test
    void what_tools_print_of_pins_is_named_with_what_to_pass_instead() throws IOException {
        assertThat(text("jdk.CPULoad {\n  startTime = 10:00:00.123\n").problem())
                .contains("it is what jfr print has printed, and has no event that is known to be a pin")
                .endsWith("pass the recording that it was made of");
        assertThat(text("<recording>\n  <events>\n    <event type=\"jdk.CPULoad\">\n")
                        .problem())
                .endsWith("it is what jfr print --xml has printed; pass the recording that it was made of");
        String traced = "VirtualThread[#23,one]/runnable@ForkJoinPool-1-worker-1 reason:MONITOR\n"
                + "    app//com.acme.A.b(A.java:3) <== monitors:1\n    com.acme.C.d(C.java) <== monitors:2\n"
                + "    com.acme.C.d(C.java) <== monitors:2\n";
        assertThat(text("log line\n" + traced + traced.repeat(2).replace("A.java:3", "A.java:4"))
                        .problem())
                .contains("it is what -Djdk.tracePinnedThreads prints")
                .contains("in com.acme.C.d (3 stacks), com.acme.A.b:4 (2 stacks), com.acme.A.b:3, but not for how long")
                .contains("record PID -d 60s -o app.jfr");
    }

    private ChunkHeaders text(String text) throws IOException {
        return headers(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }

    @Test
    void foreign_empty_and_old_files_are_told_apart() throws IOException {
        assertThat(headers(new byte[0]).problem()).isEqualTo("the file is empty");
        assertThat(headers("PK and so on".getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                        .problem())
                .isEqualTo("it is not a JFR recording: it does not begin with the letters FLR");
        assertThat(headers(chunk(1, 100, 0, 0)).problem()).contains("JFR format 1.0; formats 2.0 and 2.1");
    }

    private ChunkHeaders headers(byte[]... parts) throws IOException {
        Path file = folder.resolve("test.jfr");
        ByteBuffer all = ByteBuffer.allocate(1_000);
        for (byte[] part : parts) {
            all.put(part);
        }
        Files.write(file, java.util.Arrays.copyOf(all.array(), all.position()));
        return ChunkHeaders.of(file);
    }

    private static byte[] chunk(int major, int size, long startNanos, long durationNanos) {
        ByteBuffer chunk = ByteBuffer.allocate(Math.max(size, 68));
        chunk.putInt(0, 0x464C5200).putShort(4, (short) major).putLong(8, size);
        return chunk.putLong(32, startNanos).putLong(40, durationNanos).array();
    }
}
