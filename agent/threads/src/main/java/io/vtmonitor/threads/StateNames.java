package io.vtmonitor.threads;

import io.vtmonitor.graph.Phase;
import java.util.Map;
import java.util.Set;

/** The phases of the states of {@code java.lang.VirtualThread}, by the names of its constants in JDK 21 to 28. */
public final class StateNames {
    public static final Map<String, Phase> PHASES = Map.ofEntries(
            Map.entry("NEW", Phase.GONE),
            Map.entry("STARTED", Phase.READY),
            Map.entry("RUNNABLE", Phase.READY), // only in the first updates of JDK 21
            Map.entry("RUNNING", Phase.MOUNTED),
            Map.entry("PARKING", Phase.MOUNTED),
            Map.entry("PARKED", Phase.PARKED),
            Map.entry("PINNED", Phase.PARKED),
            Map.entry("TIMED_PARKING", Phase.MOUNTED),
            Map.entry("TIMED_PARKED", Phase.TIMED_PARKED),
            Map.entry("TIMED_PINNED", Phase.TIMED_PARKED),
            Map.entry("UNPARKED", Phase.READY),
            Map.entry("YIELDING", Phase.MOUNTED),
            Map.entry("YIELDED", Phase.READY),
            Map.entry("BLOCKING", Phase.MOUNTED),
            Map.entry("BLOCKED", Phase.BLOCKED),
            Map.entry("UNBLOCKED", Phase.READY),
            Map.entry("WAITING", Phase.MOUNTED),
            Map.entry("WAIT", Phase.WAITING),
            Map.entry("TIMED_WAITING", Phase.MOUNTED),
            Map.entry("TIMED_WAIT", Phase.WAITING),
            Map.entry("TERMINATED", Phase.GONE));

    /** States that always have a timer of their own. */
    static final Set<String> TIMED = Set.of("TIMED_PARKED", "TIMED_WAIT");

    private StateNames() {}
}
