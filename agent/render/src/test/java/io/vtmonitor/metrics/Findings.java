package io.vtmonitor.metrics;

import static io.vtmonitor.Times.nanos;

import io.vtmonitor.Pins;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Site;
import io.vtmonitor.model.Stack;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.AgentGauges;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.UnpinSummary;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.NearMisses;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Findings and vitals made by hand. */
public final class Findings {
    /** Sixty places at which threads wait and 25 pools, more than are listed. */
    static final Waits WAITS = new Waits(
            3,
            nanos(10),
            nanos(0.001),
            60,
            60,
            IntStream.range(0, 60).mapToObj(Findings::waiting).toList(),
            List.of(),
            List.of(),
            IntStream.range(0, 25).mapToObj(Findings::pool).toList(),
            List.of(),
            null,
            null);

    /** Five places rewritten in four classes, one class refused. */
    static final UnpinSummary UNPINNED = new UnpinSummary(
            false,
            List.of(UnpinSummary.Pattern.parse("com.mysql.cj.**")),
            5,
            2,
            1,
            4,
            List.of(),
            List.of(new UnpinSummary.Refused("C", "why")),
            List.of(),
            List.of(),
            List.of(),
            17);

    private Findings() {}

    public static Diagnosis diagnosis(String className, Reason reason, Operation operation, boolean compensated) {
        return diagnosis(className, "read", reason, operation, compensated);
    }

    static Diagnosis diagnosis(
            String className, String methodName, Reason reason, Operation operation, boolean compensated) {
        Frame frame = new Frame(className, methodName, "()V", 3, 42, 0x0020);
        Stack stack = new Stack(List.of(frame), false);
        Library library = reason == Reason.MONITOR ? new Library("mysql-connector-j", "8.0.33") : null;
        return new Diagnosis(
                new Blocking(stack, BlockingEvent.PINNED, true, null, null, null),
                new Site(List.of(new MethodName(className, methodName)), operation),
                List.of(new Holder(frame, Hold.MONITOR, 1, "this", Confidence.EXACT, library)),
                reason,
                compensated,
                null,
                Pins.advice("synchronized"),
                Verdict.GONE_ON_24,
                List.of(),
                false);
    }

    public static DiagnosedPin finding(Diagnosis diagnosis, Duration duration) {
        return new DiagnosedPin(new Pin(diagnosis.blocking(), 0, duration.toNanos(), 7, "", null), diagnosis);
    }

    /** Vitals of JDK 21, where monitor events have a threshold of their own. */
    public static AgentGauges vitals() {
        return vitals(null);
    }

    /** The same with near misses. */
    static AgentGauges vitals(@Nullable NearMisses nearMisses) {
        return new AgentGauges(
                "21.0.8",
                2,
                6,
                new AgentGauges.Pinned(0.5, 2, 0.25, 1.5, nearMisses),
                new AgentGauges.Thresholds(0.001, 0.02, 0.004),
                new AgentGauges.Coverage(true, 0.75, 4096, 3, 9),
                new AgentGauges.Cost(0.0625, 5_000_000));
    }

    /** Vitals of JDK 25 before anything happened. */
    static AgentGauges idle() {
        return AgentGauges.withoutPins("25.0.2", 4, new AgentGauges.Thresholds(0.001, null, 0.001), 0.2);
    }

    private static ResourcePool pool(int number) {
        return pool(number, 100);
    }

    static ResourcePool pool(int number, long borrowings) {
        return new ResourcePool(
                new ResourcePool.Description("HikariCP", "orders-" + number, "connection", 10, null),
                new ResourcePool.Occupancy(3, 10, 7, 0, 2),
                new ResourcePool.Usage(borrowings, 0, nanos(1.5), nanos(0.5), 97, nanos(20), nanos(4), 0),
                null,
                null);
    }

    private static WaitGroup waiting(int place) {
        return new WaitGroup(
                new WaitGroup.Place(WaitOperation.LOCK, null, null, null, "a.B.m" + place, null, null),
                new WaitGroup.Count(1, 0, 1, 1, 3, nanos(10), 0, 1),
                null,
                null,
                List.of());
    }
}
