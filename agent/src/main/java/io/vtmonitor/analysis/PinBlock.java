package io.vtmonitor.analysis;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Some thousand pins in the order of their begins, packed: about eight bytes each.
 *
 * @param firstStart begin of the first, nanoseconds since the epoch
 * @param lastEnd the latest end, likewise
 * @param count how many
 * @param packed of each the time since the begin before it, its length, and one more than its site's number
 * @param numbers what a site's number has become since it was packed; null where it is the same
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PinBlock(long firstStart, long lastEnd, int count, byte[] packed, int @Nullable [] numbers) {
    private static final int FEW = 64;

    /** Bits of an index into a block. */
    private static final int INDEX_BITS = 14;

    /** Pins of a block. */
    static final int MOST = 1 << INDEX_BITS;

    private static final int LONGEST_NUMBER = 10;

    /** Packs the first so many; at least one, and none of them of no length. */
    static PinBlock of(long[] starts, long[] ends, int[] sites, int count) {
        int[] order = order(starts, count);
        byte[] packed = new byte[count * 12];
        int size = 0;
        long before = starts[order[0]];
        long lastEnd = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            if (packed.length - size < 3 * LONGEST_NUMBER) {
                packed = Arrays.copyOf(packed, packed.length * 3 / 2 + 3 * LONGEST_NUMBER);
            }
            int at = order[i];
            size = put(packed, size, starts[at] - before);
            size = put(packed, size, ends[at] - starts[at]);
            size = put(packed, size, sites[at] + 1);
            before = starts[at];
            lastEnd = Math.max(lastEnd, ends[at]);
        }
        return new PinBlock(starts[order[0]], lastEnd, count, Arrays.copyOf(packed, size), null);
    }

    private static int[] order(long[] starts, int count) {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            min = Math.min(min, starts[i]);
            max = Math.max(max, starts[i]);
        }
        int[] order = new int[count];
        long span = max - min;
        if (span < 0 || span >>> (Long.SIZE - 1 - INDEX_BITS) != 0) {
            // Longer than six days: too long for the quick way.
            return IntStream.range(0, count)
                    .boxed()
                    .sorted(Comparator.comparingLong(i -> starts[i]))
                    .mapToInt(Integer::intValue)
                    .toArray();
        }
        long[] keys = new long[count];
        for (int i = 0; i < count; i++) {
            keys[i] = (starts[i] - min) << INDEX_BITS | i;
        }
        sort(keys);
        for (int i = 0; i < count; i++) {
            order[i] = (int) keys[i] & (MOST - 1);
        }
        return order;
    }

    private static int put(byte[] packed, int at, long number) {
        int next = at;
        long rest = number;
        while ((rest & ~0x7FL) != 0) {
            packed[next++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        packed[next++] = (byte) rest;
        return next;
    }

    /** The same pins, their sites numbered anew. */
    PinBlock renumbered(int[] by) {
        int[] then = by;
        if (numbers != null) {
            then = Arrays.stream(numbers)
                    .map(number -> number < 0 ? number : by[number])
                    .toArray();
        }
        return new PinBlock(firstStart, lastEnd, count, packed, then);
    }

    Cursor cursor() {
        return new Cursor(this);
    }

    /** Goes over the pins of a block. */
    static final class Cursor {
        private final PinBlock block;
        private int at;
        private int left;
        private long start;
        private long end;
        private int site;

        private Cursor(PinBlock block) {
            this.block = block;
            this.left = block.count();
            this.start = block.firstStart();
        }

        /** Goes on to the next pin; false where there is none. */
        boolean next() {
            if (left == 0) {
                return false;
            }
            left--;
            start += number();
            end = start + number();
            int packedSite = (int) number() - 1;
            int[] numbers = block.numbers();
            site = packedSite < 0 || numbers == null ? packedSite : numbers[packedSite];
            return true;
        }

        private long number() {
            byte[] packed = block.packed();
            long number = 0;
            for (int shift = 0; ; shift += 7) {
                byte b = packed[at++];
                number |= (b & 0x7FL) << shift;
                if (b >= 0) {
                    return number;
                }
            }
        }

        long start() {
            return start;
        }

        long end() {
            return end;
        }

        int site() {
            return site;
        }
    }

    /** The JDK's sort links a lambda first, which for few pins takes longer than all else. */
    private static void sort(long[] keys) {
        if (keys.length > FEW) {
            Arrays.sort(keys);
            return;
        }
        for (int i = 1; i < keys.length; i++) {
            long key = keys[i];
            int at = i;
            for (; at > 0 && keys[at - 1] > key; at--) {
                keys[at] = keys[at - 1];
            }
            keys[at] = key;
        }
    }
}
