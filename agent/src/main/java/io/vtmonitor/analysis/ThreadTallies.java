package io.vtmonitor.analysis;

import io.vtmonitor.model.Dimension;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Figures by name of the virtual thread, and of the thread that owned the monitor before. A name is read once. */
final class ThreadTallies {
    private static final int MAX_NAMES = 10_000;

    private final DimensionTally threads = new DimensionTally();
    private final DimensionTally owners = new DimensionTally();
    private final Map<String, Tally> byThread = new HashMap<>();
    private final Map<String, Tally> byOwner = new HashMap<>();

    /**
     * A pin.
     *
     * @param threadId 0 where unknown
     * @param previousOwner null where unknown
     */
    void add(long threadId, String threadName, @Nullable String previousOwner, long nanos) {
        if (threadId == 0) {
            threads.of(ThreadPattern.UNKNOWN).add(nanos);
        } else {
            tally(byThread, threads, threadName).add(nanos);
        }
        if (previousOwner != null) {
            tally(byOwner, owners, previousOwner).add(nanos);
        }
    }

    void add(ThreadTallies part) {
        threads.add(part.threads);
        owners.add(part.owners);
    }

    private static Tally tally(Map<String, Tally> byName, DimensionTally tallies, String name) {
        Tally known = byName.get(name);
        if (known != null) {
            return known;
        }
        Tally fresh = tallies.of(ThreadPattern.of(name));
        if (byName.size() >= MAX_NAMES) {
            byName.clear();
        }
        byName.put(name, fresh);
        return fresh;
    }

    Dimension threads() {
        return threads.figures();
    }

    Dimension owners() {
        return owners.figures();
    }
}
