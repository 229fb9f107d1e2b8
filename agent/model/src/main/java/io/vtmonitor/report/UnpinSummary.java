package io.vtmonitor.report;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What {@code unpin} did to monitors.
 *
 * @param audit whether it only planned, and changed nothing
 * @param patterns the patterns that select classes
 * @param rewritten how many places now take only a lock, and so do not hold a carrier
 * @param both how many places take the monitor and the lock, and pin as before
 * @param kept how many places in matched classes keep their monitor
 * @param classes how many classes were changed
 * @param places places that still pin, and places in classes outside of the patterns that had to be changed; at most
 *     5000
 * @param refused matched classes and libraries that were left alone
 * @param unsound places that lock the same object in ways that do not exclude each other. If there are any, the user
 *     has to act
 * @param foreign classes outside of the patterns whose objects rewritten places locked
 * @param loadedBefore matched classes that were loaded before and can't be changed
 * @param objects how many objects have a lock now
 */
public record UnpinSummary(
        boolean audit,
        List<Pattern> patterns,
        long rewritten,
        long both,
        long kept,
        long classes,
        List<Place> places,
        List<Refused> refused,
        List<String> unsound,
        List<String> foreign,
        List<String> loadedBefore,
        long objects) {
    public UnpinSummary {
        patterns = List.copyOf(patterns);
        places = List.copyOf(places);
        refused = List.copyOf(refused);
        unsound = List.copyOf(unsound);
        foreign = List.copyOf(foreign);
        loadedBefore = List.copyOf(loadedBefore);
    }

    /**
     * A place that locks.
     *
     * @param method {@code com.acme.Pool.take}
     * @param line the source line; 0 if unknown
     * @param lock what is locked
     * @param how how it locks now
     * @param why the reason in words
     */
    public record Place(String method, int line, String lock, How how, String why) {
        @Override
        public String toString() {
            return method + (line == 0 ? "" : ":" + line) + " on " + lock + ": " + how + ", " + why;
        }
    }

    /** How a place locks from now on. */
    public enum How {
        /** Only by a lock. */
        REWRITTEN,
        /** By the monitor and the lock. */
        BOTH,
        /** By the monitor, as before. */
        KEPT;

        /** The name in reports: lower case. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A pattern that selects classes.
     *
     * @param classes the pattern of names
     * @param library the library, if {@code unpin=auto} selected it; null if the user gave the pattern
     */
    public record Pattern(ClassPattern classes, @Nullable String library) {
        private static final String IN = " (";

        /**
         * Reads what {@link #toString} has written.
         *
         * @throws IllegalArgumentException if the text is no pattern
         */
        public static Pattern parse(String text) {
            int in = text.indexOf(IN);
            return in < 0 || !text.endsWith(")")
                    ? new Pattern(ClassPattern.parse(text), null)
                    : new Pattern(
                            ClassPattern.parse(text.substring(0, in)),
                            text.substring(in + IN.length(), text.length() - 1));
        }

        /**
         * Whether the pattern is about a class, whether it selects or excludes it.
         *
         * @param className its binary name
         */
        public boolean names(String className) {
            return classes.matches(className.replace('.', '/'));
        }

        @Override
        public String toString() {
            return classes.text() + (library == null ? "" : IN + library + ")");
        }
    }

    /**
     * A class or a library that was left alone.
     *
     * @param name the name of the class or the library
     * @param why the reason in words
     */
    public record Refused(String name, String why) {
        private static final String FOR = ": ";

        /**
         * Reads what {@link #toString} has written.
         *
         * @throws IllegalArgumentException if the text has no reason
         */
        public static Refused parse(String text) {
            int end = text.indexOf(FOR);
            if (end < 0) {
                throw new IllegalArgumentException("'" + text + "' is not a name and a reason");
            }
            return new Refused(text.substring(0, end), text.substring(end + FOR.length()));
        }

        @Override
        public String toString() {
            return name + FOR + why;
        }
    }
}
