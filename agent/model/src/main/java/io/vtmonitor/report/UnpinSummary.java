package io.vtmonitor.report;

import java.util.ArrayList;
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
    private static final int LISTED = 3;

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
         * @throws IllegalArgumentException where the text is no pattern
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
         * @throws IllegalArgumentException where the text has no reason
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

    /**
     * As people read it at exit: the counts, and what was left alone. UNSOUND was logged when it was found and is
     * counted here; an audit, which is read for it, has all of them.
     */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(counts() + counted(refused.size(), "class is", "classes are") + " left alone; "
                + counted(objects, "object has", "objects have") + " a lock now"
                + counted(unsound, " UNSOUND"));
        if (audit) {
            unsound.forEach(line -> lines.add("would be UNSOUND: " + line));
        }
        refused.stream().limit(audit ? refused.size() : LISTED).forEach(line -> lines.add("left alone: " + line));
        if (audit && !loadedBefore.isEmpty()) {
            lines.add("loaded before vt-monitor, so not changed: " + String.join(", ", loadedBefore));
        }
        return lines;
    }

    /** What became of the places, up to and with a comma. */
    public String counts() {
        return (audit ? "would rewrite " : "rewrote ") + counted(rewritten, "place that locks", "places that lock")
                + " in " + counted(classes, "class", "classes") + "; "
                + counted(both, "takes", "take") + " monitor and lock, "
                + counted(kept, "keeps", "keep") + " the monitor, ";
    }

    private static String counted(long count, String one, String several) {
        return count + " " + (count == 1 ? one : several);
    }

    private static String counted(List<String> lines, String what) {
        return lines.isEmpty() ? "" : "; " + lines.size() + what;
    }

    /** In an audit every place, else how many pin still and where they are listed. They may be many, and come last. */
    public List<String> placeLines() {
        if (audit) {
            return places.stream().map(Place::toString).toList();
        }
        long listed =
                places.stream().filter(place -> place.how() != How.REWRITTEN).count();
        return listed == 0
                ? List.of()
                : List.of("report=FILE lists the " + listed
                        + " places that still use their monitor, each with the reason");
    }
}
