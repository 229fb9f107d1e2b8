package io.vtmonitor.recording;

import static io.vtmonitor.recording.WrittenChunk.latin1;
import static io.vtmonitor.recording.WrittenChunk.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.jfr.ChunkHeaders;
import io.vtmonitor.jfr.ChunkMetadata;
import io.vtmonitor.jfr.batch.BatchEvents;
import io.vtmonitor.model.Pin;
import io.vtmonitor.pins.JvmInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkWorkersTest {
    private static final JvmInfo JVM = JvmInfo.current(Duration.ofMillis(1), Duration.ofMillis(20));

    @TempDir
    private Path folder;

    @Timeout(30)
    @ParameterizedTest(name = "{0} threads")
    @ValueSource(ints = {1, 2, 4})
    void an_error_while_a_chunk_is_read_reaches_the_caller_and_nobodys_handler(int threads) throws Exception {
        List<Throwable> uncaught = new CopyOnWriteArrayList<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, failed) -> uncaught.add(failed));
        try (FileChannel file = FileChannel.open(written())) {
            ChunkSlice good = part(file);
            ChunkSlice bad = new ChunkSlice(new Failing(), good.chunk(), good.length());
            assertThatThrownBy(() -> read(List.of(good, bad, good), threads, new ArrayList<>()))
                    .isInstanceOf(OutOfMemoryError.class)
                    .hasMessage("for a test");
            assertThat(uncaught).isEmpty();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void several_threads_read_what_one_does() throws Exception {
        try (FileChannel file = FileChannel.open(written())) {
            List<Pin> one = new ArrayList<>();
            List<Pin> several = new ArrayList<>();
            read(List.of(part(file), part(file), part(file)), 1, one);
            read(List.of(part(file), part(file), part(file)), 3, several);

            assertThat(several).hasSize(3).isEqualTo(one);
        }
    }

    private static void read(List<ChunkSlice> parts, int threads, List<Pin> pins) {
        ChunkWorkers.read(parts, ChunkMetadata.Known.NOTHING, threads, new BatchEvents(JVM, pins::add, busy -> {}));
    }

    private static ChunkSlice part(FileChannel file) throws IOException {
        ChunkHeaders headers = ChunkHeaders.of(file);
        return new ChunkSlice(file, headers.chunks().get(0), headers.readable(0));
    }

    private Path written() throws IOException {
        return Files.write(
                folder.resolve("written.jfr"),
                new WrittenChunk(true)
                        .thread(22, utf8("one"), true)
                        .pin(2_000, 5_000_000, 22, 2, latin1("LockSupport.park"), WrittenChunk.NULL)
                        .stack(2)
                        .finished());
    }

    /** There is no memory to read it. */
    private static final class Failing extends FileChannel {
        @Override
        public int read(ByteBuffer to, long position) {
            throw new OutOfMemoryError("for a test");
        }

        @Override
        public long size() {
            return Long.MAX_VALUE;
        }

        @Override
        public int read(ByteBuffer to) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long read(ByteBuffer[] to, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer from) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(ByteBuffer[] from, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel position(long to) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel truncate(long to) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void force(boolean all) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer from, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void implCloseChannel() {}
    }
}
