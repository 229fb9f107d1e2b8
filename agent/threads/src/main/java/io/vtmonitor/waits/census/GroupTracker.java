package io.vtmonitor.waits.census;

import io.vtmonitor.waits.TrackedGroup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Finds the groups of a look among those of the looks before. A group that {@value #FORGOTTEN_AFTER} looks have not
 * seen is forgotten.
 */
final class GroupTracker {
    private static final int FORGOTTEN_AFTER = 6;

    private final List<TrackedGroup> shared = new ArrayList<>();
    private final Map<String, TrackedGroup> others = new HashMap<>();
    private IdentityHashMap<Object, TrackedGroup> byBlocker = new IdentityHashMap<>();

    /** Before a look: takes strong references to the blockers that are still alive, for as long as the look takes. */
    void begin() {
        byBlocker = new IdentityHashMap<>();
        for (Iterator<TrackedGroup> all = shared.iterator(); all.hasNext(); ) {
            TrackedGroup group = all.next();
            Object blocker = group.blocker();
            if (blocker == null) {
                all.remove();
            } else {
                byBlocker.put(blocker, group);
            }
        }
    }

    boolean knows(Object blocker) {
        return byBlocker.containsKey(blocker);
    }

    /** A group as a look found it, and its history. */
    record Pair(WaiterGroup now, TrackedGroup group) {}

    List<Pair> look(long number, long nanos, Instant at, List<WaiterGroup> groups) {
        List<Pair> pairs = new ArrayList<>();
        for (WaiterGroup now : groups) {
            TrackedGroup group = of(now);
            group.look(number, nanos, at, now.threads(), now.mostOnOne(), now.ids());
            group.within(now.margin());
            pairs.add(new Pair(now, group));
        }
        return pairs;
    }

    private TrackedGroup of(WaiterGroup now) {
        Object blocker = now.blocker();
        if (blocker == null) {
            return others.computeIfAbsent(
                    now.phase() + " " + now.type(), key -> new TrackedGroup(now.phase(), null, now.type()));
        }
        TrackedGroup known = byBlocker.get(blocker);
        if (known == null) {
            known = new TrackedGroup(now.phase(), blocker, now.type());
            shared.add(known);
            byBlocker.put(blocker, known);
        }
        return known;
    }

    static List<Pair> largestFirst(List<Pair> pairs) {
        return pairs.stream()
                .sorted(Comparator.comparingInt((Pair pair) -> pair.now().threads())
                        .reversed())
                .toList();
    }

    /** After a look: drops the strong references to objects of the application. */
    void end(long number) {
        byBlocker = new IdentityHashMap<>();
        shared.removeIf(group -> number - group.lastLook() >= FORGOTTEN_AFTER);
        others.values().removeIf(group -> number - group.lastLook() >= FORGOTTEN_AFTER);
    }
}
