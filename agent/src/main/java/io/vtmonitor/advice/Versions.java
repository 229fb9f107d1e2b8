package io.vtmonitor.advice;

import java.util.ArrayList;
import java.util.List;

/** Orders release numbers: by their leading numbers; what follows them (a qualifier) counts as before the release. */
final class Versions {
    private Versions() {}

    static int compare(String one, String other) {
        List<Integer> a = numbers(one);
        List<Integer> b = numbers(other);
        for (int i = 0; i < Math.max(a.size(), b.size()); i++) {
            int difference = Integer.compare(at(a, i), at(b, i));
            if (difference != 0) {
                return difference;
            }
        }
        return Boolean.compare(isFinal(one), isFinal(other));
    }

    private static int at(List<Integer> numbers, int index) {
        return index < numbers.size() ? numbers.get(index) : 0;
    }

    private static List<Integer> numbers(String version) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : version.split("[.\\-+]", -1)) {
            if (!part.matches("\\d{1,9}")) {
                break;
            }
            numbers.add(Integer.valueOf(part));
        }
        return numbers;
    }

    private static boolean isFinal(String version) {
        return !version.matches("(?i).*(alpha|beta|rc|snapshot|-m\\d|\\.m\\d|preview).*");
    }
}
