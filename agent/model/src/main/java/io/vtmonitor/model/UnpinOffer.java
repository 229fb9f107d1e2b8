package io.vtmonitor.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether the agent's option {@code unpin} takes the pins of a site away on JDK 21 to 23, and what it takes.
 *
 * @param patterns which classes have to be rewritten, all of them, as the option names them; those that are rewritten
 *     already are left out
 * @param planned whether the rewriting's own plan was made for every holder, which needs the class files; where false
 *     the answer is not certain
 * @param standIn version of the JDK whose classes, as far as they ship with the tool, stood in for those of the JDK
 *     that ran, which were not available: the answer is likely then; null if none did
 * @param keeps holders that keep their monitor all the same; the pin goes only when there are none
 */
public record UnpinOffer(
        List<String> patterns, boolean planned, @Nullable String standIn, List<Kept> keeps) {
    private static final int SEGMENTS = 3;

    /**
     * A holder that is not rewritten.
     *
     * @param holder class and method
     * @param why in words
     */
    public record Kept(MethodName holder, String why) {}

    public UnpinOffer {
        patterns = List.copyOf(patterns);
        keeps = List.copyOf(keeps);
    }

    /** Whether the pin goes, as far as is known. */
    public boolean frees() {
        return keeps.isEmpty();
    }

    /** Whether the plan was made for every holder, by the class files of the JVM that ran alone. */
    public boolean certain() {
        return planned && standIn == null;
    }

    /** Of its patterns the one that names a class; null if none does. */
    public @Nullable String patternOf(String className) {
        for (String pattern : patterns) {
            String prefix = pattern.substring(0, pattern.length() - (pattern.endsWith("**") ? 2 : 0));
            if (className.startsWith(prefix)) {
                return pattern;
            }
        }
        return null;
    }

    /** The pattern for a class about which nothing else is known: its first packages, or itself where it has none. */
    public static String patternFor(String className) {
        int end = -1;
        for (int i = 0, dot = className.indexOf('.'); i < SEGMENTS && dot >= 0; i++) {
            end = dot;
            dot = className.indexOf('.', dot + 1);
        }
        return end < 0 ? className : className.substring(0, end) + ".**";
    }
}
