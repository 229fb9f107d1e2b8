package io.vtmonitor.scan;

import java.util.Arrays;

/** Pairs of numbers, each known by the order in which it came; open addressing, since there are millions. */
final class PairTable {
    static final int NONE = -1;

    private long[] pairs = new long[1 << 10];
    private int[] slots = new int[1 << 11];
    private int size;

    PairTable() {
        Arrays.fill(slots, NONE);
    }

    int size() {
        return size;
    }

    int first(int id) {
        return (int) (pairs[id] >> 32);
    }

    int second(int id) {
        return (int) pairs[id];
    }

    /** The pair's number, {@link #NONE} where it has none. */
    int find(int first, int second) {
        return slots[slot(pair(first, second))];
    }

    /** The pair's number, a new one where it had none. */
    int number(int first, int second) {
        long pair = pair(first, second);
        int slot = slot(pair);
        if (slots[slot] == NONE) {
            if (size == pairs.length) {
                grow();
                slot = slot(pair);
            }
            pairs[size] = pair;
            slots[slot] = size++;
        }
        return slots[slot];
    }

    private void grow() {
        pairs = Arrays.copyOf(pairs, size * 2);
        slots = new int[pairs.length * 2];
        Arrays.fill(slots, NONE);
        for (int id = 0; id < size; id++) {
            slots[slot(pairs[id])] = id;
        }
    }

    private int slot(long pair) {
        long hash = pair * 0x9E3779B97F4A7C15L;
        int slot = (int) (hash >>> 32) & (slots.length - 1);
        while (slots[slot] != NONE && pairs[slots[slot]] != pair) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    private static long pair(int first, int second) {
        return ((long) first << 32) | (second & 0xffffffffL);
    }
}
