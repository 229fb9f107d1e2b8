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
        for (int at : order) {
            if (packed.length - size < 3 * LONGEST_NUMBER) {
                packed = Arrays.copyOf(packed, packed.length * 3 / 2 + 3 * LONGEST_NUMBER);
            }
            long start = starts[at];
            long end = ends[at];
            size = put(packed, size, start - before, end - start, sites[at] + 1);
            before = start;
            lastEnd = Math.max(lastEnd, end);
        }
        return new PinBlock(starts[order[0]], lastEnd, count, Arrays.copyOf(packed, size), null);
    }

    private static int[] order(long[] starts, int count) {
        long min = starts[0];
        long max = starts[0];
        for (int i = 1; i < count; i++) {
            min = Math.min(min, starts[i]);
            max = Math.max(max, starts[i]);
        }
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
        keys = sorted(keys);
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            order[i] = (int) keys[i] & (MOST - 1);
        }
        return order;
    }

    /** Merges what is in order already, which is much: the JVM writes the events of each thread together. */
    private static long[] sorted(long[] keys) {
        long[] from = keys;
        long[] to = new long[keys.length];
        while (true) {
            int merged = 0;
            while (merged < from.length) {
                int middle = inOrder(from, merged);
                int end = middle < from.length ? inOrder(from, middle) : middle;
                if (merged == 0 && middle == from.length) {
                    return from;
                }
                merge(from, merged, middle, end, to);
                merged = end;
            }
            long[] next = from;
            from = to;
            to = next;
        }
    }

    /** Where the keys end that are in order from here on. */
    private static int inOrder(long[] keys, int from) {
        int to = from + 1;
        while (to < keys.length && keys[to - 1] <= keys[to]) {
            to++;
        }
        return to;
    }

    private static void merge(long[] from, int begin, int middle, int end, long[] to) {
        int one = begin;
        int other = middle;
        for (int i = begin; i < end; i++) {
            to[i] = other == end || (one < middle && from[one] <= from[other]) ? from[one++] : from[other++];
        }
    }

    private static int put(byte[] packed, int at, long one, long two, long three) {
        return put(packed, put(packed, put(packed, at, one), two), three);
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
}
