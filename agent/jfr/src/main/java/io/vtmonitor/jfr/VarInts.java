package io.vtmonitor.jfr;

import io.vtmonitor.common.VarInt;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads many compressed numbers, or passes over them, eight bytes at a time: a number ends in a byte below 128. A ninth
 * byte may be 128 or more and end one all the same, which is not seen in passing (unlike in {@link VarInt}); whoever
 * passes over numbers that could be so long must check where the whole ends.
 */
final class VarInts {
    private static final long ENDS = 0x8080808080808080L;

    /** For fewer numbers, words are not worth it. */
    private static final int MANY = 64;

    private static final int PIECE = EventColumns.PIECE;

    /** For fewer numbers of several bytes each, words are not worth it. */
    private static final int FEW = PIECE / 4;

    /** Nor are they in a small chunk, which is read to its end before the calls they take are compiled. */
    private static final int SMALL_CHUNK = 2 << 20;

    private VarInts() {}

    /**
     * Passes over numbers as far as they go.
     *
     * @param bytes where they are
     * @param from index of the first
     * @param count how many
     * @param bound index that nothing is read beyond
     * @return in the lower half the index that was come to, which may be within a number, in the upper how many have
     *     not ended yet
     */
    static long skip(byte[] bytes, int from, int count, int bound) {
        int p = from;
        int left = count;
        if (left >= MANY && bytes.length > SMALL_CHUNK) {
            // Not a VarHandle: to link one takes longer than to read a small recording.
            ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            while (left >= 32 && p + 32 <= bound) {
                left -= ends(words, p) + ends(words, p + 8) + ends(words, p + 16) + ends(words, p + 24);
                p += 32;
            }
            while (left >= 8 && p + 8 <= bound) {
                left -= ends(words, p);
                p += 8;
            }
        }
        while (left >= PIECE && p + PIECE <= bound) {
            left -= ends(bytes, p, p + PIECE);
            p += PIECE;
        }
        return rest(bytes, p, left, bound);
    }

    private static long rest(byte[] bytes, int from, int count, int bound) {
        int p = from;
        int left = count;
        while (left > 0 && p < bound) {
            if (bytes[p++] >= 0) {
                left--;
            }
        }
        return (long) left << 32 | p;
    }

    /** In a call of its own: see {@link EventColumns#PIECE}. */
    private static int ends(byte[] bytes, int from, int to) {
        int ends = 0;
        for (int i = from; i < to; i++) {
            if (bytes[i] >= 0) {
                ends++;
            }
        }
        return ends;
    }

    /**
     * Reads numbers that surely lie in the array as a whole.
     *
     * @param bytes where they are
     * @param from index of the first
     * @param to takes them
     * @param begin index there of the first
     * @param end index there behind the last
     * @return the index behind them
     */
    static int read(byte[] bytes, int from, long[] to, int begin, int end) {
        int p = from;
        for (int i = begin; i < end; i += FEW) {
            p = readFew(bytes, p, to, i, Math.min(end, i + FEW));
        }
        return p;
    }

    private static int readFew(byte[] bytes, int from, long[] to, int begin, int end) {
        int p = from;
        for (int i = begin; i < end; i++) {
            int after = VarInt.after(bytes, p);
            to[i] = VarInt.value(bytes, p, after);
            p = after;
        }
        return p;
    }

    private static int ends(ByteBuffer words, int at) {
        return Long.bitCount(~words.getLong(at) & ENDS);
    }
}
