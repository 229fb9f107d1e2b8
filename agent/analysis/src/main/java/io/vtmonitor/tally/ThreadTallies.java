package io.vtmonitor.tally;

import io.vtmonitor.model.Pin;
import io.vtmonitor.model.PinColumns;
import io.vtmonitor.model.RecordedThread;
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

    /** Many pins; a thread's name is looked up once. */
    void add(PinColumns pins) {
        PinColumns.Sums sums = pins.sums();
        for (int number = 0; number < pins.threads(); number++) {
            if (sums.pinsOfThread(number) > 0) {
                RecordedThread thread = pins.recordedThread(number);
                thread(thread.id(), thread.name())
                        .add(sums.pinsOfThread(number), sums.nanosOfThread(number), sums.longestOfThread(number));
            }
        }
        if (pins.owned()) {
            addOwners(pins);
        }
    }

    private void addOwners(PinColumns pins) {
        for (int i = 0; i < pins.size(); i++) {
            owner(pins.previousOwner(i), pins.duration(i));
        }
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
