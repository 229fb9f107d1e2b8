package io.vtmonitor.tally;

import io.vtmonitor.model.Pin;
import io.vtmonitor.report.Dimension;
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

    /** A pin. */
    void add(Pin pin) {
        thread(pin.threadId(), pin.threadName()).add(pin.durationNanos());
        owner(pin.previousOwner(), pin.durationNanos());
    }

    private void owner(@Nullable String name, long nanos) {
        if (name != null) {
            tally(byOwner, owners, name).add(nanos);
        }
    }

    private Tally thread(long id, String name) {
        return id == 0 ? threads.of(ThreadPattern.UNKNOWN) : tally(byThread, threads, name);
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
