package io.vtmonitor.metrics;

import io.vtmonitor.report.RescueOutcome;
import io.vtmonitor.report.ScheduleDelays;
import io.vtmonitor.report.SchedulerVitals;
import io.vtmonitor.report.StallPattern;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The scheduler's delays and stalls as the metrics count them, from the start of the watch on. Thread-safe. */
public final class SchedulerCounts implements ScheduleDelays {
    private static final long[] BOUNDS = {
        100_000,
        250_000,
        500_000,
        1_000_000,
        2_000_000,
        5_000_000,
        10_000_000,
        20_000_000,
        50_000_000,
        100_000_000,
        250_000_000,
        500_000_000,
        1_000_000_000,
        2_500_000_000L,
        5_000_000_000L,
        10_000_000_000L
    };

    private final Map<Kind, DurationCounts> delays = new EnumMap<>(Kind.class);
    private final Map<StallPattern, AtomicLong> stalls = new EnumMap<>(StallPattern.class);
    private final Map<RescueOutcome.Result, AtomicLong> rescues = new EnumMap<>(RescueOutcome.Result.class);
    private volatile Supplier<SchedulerVitals> vitals = () -> SchedulerVitals.NONE;

    SchedulerCounts() {
        for (Kind kind : Kind.values()) {
            delays.put(kind, new DurationCounts(BOUNDS, System.nanoTime()));
        }
        for (StallPattern pattern : StallPattern.values()) {
            stalls.put(pattern, new AtomicLong());
        }
        for (RescueOutcome.Result result : RescueOutcome.Result.values()) {
            rescues.put(result, new AtomicLong());
        }
    }

    /** Sets the source of vitals, called for each scrape. */
    public void vitals(Supplier<SchedulerVitals> source) {
        vitals = source;
    }

    @Override
    public void delayed(Kind kind, long nanos) {
        synchronized (delays) {
            DurationCounts counts = delays.get(kind);
            if (counts != null) {
                counts.add(Math.max(0, nanos), System.nanoTime());
            }
        }
    }

    /** Counts a stall. */
    public void stalled(StallPattern pattern) {
        increment(stalls.get(pattern));
    }

    /** Counts a rescue by its result. */
    public void rescued(RescueOutcome.Result result) {
        increment(rescues.get(result));
    }

    private static void increment(@Nullable AtomicLong count) {
        if (count != null) {
            count.incrementAndGet();
        }
    }

    /** A copy of the delays. */
    Map<Kind, DurationCounts> delays() {
        Map<Kind, DurationCounts> copies = new EnumMap<>(Kind.class);
        synchronized (delays) {
            delays.forEach((kind, counts) -> copies.put(kind, counts.copy(System.nanoTime())));
        }
        return copies;
    }

    /** The counts of all patterns. */
    Map<StallPattern, AtomicLong> stalls() {
        return stalls;
    }

    /** The counts of all results. */
    Map<RescueOutcome.Result, AtomicLong> rescues() {
        return rescues;
    }

    SchedulerVitals now() {
        return vitals.get();
    }
}
