package io.vtmonitor.scan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Values by number, each kept once. */
final class Texts<T> {
    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<T> values = new ArrayList<>();

    int number(T value) {
        Integer known = numbers.get(value);
        if (known == null) {
            known = values.size();
            numbers.put(value, known);
            values.add(value);
        }
        return known;
    }

    /** -1 for one that never came. */
    int find(T value) {
        return numbers.getOrDefault(value, -1);
    }

    T get(int number) {
        return values.get(number);
    }

    List<T> all() {
        return List.copyOf(values);
    }

    int size() {
        return values.size();
    }
}
