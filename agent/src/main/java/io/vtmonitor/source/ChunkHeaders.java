package io.vtmonitor.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The chunk headers of a recording: its span, and where it is damaged. A JFR file is a sequence of chunks, each with a
 * header of 68 bytes, big-endian (JDK: {@code jfrChunkWriter.cpp}, {@code ChunkHeader.java}).
 *
 * @param chunks those with a whole header, in file order
 * @param problem what is wrong and at which byte, null if nothing is
 */
record ChunkHeaders(List<Chunk> chunks, @Nullable String problem) {
    private static final int HEADER = 68;
    private static final int MAGIC = 0x464C5200; // F L R 0

    /**
     * One chunk.
     *
     * @param offset of its header in the file
     * @param size in bytes, 0 while it is still being written
     * @param startNanos begin, nanoseconds since the epoch
     * @param durationNanos length, 0 while it is still being written
     */
    record Chunk(long offset, long size, long startNanos, long durationNanos) {
        boolean finished() {
            return size != 0;
        }
    }

    ChunkHeaders {
        chunks = List.copyOf(chunks);
    }

    static ChunkHeaders of(Path file) throws IOException {
        List<Chunk> chunks = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new ChunkHeaders(chunks, walk(channel, chunks));
        }
    }

    private static @Nullable String walk(FileChannel channel, List<Chunk> chunks) throws IOException {
        long length = channel.size();
        if (length == 0) {
            return "the file is empty";
        }
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        long offset = 0;
        while (offset < length) {
            header.clear();
            while (header.hasRemaining() && channel.read(header, offset + header.position()) >= 0) {
                // a read may come short of a whole header
            }
            if (header.position() < 4 || header.getInt(0) != MAGIC) {
                return offset == 0
                        ? "it is no JFR recording: it does not begin with the letters FLR"
                        : "at byte " + offset + ": no chunk begins where the one before it ends";
            }
            if (header.hasRemaining()) {
                return "at byte " + offset + ": the file ends within a chunk's header";
            }
            Chunk chunk = new Chunk(offset, header.getLong(8), header.getLong(32), header.getLong(40));
            int major = header.getShort(4);
            if (major != 2) {
                return "at byte " + offset + ": JFR format " + major + "." + header.getShort(6)
                        + "; format 2, written by JDK 11 and later, is accepted";
            }
            chunks.add(chunk);
            if (!chunk.finished()) {
                return null;
            }
            if (chunk.size() < HEADER || chunk.size() > length - offset) {
                return "at byte " + offset + ": a chunk of " + chunk.size() + " bytes begins, but " + (length - offset)
                        + " are left";
            }
            offset += chunk.size();
        }
        return null;
    }

    /** Begin of the first chunk, nanoseconds since the epoch. */
    long startNanos() {
        return chunks.stream().mapToLong(Chunk::startNanos).min().orElse(0);
    }

    /** End of the last chunk; for one still being written its begin, since the header does not tell more. */
    long endNanos() {
        return chunks.stream()
                .mapToLong(chunk -> chunk.startNanos() + chunk.durationNanos())
                .max()
                .orElse(0);
    }
}
