package io.vtmonitor.analysis;

import io.vtmonitor.model.Dimension;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Figures by one property of the pins. Bounded: keys that come after the bound share one tally. */
final class DimensionTally {
    private static final int MAX_KEYS = 1_000;
    private static final int LISTED = 50;

    private final Map<String, Tally> tallies = new HashMap<>();
    private final Tally folded = new Tally();

    /** Where the pins with this key are counted; it stays the same. */
    Tally of(String key) {
        Tally known = tallies.get(key);
        if (known != null) {
            return known;
        }
        if (tallies.size() >= MAX_KEYS) {
            return folded;
        }
        Tally fresh = new Tally();
        tallies.put(key, fresh);
        return fresh;
    }

    Dimension figures() {
        List<Map.Entry<String, Tally>> ranked = tallies.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, Tally> entry) ->
                                -entry.getValue().nanos())
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
        Tally other = new Tally();
        other.add(folded);
        ranked.stream().skip(LISTED).forEach(entry -> other.add(entry.getValue()));
        return new Dimension(
                ranked.stream().limit(LISTED).map(DimensionTally::part).toList(),
                new Dimension.Figures(other.pins(), other.seconds(), other.maxSeconds()));
    }

    private static Dimension.Part part(Map.Entry<String, Tally> entry) {
        Tally tally = entry.getValue();
        return new Dimension.Part(entry.getKey(), tally.pins(), tally.seconds(), tally.maxSeconds());
    }
}
