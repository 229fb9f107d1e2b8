package io.vtmonitor.jfr;

import java.util.Arrays;

/**
 * From a key to a number that is not negative. No boxes: a chunk has hundreds of thousands of keys. Not thread-safe.
 */
public final class LongIndex {
    private static final int SMALLEST = 1 << 8;
    private static final int KEPT = 1 << 18;

    private long[] keys = new long[SMALLEST];
    private long[] values = new long[SMALLEST]; // plus one: zero is an empty place
    private int size;

    public int size() {
        return size;
    }

    public void clear() {
        if (keys.length > KEPT) {
            keys = new long[SMALLEST];
            values = new long[SMALLEST];
        } else if (size > 0) {
            Arrays.fill(values, 0);
        }
        size = 0;
    }

    /** The number put there, -1 if none was. */
    public long get(long key) {
        return values[place(keys, values, key)] - 1;
    }

    /** Puts it unless something is there already; says which number is there now. */
    public long putIfAbsent(long key, long value) {
        int place = place(keys, values, key);
        if (values[place] != 0) {
            return values[place] - 1;
        }
        keys[place] = key;
        values[place] = value + 1;
        if (++size > keys.length - (keys.length >> 2)) {
            grow();
        }
        return value;
    }

    private void grow() {
        long[] biggerKeys = new long[2 * keys.length];
        long[] biggerValues = new long[2 * keys.length];
        for (int i = 0; i < keys.length; i++) {
            if (values[i] != 0) {
                int place = place(biggerKeys, biggerValues, keys[i]);
                biggerKeys[place] = keys[i];
                biggerValues[place] = values[i];
            }
        }
        keys = biggerKeys;
        values = biggerValues;
    }

    private static int place(long[] keys, long[] values, long key) {
        int mask = keys.length - 1;
        long mixed = key * 0x9E3779B97F4A7C15L;
        int place = (int) (mixed >>> 32) & mask;
        while (values[place] != 0 && keys[place] != key) {
            place = (place + 1) & mask;
        }
        return place;
    }
}
