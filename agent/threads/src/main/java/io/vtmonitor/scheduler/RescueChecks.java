package io.vtmonitor.scheduler;

import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.graph.WaitsFor;
import io.vtmonitor.report.RescueRefusal.Why;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.threads.CarrierSnapshot;
import io.vtmonitor.threads.ClassWait;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether more carriers can end a standstill. They help only if threads wait for something that a virtual
 * thread without a carrier has to do. Then no thread would be stuck if there were enough carriers.
 */
final class RescueChecks {
    private RescueChecks() {}

    /** Why more carriers can't help; null if they may. */
    static @Nullable Why reasonNot(StallPattern pattern, List<CarrierSnapshot> held, WaitGraph graph) {
        return switch (pattern) {
            case CPU -> Why.COMPUTING;
            case NATIVE_CALLS -> Why.IN_NATIVE_CALLS;
            case UNKNOWN -> Why.NOT_ALL_BLOCKED;
            case DEADLOCK -> circle(held, graph);
            case LOCK_WITHOUT_CARRIER, CLASS_INITIALIZER, PINS -> {
                if (StallJudge.circleOfAll(held, graph) != null) {
                    yield circle(held, graph);
                }
                if (pattern == StallPattern.CLASS_INITIALIZER
                        && held.stream().anyMatch(each -> initializerRuns(each, held))) {
                    yield Why.INITIALIZER_RUNS;
                }
                yield pattern == StallPattern.PINS
                                && held.stream().allMatch(each -> each.state() == Thread.State.TIMED_WAITING)
                        ? Why.ALL_TIMED
                        : null;
            }
        };
    }

    private static Why circle(List<CarrierSnapshot> held, WaitGraph graph) {
        Set<ThreadView> circle = StallJudge.circleOfAll(held, graph);
        if (circle == null) {
            return Why.THREADS_IN_CIRCLE;
        }
        boolean locks = true;
        for (ThreadView thread : circle) {
            WaitsFor wait = graph.waitOf(thread);
            Kind kind = wait == null ? Kind.TASK : wait.thing().kind();
            if (kind == Kind.CLASS_INITIALIZATION) {
                return Why.INITIALIZER_IN_CIRCLE;
            }
            locks &= kind == Kind.LOCK || kind == Kind.MONITOR;
        }
        return locks ? Why.LOCKS_IN_CIRCLE : Why.THREADS_IN_CIRCLE;
    }

    private static boolean initializerRuns(CarrierSnapshot waiter, List<CarrierSnapshot> held) {
        ClassWait wait = waiter.classWait();
        if (wait == null || !wait.isKnown()) {
            return false;
        }
        Thread initializer = wait.initializer().thread();
        CarrierSnapshot its = held.stream()
                .filter(each -> initializer.equals(each.carrier().virtualThread()))
                .findFirst()
                .orElse(null);
        return its == null ? initializer.getState() == Thread.State.RUNNABLE : !its.isBlocked();
    }
}
