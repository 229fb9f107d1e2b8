package io.vtmonitor.jfr;

import io.vtmonitor.model.Stack;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The stacks of a chunk by the numbers they are written in. The JVM gives one stack many ids, since its frames were
 * interpreted at one time and compiled at another: most ids are found here, and nothing is made for them. Not
 * thread-safe.
 */
final class RawStacks {
    private static final int SMALLEST = 256;

    private long[][] rows = new long[SMALLEST][];
    private @Nullable Stack[] stacks = new @Nullable Stack[SMALLEST];
    private boolean[] cuts = new boolean[SMALLEST];
    private int[] places = new int[2 * SMALLEST];
    private int size;

    void clear() {
        if (size > 0) {
            Arrays.fill(places, 0);
            Arrays.fill(rows, 0, size, null);
            Arrays.fill(stacks, 0, size, null);
            size = 0;
        }
    }

    /**
     * Finds a stack.
     *
     * @param raw its numbers, and others behind them
     * @param length how many are its
     * @param cut whether it was cut off
     */
    @Nullable
    Stack find(long[] raw, int length, boolean cut) {
        int number = places[place(raw, length, cut)];
        return number == 0 ? null : stacks[number - 1];
    }

    /** Keeps one that was not found. */
    void put(long[] raw, int length, boolean cut, Stack stack) {
        if (size == stacks.length) {
            grow();
        }
        rows[size] = Arrays.copyOf(raw, length);
        cuts[size] = cut;
        stacks[size] = stack;
        places[place(raw, length, cut)] = ++size;
    }

    private void grow() {
        rows = Arrays.copyOf(rows, 2 * size);
        cuts = Arrays.copyOf(cuts, 2 * size);
        stacks = Arrays.copyOf(stacks, 2 * size);
        places = new int[4 * size];
        for (int i = 0; i < size; i++) {
            places[place(rows[i], rows[i].length, cuts[i])] = i + 1;
        }
    }

    private int place(long[] raw, int length, boolean cut) {
        int mask = places.length - 1;
        int place = (int) (hash(raw, length) >>> 32) & mask;
        while (places[place] != 0) {
            int number = places[place] - 1;
            if (cuts[number] == cut && Arrays.equals(rows[number], 0, rows[number].length, raw, 0, length)) {
                return place;
            }
            place = (place + 1) & mask;
        }
        return place;
    }

    private static long hash(long[] raw, int length) {
        long hash = length;
        for (int i = 0; i < length; i++) {
            hash = (hash ^ raw[i]) * 0x9E3779B97F4A7C15L;
        }
        return hash;
    }
}
