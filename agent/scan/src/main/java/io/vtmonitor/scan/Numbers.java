package io.vtmonitor.scan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A list of numbers that grows. */
final class Numbers {
    private int[] values;
    private int size;

    Numbers() {
        this(1 << 10);
    }

    /** For few. */
    Numbers(int capacity) {
        values = new int[capacity];
    }

    int size() {
        return size;
    }

    int get(int index) {
        return values[index];
    }

    void set(int index, int value) {
        values[index] = value;
    }

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size + (size >> 1) + 2);
        }
        values[size++] = value;
    }

    /** Puts so many copies of a number next to it. */
    void repeat(int index, int copies) {
        int end = size;
        for (int i = 0; i < copies; i++) {
            add(0);
        }
        System.arraycopy(values, index, values, index + copies, end - index);
        Arrays.fill(values, index, index + copies, values[index + copies]);
    }

    int[] toArray() {
        return Arrays.copyOf(values, size);
    }

    List<Integer> asList() {
        List<Integer> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(values[i]);
        }
        return list;
    }
}
