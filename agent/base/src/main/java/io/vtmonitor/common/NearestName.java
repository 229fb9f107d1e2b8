package io.vtmonitor.common;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;

/** The name that takes the fewest edits to get to from a mistyped one. */
public final class NearestName {
    private NearestName() {}

    /**
     * Among those names.
     *
     * @param names at least one
     */
    public static String among(Collection<String> names, String typed) {
        return names.stream()
                .min(Comparator.comparingInt(name -> edits(typed, name)))
                .orElseThrow();
    }

    /** Levenshtein's distance. */
    private static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        Arrays.setAll(row, i -> i);
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitute = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substitute, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
