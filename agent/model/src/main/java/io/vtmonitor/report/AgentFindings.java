package io.vtmonitor.report;

import java.util.List;

/**
 * What the agent has found besides pins, as recordings hold it.
 *
 * @param waits what virtual threads waited for
 * @param stalls in the order in which they began
 */
public record AgentFindings(Waits waits, List<Stall> stalls) {
    /** Of a JVM whose waits were not watched, and in which nothing stalled. */
    public static final AgentFindings NONE = new AgentFindings(Waits.NONE, List.of());

    public AgentFindings {
        stalls = List.copyOf(stalls);
    }

    public boolean none() {
        return waits.none() && stalls.isEmpty();
    }
}
