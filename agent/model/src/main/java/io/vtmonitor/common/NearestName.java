package io.vtmonitor.common;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** The name that was likely meant by a mistyped one. */
public final class NearestName {
    private static final int MOST_EDITS = 3;

    private NearestName() {}

    /**
     * Among those names the one that takes the fewest edits; null where each takes more than three, or changes more
     * than a third of the letters.
     */
    public static @Nullable String among(Collection<String> names, String typed) {
        int most = Math.max(1, Math.min(MOST_EDITS, typed.length() / 3));
        return names.stream()
                .filter(name -> edits(typed, name) <= most)
                .min(Comparator.comparingInt(name -> edits(typed, name)))
                .orElse(null);
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
