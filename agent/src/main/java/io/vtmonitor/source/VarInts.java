package io.vtmonitor.source;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Passes over compressed numbers eight bytes at a time: a number ends in a byte below 128. A ninth byte may be 128 or more
 * and end one all the same, which is not seen here; whoever passes over numbers that could be so long must check where the
 * whole ends.
 */
final class VarInts {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ENDS = 0x8080808080808080L;

    private VarInts() {}

    /**
     * Passes over numbers as far as they go eight bytes at a time.
     *
     * @param bytes where they are
     * @param from index of the first
     * @param count how many
     * @param bound index that nothing is read beyond
     * @return in the lower half the index after the last that was passed over, in the upper how many are left
     */
    static long skip(byte[] bytes, int from, int count, int bound) {
        int p = from;
        int left = count;
        while (left >= 32 && p + 32 <= bound) {
            left -= ends(bytes, p) + ends(bytes, p + 8) + ends(bytes, p + 16) + ends(bytes, p + 24);
            p += 32;
        }
        while (left >= 8 && p + 8 <= bound) {
            left -= ends(bytes, p);
            p += 8;
        }
        while (left > 0 && p + 8 <= bound) {
            long found = ~(long) LONGS.get(bytes, p) & ENDS;
            int ends = Long.bitCount(found);
            if (ends >= left) {
                for (int i = 1; i < left; i++) {
                    found &= found - 1;
                }
                return p + (Long.numberOfTrailingZeros(found) >>> 3) + 1L;
            }
            left -= ends;
            p += 8;
        }
        return (long) left << 32 | p;
    }

    private static int ends(byte[] bytes, int at) {
        return Long.bitCount(~(long) LONGS.get(bytes, at) & ENDS);
    }
}
