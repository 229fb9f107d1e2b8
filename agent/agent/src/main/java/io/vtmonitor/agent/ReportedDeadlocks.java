package io.vtmonitor.agent;

import io.vtmonitor.report.WaitFacts.Deadlock;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Deadlocks that were logged. Two watches may find the same deadlock: one as a stall, the other among what threads wait
 * for.
 */
final class ReportedDeadlocks {
    private static final int MOST = 1_000;

    private final Set<String> reported = new HashSet<>();

    /** Whether the deadlock was not logged before. */
    synchronized boolean add(Deadlock deadlock) {
        Set<Long> ids = new TreeSet<>();
        deadlock.links().forEach(link -> ids.add(link.thread().id()));
        return reported.size() >= MOST || reported.add(ids.toString());
    }
}
