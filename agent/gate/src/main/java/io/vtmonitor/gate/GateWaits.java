package io.vtmonitor.gate;

import io.vtmonitor.common.Plural;
import io.vtmonitor.report.GateResult.Condition;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitOperation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Conditions on what virtual threads waited for: most threads at one place, at any look. */
final class GateWaits {
    private static final int MOST_NAMED = 10;

    private GateWaits() {}

    /**
     * Whether they wait for something that others have: who sleeps or listens waits for nobody, and who waits for a
     * queue or a condition may be idle.
     */
    static boolean isForHeld(WaitGroup group) {
        return group.operation() == WaitOperation.LOCK
                || group.operation() == WaitOperation.MONITOR_ENTER
                || group.operation() == WaitOperation.SEMAPHORE
                || isForPool(group);
    }

    static boolean isForPool(WaitGroup group) {
        return group.operation() == WaitOperation.POOL;
    }

    static Condition condition(GateExpression is, List<Report> reports, Predicate<WaitGroup> counts) {
        List<WaitGroup> groups = new ArrayList<>(reports.stream()
                .map(Report::waits)
                .flatMap(waits -> waits.groups().stream().filter(counts))
                .toList());
        groups.sort(Comparator.comparingInt(WaitGroup::most).reversed());
        List<String> met = groups.stream()
                .filter(group -> is.isMetBy(group.most()))
                .limit(MOST_NAMED)
                .map(GateWaits::sentence)
                .toList();
        String seen = groups.isEmpty()
                ? reports.stream().allMatch(report -> report.waits().looks() == 0)
                        ? "what virtual threads wait for was not checked"
                        : "no virtual thread was seen waiting"
                : "at most " + Plural.of(groups.get(0).most(), "virtual thread") + " waited at one place";
        return new Condition(is.text(), !met.isEmpty(), seen + (met.isEmpty() ? "" : ", most at " + met.get(0)), met);
    }

    private static String sentence(WaitGroup group) {
        return group.site() + " [" + (group.pool() == null ? group.operation() : "pool of " + group.pool()) + "]: "
                + group.most() + " at once"
                + (group.caller() == null || group.caller().equals(group.site())
                        ? ""
                        : ", called by " + group.caller());
    }
}
