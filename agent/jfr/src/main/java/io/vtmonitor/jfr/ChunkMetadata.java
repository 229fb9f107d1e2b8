package io.vtmonitor.jfr;

import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds a chunk's metadata and reads them, unless they are byte for byte those of the chunk before: the chunks of one
 * JVM mostly have the same. Not their number tells, as for the JDK's reader: two JVMs can count alike.
 */
public final class ChunkMetadata {
    private final ChunkWindow window;
    private Known known;

    /** @param known what the chunk before was found to have, maybe by another reader */
    public ChunkMetadata(ChunkWindow window, Known known) {
        this.window = window;
        this.known = known;
    }

    /**
     * Metadata that were read, and as what. Not to be written to: readers of several threads share them.
     *
     * @param types null if they could not be read
     */
    @SuppressWarnings("ArrayRecordComponent")
    public // never compared
    record Known(byte[] bytes, boolean compressed, @Nullable ChunkTypes types) {
        public static final Known NOTHING = new Known(new byte[0], false, null);

        boolean is(ChunkWindow window, int from, int to) {
            return types != null
                    && compressed == window.compressed()
                    && from <= to
                    && Arrays.equals(bytes, 0, bytes.length, window.bytes(), from, to);
        }
    }

    /** What the last chunk has. */
    public Known known() {
        return known;
    }

    /**
     * The types of a chunk.
     *
     * @param chunk in which the window is
     * @throws DamagedChunkException if there are none to be read
     */
    public ChunkTypes of(Chunk chunk) throws IOException, DamagedChunkException {
        long at = chunk.metadata();
        if (at < ChunkHeaders.HEADER || at >= window.end()) {
            at = search();
        }
        try {
            return at(at);
        } catch (DamagedChunkException e) {
            long other = search();
            if (other == at) {
                throw e;
            }
            return at(other);
        }
    }

    private ChunkTypes at(long offset) throws IOException, DamagedChunkException {
        window.seek(offset);
        long size = window.integer();
        if (size > 0 && size <= window.end() - offset) {
            window.contiguous(offset, size);
            window.integer();
            window.number(); // type
            window.number(); // start, which differs
            int from = window.position();
            int to = from + (int) (offset + size - window.offset());
            ChunkTypes same = known.types();
            if (same != null && known.is(window, from, to)) {
                return same;
            }
            if (from <= to) {
                byte[] bytes = Arrays.copyOfRange(window.bytes(), from, to);
                ChunkTypes fresh = MetadataEvent.read(window, offset);
                known = new Known(bytes, window.compressed(), fresh);
                return fresh;
            }
        }
        return MetadataEvent.read(window, offset);
    }

    /** Where the header does not say: the last of the chunk's metadata is the one that knows all types. */
    private long search() throws IOException, DamagedChunkException {
        long[] found = {-1};
        try {
            ChunkWalk.walk(window, new byte[] {1}, ChunkHeaders.HEADER, (kind, start, end, at) -> {
                found[0] = start;
                return true;
            });
        } catch (DamagedChunkException ignored) {
            // What was found before the damage counts.
        }
        if (found[0] < 0) {
            throw new DamagedChunkException(0, "the chunk has no metadata");
        }
        return found[0];
    }
}
