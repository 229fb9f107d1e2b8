package io.vtmonitor.report;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What happened to the monitors that were to be rewritten.
 *
 * @param audit whether nothing was changed, only planned
 * @param patterns which classes were meant
 * @param rewritten places that lock by a lock alone now, and keep no carrier
 * @param both places that take the monitor and the lock, and pin as before
 * @param kept places in matched classes that keep their monitor
 * @param classes classes changed
 * @param places those that pin still, and those in classes outside the pattern that had to be changed; at most 5000
 * @param refused matched classes and libraries that were left alone
 * @param unsound places that lock the same object in ways that don't exclude each other; anything here is to be acted
 *     on
 * @param foreign classes outside the pattern whose objects were locked by rewritten places
 * @param loadedBefore matched classes that were loaded already and can't be changed
 * @param objects objects that have a lock now
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
     * @param line in the source, 0 if unknown
     * @param lock what is locked
     * @param how what became of it
     * @param why in words
     */
    public record Place(String method, int line, String lock, How how, String why) {
        @Override
        public String toString() {
            return method + (line == 0 ? "" : ":" + line) + " on " + lock + ": " + how + ", " + why;
        }
    }

    /** How a place locks from now on. */
    public enum How {
        /** By a lock alone. */
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
     * Which classes were meant.
     *
     * @param classes by their names
     * @param library in which they were found, for what {@code unpin=auto} knows; null for what the user named
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

        /** Whether it names a class, by binary name, be it meant or taken out. */
        public boolean names(String className) {
            return classes.matches(className.replace('.', '/'));
        }

        @Override
        public String toString() {
            return classes.text() + (library == null ? "" : IN + library + ")");
        }
    }

    /**
     * What was left alone.
     *
     * @param name of a class, or a library
     * @param why in words
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
