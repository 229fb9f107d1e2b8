package io.vtmonitor.report;

import java.util.ArrayList;
import java.util.List;

/**
 * What became of the monitors that were to be rewritten.
 *
 * @param audit whether nothing was changed, only planned
 * @param patterns which classes were meant
 * @param rewritten places that lock by a lock alone now, and keep no carrier
 * @param both places that take the monitor and the lock, and pin as before
 * @param kept places in matched classes that keep their monitor
 * @param classes classes changed
 * @param places those that pin still, and those in classes outside the pattern that had to be changed; at most 5000
 * @param refused matched classes that were left alone, with the reason each
 * @param unsound places that lock the same object in ways that don't exclude each other; anything here is to be acted
 *     on
 * @param foreign classes outside the pattern whose objects were locked by rewritten places
 * @param loadedBefore matched classes that were loaded already and can't be changed
 * @param deadlocks threads that wait for each other's locks, a sentence each
 * @param objects objects that have a lock now
 */
public record UnpinSummary(
        boolean audit,
        List<String> patterns,
        long rewritten,
        long both,
        long kept,
        long classes,
        List<Place> places,
        List<String> refused,
        List<String> unsound,
        List<String> foreign,
        List<String> loadedBefore,
        List<String> deadlocks,
        long objects) {
    private static final int LISTED = 50;

    public UnpinSummary {
        patterns = List.copyOf(patterns);
        places = List.copyOf(places);
        refused = List.copyOf(refused);
        unsound = List.copyOf(unsound);
        foreign = List.copyOf(foreign);
        loadedBefore = List.copyOf(loadedBefore);
        deadlocks = List.copyOf(deadlocks);
    }

    /**
     * A place that locks.
     *
     * @param method {@code com.acme.Pool.take}
     * @param line in the source, 0 if unknown
     * @param lock what is locked
     * @param how {@code rewritten}, {@code both} or {@code kept}
     * @param why in words
     */
    public record Place(String method, int line, String lock, String how, String why) {
        @Override
        public String toString() {
            return method + (line == 0 ? "" : ":" + line) + " on " + lock + ": " + how + ", " + why;
        }
    }

    /** As people read it: the counts, then what needs their eyes. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add((audit ? "would rewrite " : "rewrote ") + rewritten + " places that lock in " + classes + " classes; "
                + both + " take monitor and lock, " + kept + " keep the monitor, " + refused.size()
                + " classes are left alone; " + objects + " objects have a lock now");
        unsound.forEach(line -> lines.add((audit ? "would be UNSOUND: " : "UNSOUND: ") + line));
        deadlocks.forEach(line -> lines.add("DEADLOCK: " + line));
        refused.forEach(line -> lines.add("left alone: " + line));
        if (!loadedBefore.isEmpty()) {
            lines.add("loaded before vt-monitor, so not changed: " + String.join(", ", loadedBefore));
        }
        foreign.forEach(line -> lines.add("outside the pattern: " + line));
        return lines;
    }

    /** The places: in an audit every one, else some of those that pin. They may be many, and come last. */
    public List<String> placeLines() {
        List<String> lines = new ArrayList<>();
        List<Place> told = places.stream()
                .filter(place -> audit || !place.how().equals("rewritten"))
                .toList();
        told.stream().limit(audit ? told.size() : LISTED).forEach(place -> lines.add(place.toString()));
        if (!audit && told.size() > LISTED) {
            lines.add("and " + (told.size() - LISTED) + " more places that pin still; the report has them");
        }
        return lines;
    }
}
