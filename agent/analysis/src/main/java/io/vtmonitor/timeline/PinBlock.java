package io.vtmonitor.timeline;

import io.vtmonitor.common.VarInt;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Some thousand pins in the order of their begins, packed: about eight bytes each.
 *
 * @param firstStart begin of the first, nanoseconds since the epoch
 * @param lastEnd the latest end, likewise
 * @param count how many
 * @param packed of each the time since the begin before it, its length, and what it is, as {@link Occupancy} numbers it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PinBlock(long firstStart, long lastEnd, int count, byte[] packed) {
    /** Bits of an index into a block. */
    private static final int INDEX_BITS = 14;

    /** A longer loop would stay in the interpreter for long, and then be compiled as it runs. */
    private static final int PIECE = 32;

    /** Pins of a block. */
    static final int MOST = 1 << INDEX_BITS;

    /**
     * Packs blocks, one after the other in the same memory: to touch new memory takes a good part of the time. Not
     * thread-safe.
     */
    static final class Packer {
        private long[] keys = new long[0];
        private long[] others = new long[0];
        private byte[] packed = new byte[0];
        private int size;
        private long before;
        private long lastEnd;

        /** Packs the first so many; at least one, and none of them of no length. */
        PinBlock pack(long[] starts, long[] ends, int[] occupancies, int count) {
            if (keys.length < count) {
                keys = new long[count];
                others = new long[count];
                packed = new byte[count * 12];
            }
            order(starts, count);
            size = 0;
            long first = starts[(int) keys[0] & (MOST - 1)];
            before = first;
            lastEnd = Long.MIN_VALUE;
            for (int from = 0; from < count; from += PIECE) {
                add(starts, ends, occupancies, from, Math.min(count, from + PIECE));
            }
            return new PinBlock(first, lastEnd, count, Arrays.copyOf(packed, size));
        }

        /** The indexes by begin, in the lowest bits of the keys. */
        private void order(long[] starts, int count) {
            long span = 0;
            for (int from = 0; from < count; from += PIECE) {
                span |= key(starts, from, Math.min(count, from + PIECE));
            }
            if (span >>> (Long.SIZE - 1 - INDEX_BITS) == 0) {
                sort(count);
                return;
            }
            // Longer than six days: too long for the quick way.
            keys = IntStream.range(0, count)
                    .boxed()
                    .sorted(Comparator.comparingLong(i -> starts[i]))
                    .mapToLong(Integer::longValue)
                    .toArray();
            others = new long[count];
        }

        /** The time since the first pin, and the index; says how long that is at most, up to the next power of two. */
        private long key(long[] starts, int from, int to) {
            long span = 0;
            for (int i = from; i < to; i++) {
                long since = starts[i] - starts[0];
                span |= since < 0 ? ~since : since;
                keys[i] = since << INDEX_BITS | i;
            }
            return span;
        }

        /** Merges what is in order already, which is much: the JVM writes the events of each thread together. */
        private void sort(int count) {
            int runs;
            do {
                runs = 0;
                for (int from = 0; from < count; runs++) {
                    int middle = inOrder(keys, from, count);
                    int end = middle < count ? inOrder(keys, middle, count) : middle;
                    merge(keys, from, middle, end, others);
                    from = end;
                }
                long[] merged = others;
                others = keys;
                keys = merged;
            } while (runs > 1);
        }

        /** Where the keys end that are in order from here on. */
        private static int inOrder(long[] keys, int from, int count) {
            int to = from + 1;
            while (to < count && keys[to - 1] <= keys[to]) {
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

        private void add(long[] starts, long[] ends, int[] occupancies, int from, int to) {
            if (packed.length - size < (to - from) * 3 * VarInt.LONGEST) {
                packed = Arrays.copyOf(packed, packed.length * 3 / 2 + (to - from) * 3 * VarInt.LONGEST);
            }
            for (int i = from; i < to; i++) {
                int at = (int) keys[i] & (MOST - 1);
                long start = starts[at];
                long end = ends[at];
                put(start - before);
                put(end - start);
                put(occupancies[at] + Occupancy.SHIFT);
                before = start;
                lastEnd = Math.max(lastEnd, end);
            }
        }

        private void put(long number) {
            size = VarInt.write(packed, size, number);
        }
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
        private int occupancy;

        private Cursor(PinBlock block) {
            this.block = block;
            this.left = block.count();
            this.start = block.firstStart();
        }

        /** Continues to the next pin; false if there is none. */
        boolean next() {
            if (left == 0) {
                return false;
            }
            left--;
            start += number();
            end = start + number();
            occupancy = (int) number() - Occupancy.SHIFT;
            return true;
        }

        private long number() {
            int from = at;
            at = VarInt.after(block.packed(), from);
            return VarInt.value(block.packed(), from, at);
        }

        long start() {
            return start;
        }

        long end() {
            return end;
        }

        /** See {@link Occupancy}. */
        int occupancy() {
            return occupancy;
        }
    }
}
