package io.vtmonitor.gate;

import io.vtmonitor.report.GateFacts.Met;
import io.vtmonitor.report.GateFacts.WaitPlace;
import io.vtmonitor.report.GateFacts.WaitingThreads;
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
        return group.place().operation() == WaitOperation.LOCK
                || group.place().operation() == WaitOperation.MONITOR_ENTER
                || group.place().operation() == WaitOperation.SEMAPHORE
                || isForPool(group);
    }

    static boolean isForPool(WaitGroup group) {
        return group.place().operation() == WaitOperation.POOL;
    }

    static Condition condition(GateExpression is, List<Report> reports, Predicate<WaitGroup> counts) {
        List<WaitGroup> groups = new ArrayList<>(reports.stream()
                .map(Report::waits)
                .flatMap(waits -> waits.groups().stream().filter(counts))
                .toList());
        groups.sort(Comparator.comparingInt((WaitGroup group) -> group.count().most())
                .reversed());
        List<Met> met = groups.stream()
                .filter(group -> is.isMetBy(group.count().most()))
                .limit(MOST_NAMED)
                .map(GateWaits::place)
                .toList();
        WaitingThreads seen = new WaitingThreads(
                groups.isEmpty() ? 0 : groups.get(0).count().most(),
                reports.stream().anyMatch(report -> report.waits().looks() > 0));
        return new Condition(is.text(), !met.isEmpty(), seen, met, List.of());
    }

    private static Met place(WaitGroup group) {
        return new WaitPlace(
                group.place().site(),
                group.place().operation(),
                group.place().pool(),
                group.count().most(),
                group.place().caller());
    }
}
