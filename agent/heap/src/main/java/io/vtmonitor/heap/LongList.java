package io.vtmonitor.heap;

import java.util.Arrays;

/** Numbers in a row. */
final class LongList {
    private long[] numbers = new long[64];
    private int size;

    void add(long number) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, size * 2);
        }
        numbers[size++] = number;
    }

    long get(int index) {
        return numbers[index];
    }

    void set(int index, long number) {
        numbers[index] = number;
    }

    int size() {
        return size;
    }

    long[] toArray() {
        return Arrays.copyOf(numbers, size);
    }
}
