package io.vtmonitor.tally;

import io.vtmonitor.report.Dimension;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
            of(part.key()).add(part.pins(), part.pinnedNanos(), part.maxNanos());
        }
        Dimension.Figures other = dimension.other();
        folded.add(other.pins(), other.pinnedNanos(), other.maxNanos());
    }

    Dimension figures() {
        List<Map.Entry<String, Tally>> most = new ArrayList<>(tallies.entrySet());
        most.sort((one, other) -> {
            int more = Long.compare(other.getValue().nanos(), one.getValue().nanos());
            return more != 0 ? more : one.getKey().compareTo(other.getKey());
        });
        List<Dimension.Part> parts = new ArrayList<>(most.size());
        for (Map.Entry<String, Tally> entry : most) {
            parts.add(entry.getValue().part(entry.getKey()));
        }
        return new Dimension(parts, folded.figures());
    }
}
