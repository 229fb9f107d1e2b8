package io.vtmonitor.recording;

import static io.vtmonitor.recording.WrittenChunk.latin1;
import static io.vtmonitor.recording.WrittenChunk.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.jfr.ChunkHeaders;
import io.vtmonitor.model.Pin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files and chunks beyond 2 GiB, where an {@code int} ends. They are sparse: little more than their ends lies on the
 * disk.
 */
class LargeFilesTest {
    /** An event that every reader hops over: its size takes four bytes, its type is 9. */
    private static final int HOLE = 200 << 20;

    private static final int HOLES = 11;
    private static final long SECOND = 1_000_000_000;

    @TempDir
    private Path folder;

    @Test
    void a_chunk_of_more_than_2_gib_is_read_to_its_end_and_so_is_what_follows_it() throws Exception {
        Path file = folder.resolve("large.jfr");
        long size = writeLarge(
                file, pinned("before", 0).finished(), pinned("behind", SECOND).finished());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            write(
                    channel,
                    size,
                    pinned("in the next chunk", 2 * SECOND)
                            .startingAfter(2 * SECOND)
                            .finished());
        }

        List<Pin> pins = new ArrayList<>();
        try (Recordings recordings = Recordings.open(file)) {
            assertThat(recordings.jvms()).hasSize(1);
            assertThat(recordings.jvms().get(0).read(pins::add, busy -> {}).problems())
                    .isEmpty();
        }

        assertThat(size).isGreaterThan(Integer.MAX_VALUE);
        assertThat(pins).extracting(Pin::threadName).containsExactly("before", "behind", "in the next chunk");
        assertThat(pins)
                .allSatisfy(pin -> assertThat(pin.blocking().stack().frames()).hasSize(1));
    }

    @Test
    void a_large_chunk_that_is_cut_off_is_told_by_its_byte_and_used_as_far_as_it_goes() throws Exception {
        Path file = folder.resolve("large.jfr");
        byte[] behind = pinned("behind", SECOND).finished();
        long size = writeLarge(file, pinned("before", 0).finished(), behind);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size - behind.length - HOLE);
        }

        List<Pin> pins = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        try (Recordings recordings = Recordings.open(file)) {
            problems.addAll(recordings.jvms().get(0).read(pins::add, busy -> {}).problems());
        }

        assertThat(pins).extracting(Pin::threadName).containsExactly("before");
        assertThat(problems).anyMatch(problem -> problem.contains("a chunk of " + size + " bytes begins"));
    }

    /** One event with all that it refers to; each has a key of its own for its thread. */
    private static WrittenChunk pinned(String thread, long after) {
        long key = 22 + after / SECOND;
        return new WrittenChunk(true)
                .thread(key, utf8(thread), true)
                .pin(2_000 + after, 5_000, key, 2, latin1("LockSupport.park"), WrittenChunk.NULL)
                .stack(2);
    }

    /** A chunk of one chunk's begin, holes, and another one's events; says how long it is. */
    private static long writeLarge(Path file, byte[] begin, byte[] end) throws IOException {
        long size = begin.length + (long) HOLES * HOLE + end.length - ChunkHeaders.HEADER;
        ByteBuffer.wrap(begin).putLong(8, size);
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
            write(channel, 0, begin);
            long at = begin.length;
            for (int i = 0; i < HOLES; i++, at += HOLE) {
                write(channel, at, new byte[] {
                    (byte) (HOLE | 0x80),
                    (byte) (HOLE >>> 7 | 0x80),
                    (byte) (HOLE >>> 14 | 0x80),
                    (byte) (HOLE >>> 21),
                    9
                });
            }
            ByteBuffer rest = ByteBuffer.wrap(end, ChunkHeaders.HEADER, end.length - ChunkHeaders.HEADER);
            channel.write(rest, at);
        }
        return size;
    }

    private static void write(FileChannel channel, long at, byte[] bytes) throws IOException {
        channel.write(ByteBuffer.wrap(bytes), at);
    }
}
