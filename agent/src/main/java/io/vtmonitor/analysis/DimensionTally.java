package io.vtmonitor.analysis;

import io.vtmonitor.model.Dimension;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Figures by one property of the pins. Bounded: keys that come after the bound share one tally. */
final class DimensionTally {
    private static final int MAX_KEYS = 1_000;

    private final Map<String, Tally> tallies = new LinkedHashMap<>();
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

    void add(DimensionTally part) {
        part.tallies.forEach((key, tally) -> of(key).add(tally));
        folded.add(part.folded);
    }

    void add(Dimension dimension) {
        for (Dimension.Part part : dimension.parts()) {
            of(part.key()).add(part.pins(), part.pinnedSeconds(), part.maxSeconds());
        }
        Dimension.Figures other = dimension.other();
        folded.add(other.pins(), other.pinnedSeconds(), other.maxSeconds());
    }

    Dimension figures() {
        return new Dimension(
                tallies.entrySet().stream()
                        .sorted(Comparator.comparingLong((Map.Entry<String, Tally> entry) ->
                                        -entry.getValue().nanos())
                                .thenComparing(Map.Entry.comparingByKey()))
                        .map(entry -> entry.getValue().part(entry.getKey()))
                        .toList(),
                folded.figures());
    }
}
