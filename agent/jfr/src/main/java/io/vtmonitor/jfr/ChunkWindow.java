package io.vtmonitor.jfr;

import io.vtmonitor.common.VarInt;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Numbers and texts of a chunk, as JFR writes them: compressed (see {@link VarInt}), or big-endian at full width if the
 * chunk's header says so.
 *
 * <p>Not thread-safe; reused from chunk to chunk.
 */
public final class ChunkWindow extends ChunkBytes {
    private static final int MANY = 1 << 30;

    private boolean compressed;
    private boolean exact;

    public ChunkWindow() {
        this(LARGEST_WHOLE);
    }

    /** @param largestWhole larger chunks are gone through part by part */
    public ChunkWindow(int largestWhole) {
        super(largestWhole);
    }

    /**
     * Goes to a chunk.
     *
     * @param file where it lies
     * @param start its offset there
     * @param length its bytes that may be read
     * @param compressedNumbers whether its numbers are
     */
    public void open(FileChannel file, long start, long length, boolean compressedNumbers) throws IOException {
        compressed = compressedNumbers;
        open(file, start, length);
    }

    boolean compressed() {
        return compressed;
    }

    /** Whether numbers are passed over one by one: see {@link VarInts}. */
    public void exact(boolean oneByOne) {
        exact = oneByOne;
    }

    public boolean exact() {
        return exact;
    }

    /** A {@code long} field, or a reference to a constant. */
    long number() throws IOException, DamagedChunkException {
        if (position + 9 > limit) {
            more();
        }
        return compressed ? compressedNumber() : wide(8);
    }

    /** An {@code int} field. */
    int integer() throws IOException, DamagedChunkException {
        if (position + 9 > limit) {
            more();
        }
        return (int) (compressed ? compressedNumber() : wide(4));
    }

    /** Several of them. */
    void integers(long[] to, int count) throws IOException, DamagedChunkException {
        if (compressed && position + 9L * count <= limit) {
            position = VarInts.read(bytes, position, to, 0, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to[i] = integer();
        }
    }

    private long compressedNumber() {
        int from = position;
        position = VarInt.after(bytes, from);
        return VarInt.value(bytes, from, position);
    }

    private long wide(int width) {
        long value = bytes[position];
        for (int i = 1; i < width; i++) {
            value = value << 8 | (bytes[position + i] & 0xff);
        }
        position += width;
        return value;
    }

    /** A {@code byte} or {@code boolean} field. */
    byte raw() throws IOException, DamagedChunkException {
        if (position + 9 > limit) {
            more();
        }
        return bytes[position++];
    }

    /** A {@code char} or {@code short} field. */
    char character() throws IOException, DamagedChunkException {
        if (position + 9 > limit) {
            more();
        }
        return (char) (compressed ? compressedNumber() : wide(2));
    }

    /**
     * That many characters, if each is a byte available, as in nearly every text; null, and nothing is read, if not.
     */
    @Nullable
    String ascii(int length) {
        int after = position + length;
        if (!compressed || length > limit - position || VarInts.skip(bytes, position, length, after) != after) {
            return null;
        }
        String text = new String(bytes, position, length, StandardCharsets.ISO_8859_1);
        position = after;
        return text;
    }

    /** Reads as many bytes as there is room for. */
    void copy(byte[] to) throws IOException, DamagedChunkException {
        int done = 0;
        while (done < to.length) {
            if (position + 9 > limit) {
                more();
            }
            int some = Math.min(to.length - done, limit - position);
            if (some <= 0) {
                throw new DamagedChunkException(end(), "a text goes beyond the chunk's end");
            }
            System.arraycopy(bytes, position, to, done, some);
            position += some;
            done += some;
        }
    }

    /**
     * The number of elements that follow.
     *
     * @param least bytes that each takes
     */
    int count(int least) throws IOException, DamagedChunkException {
        long at = offset();
        int count = integer();
        if (count < 0 || (long) count * least > end() - at) {
            throw new DamagedChunkException(
                    at, count + " elements are declared, but only " + (end() - at) + " bytes follow");
        }
        return count;
    }

    /** Passes over compressed numbers. */
    void skipNumbers(long count) throws IOException, DamagedChunkException {
        long left = count;
        while (left > 0) {
            if (position + 9 > limit) {
                more();
            }
            long passed = left < 8 || exact
                    ? left << 32 | position
                    : VarInts.skip(bytes, position, (int) Math.min(left, MANY), limit);
            int at = (int) passed;
            if (at == position) {
                compressedNumber();
                left--;
            } else {
                left -= Math.min(left, MANY) - (passed >>> 32);
                position = at;
            }
        }
    }
}
