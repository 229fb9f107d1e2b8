package io.vtmonitor.common;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The name that was likely meant by a mistyped one. */
public final class NearestName {
    private static final int MOST_EDITS = 3;

    private NearestName() {}

    /**
     * Among those names the one that takes the fewest edits; of several, the first. Null if each takes more than three,
     * or changes more than a third of the letters. Upper and lower case are the same.
     */
    public static @Nullable String among(Collection<String> names, String typed) {
        int least = Math.min(MOST_EDITS, typed.length() / 3) + 1;
        String nearest = null;
        for (String name : names) {
            // There are at least as many edits as the lengths differ: that skips most names, and very long input.
            if (Math.abs(name.length() - typed.length()) < least) {
                int edits = edits(typed.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
                nearest = edits < least ? name : nearest;
                least = Math.min(edits, least);
            }
        }
        return nearest;
    }

    /** The same as a question that ends one of our sentences; empty if none is near. */
    public static String question(Collection<String> names, String typed) {
        String nearest = among(names, typed);
        return nearest == null ? "" : "; did you mean '" + nearest + "'?";
    }

    /** Damerau's distance: two neighbors that changed places are one edit, as each other typing error is. */
    private static int edits(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                char one = a.charAt(i - 1);
                char other = b.charAt(j - 1);
                row[j] = Math.min(last[j - 1] + (one == other ? 0 : 1), Math.min(last[j], row[j - 1]) + 1);
                if (i > 1 && j > 1 && one == b.charAt(j - 2) && other == a.charAt(i - 2)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
        }
        return last[b.length()];
    }
}
