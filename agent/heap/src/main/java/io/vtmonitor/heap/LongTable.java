package io.vtmonitor.heap;

import java.util.Arrays;

/** From a number to another one: open addressing in two arrays, since a heap dump has millions. */
final class LongTable {
    /** What {@link #get} answers for a key that is not there. */
    static final long NONE = -1;

    private static final int FIRST = 1 << 10;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private long[] keys = new long[FIRST];
    private long[] values = filled(FIRST);
    private int size;

    private static long[] filled(int length) {
        long[] values = new long[length];
        Arrays.fill(values, NONE);
        return values;
    }

    int size() {
        return size;
    }

    /** @param value anything but {@link #NONE}; the last one of a key counts */
    void put(long key, long value) {
        if (size >= keys.length / 2) {
            grow();
        }
        int slot = slot(key);
        size += values[slot] == NONE ? 1 : 0;
        keys[slot] = key;
        values[slot] = value;
    }

    long get(long key) {
        return values[slot(key)];
    }

    boolean has(long key) {
        return get(key) != NONE;
    }

    long[] keys() {
        return where(keys);
    }

    long[] values() {
        return where(values);
    }

    private long[] where(long[] from) {
        long[] found = new long[size];
        int next = 0;
        for (int i = 0; i < values.length; i++) {
            if (values[i] != NONE) {
                found[next++] = from[i];
            }
        }
        return found;
    }

    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = (int) ((key * MIX) >>> 32) & mask;
        while (values[slot] != NONE && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = filled(keys.length);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != NONE) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
