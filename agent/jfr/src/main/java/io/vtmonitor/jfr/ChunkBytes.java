package io.vtmonitor.jfr;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one chunk, all of them where they fit, else as many at a time as do: a chunk may be larger than memory.
 * Offsets are the chunk's.
 *
 * <p>Dangerous: the array ends in zeroes that are not of the chunk, so that a number can be read without a check for
 * each byte. Reading past the end fails at the next request for bytes, and at the latest by {@link #check}.
 *
 * <p>Not thread-safe; reused from chunk to chunk.
 */
public abstract class ChunkBytes {
    /** A chunk up to this is held as a whole. JFR begins a new one at 12 MB by default. */
    public static final int LARGEST_WHOLE = 24 << 20;

    /** The longest that a walk reads without asking again. */
    static final int SLACK = 32;

    private static final int SLIDING = 4 << 20;
    private static final int GRAIN = 4 << 20;
    private static final int SCATTERED = 1 << 14;

    /** A read into an array goes through a buffer of this size outside the heap; a small one stays in the cache. */
    private static final int SLICE = 1 << 18;

    /** A new array of this size is memory to be touched, and garbage to be collected. */
    private static final ConcurrentLinkedQueue<byte[]> SPARE = new ConcurrentLinkedQueue<>();

    private static final int MOST_SPARE = 6;

    private @Nullable FileChannel channel;
    private long chunkStart;
    private long end;

    byte[] bytes = new byte[0];
    private long base;
    int limit;
    int position;
    private boolean scattered;
    private final int largestWhole;
    private int expected;

    /** @param largestWhole larger chunks are gone through part by part */
    ChunkBytes(int largestWhole) {
        this.largestWhole = largestWhole;
    }

    /**
     * Makes room at once for the largest chunk that is to come: an array that grows from chunk to chunk is memory
     * touched several times over.
     */
    public void expect(long largest) {
        expected = largest > largestWhole ? 0 : (int) largest;
    }

    /**
     * Goes to a chunk.
     *
     * @param file where it lies
     * @param start its offset there
     * @param length its bytes that may be read
     */
    void open(FileChannel file, long start, long length) throws IOException {
        channel = file;
        chunkStart = start;
        end = length;
        scattered = false;
        int wanted = length <= largestWhole ? (int) length : SLIDING;
        if (bytes.length < wanted + SLACK) {
            int room = Math.max(expected, length <= 1 << 20 ? wanted : (wanted + GRAIN - 1) / GRAIN * GRAIN);
            close();
            byte[] spare = SPARE.poll();
            bytes = spare != null && spare.length >= room + SLACK ? spare : new byte[room + SLACK];
        }
        load(0, wanted);
    }

    /** Leaves the array to the next window. */
    public void close() {
        if (bytes.length > 1 << 20 && SPARE.size() < MOST_SPARE) {
            SPARE.add(bytes);
        }
        bytes = new byte[0];
        limit = 0;
    }

    private void load(long from, int length) throws IOException {
        base = from;
        position = 0;
        limit = 0;
        read(length);
    }

    private void read(int upTo) throws IOException {
        FileChannel file = Objects.requireNonNull(channel, "open comes first");
        while (limit < upTo) {
            ByteBuffer slice = ByteBuffer.wrap(bytes, limit, Math.min(SLICE, upTo - limit));
            int read = file.read(slice, chunkStart + base + limit);
            if (read < 0) {
                throw new EOFException("the file became shorter while it was read");
            }
            limit += read;
        }
        Arrays.fill(bytes, limit, limit + SLACK, (byte) 0);
    }

    /** How far the chunk goes. */
    long end() {
        return end;
    }

    /** The next byte's offset. */
    public long offset() {
        return base + position;
    }

    /** The bytes available; the next one is at {@link #position}. */
    public byte[] bytes() {
        return bytes;
    }

    public int position() {
        return position;
    }

    /** Nothing of the chunk is in the array from this index on. */
    int limit() {
        return limit;
    }

    /** Goes to an index of the array. */
    void moveTo(int index) {
        position = index;
    }

    /** A walk may begin to read a number before this index and needs no check while it does. */
    int safe() {
        return base + limit == end ? limit : limit - SLACK;
    }

    /** Whether random access follows: little is then read ahead. */
    public void scattered(boolean little) {
        scattered = little;
    }

    /** Moves to an offset; beyond the bytes available others are read. */
    public void seek(long to) throws IOException, DamagedChunkException {
        if (to < 0 || to > end) {
            throw new DamagedChunkException(offset(), "a reference to byte " + to + " of a chunk of " + end);
        }
        long index = to - base;
        if (index >= 0 && (index < safe() || (base + limit == end && index <= limit))) {
            position = (int) index;
        } else {
            load(to, (int) Math.min(scattered ? SCATTERED : bytes.length - SLACK, end - to));
        }
    }

    /** Makes {@code length} bytes from an offset lie in the array. */
    public void contiguous(long from, long length) throws IOException, DamagedChunkException {
        if (length > bytes.length - SLACK) {
            throw new DamagedChunkException(from, "an event of " + length + " bytes");
        }
        if (from < base || from + length > base + limit) {
            load(from, (int) Math.min(Math.max(length, scattered ? SCATTERED : bytes.length - SLACK), end - from));
        } else {
            position = (int) (from - base);
        }
    }

    /** Fails where more was read than there is. */
    public void check(long bound) throws DamagedChunkException {
        if (offset() > bound) {
            throw new DamagedChunkException(bound, "data that continue beyond their end");
        }
    }

    /** Makes as many bytes follow as a number can have, unless the chunk ends. */
    void more() throws IOException, DamagedChunkException {
        if (position > limit) {
            check(end);
        }
        if (base + limit < end) {
            long at = offset();
            int kept = limit - position;
            System.arraycopy(bytes, position, bytes, 0, kept);
            base = at;
            limit = kept;
            position = 0;
            int wanted = scattered ? SCATTERED : bytes.length - SLACK;
            read((int) Math.min(Math.min(Math.max(wanted, kept + SLACK), bytes.length - SLACK), end - at));
        }
    }

    /** Passes over bytes. */
    void skip(long length) throws IOException, DamagedChunkException {
        if (length <= limit - position) {
            position += (int) length;
        } else {
            seek(offset() + length);
        }
    }
}
