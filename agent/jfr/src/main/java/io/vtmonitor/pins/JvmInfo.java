package io.vtmonitor.pins;

import io.vtmonitor.common.CarrierChange;
import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.common.EpochNanos;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.figures.Jvm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The JVM under watch.
 *
 * @param javaVersion such as {@code 21.0.8}
 * @param pinnedTellsAll true for JDK 24 and later, where every pin has a pinned event, with its reason
 * @param legacyLocking true for JDK 24 and 25 with {@code -XX:LockingMode=1}
 * @param pool its carriers
 * @param parallelismFrom {@code property}, {@code processors}, {@code assumed} or {@code scheduler}
 * @param pinnedThreshold shorter pins are not recorded
 * @param monitorThreshold shorter monitor enters and waits are not recorded
 * @param fileThreshold shorter file I/O is not recorded
 * @param startNanos when the JVM began, nanoseconds since the epoch; zero if that is not known
 * @param blindSpots what is unusual about this JVM or its recording and hides pins
 */
public record JvmInfo(
        String javaVersion,
        boolean pinnedTellsAll,
        boolean legacyLocking,
        CarrierPool pool,
        String parallelismFrom,
        Duration pinnedThreshold,
        Duration monitorThreshold,
        Duration fileThreshold,
        long startNanos,
        List<Limit> blindSpots,
        List<CarrierChange> carrierChanges) {
    /** What the agent records of file I/O; JFR's own default on JDK 21. */
    private static final Duration FILE_THRESHOLD = Duration.ofMillis(20);

    /** What the system tells the start by. */
    private static final long SHORTEST_START = 10_000_000;

    public JvmInfo {
        blindSpots = List.copyOf(blindSpots);
        carrierChanges = List.copyOf(carrierChanges);
    }

    /** This JVM. Reads the scheduler's properties, not the scheduler: that would initialize it. */
    public static JvmInfo current(Duration pinnedThreshold, Duration monitorThreshold) {
        CarrierCount count = CarrierCount.of(
                System.getProperty(CarrierCount.ASKED),
                System.getProperty(CarrierPool.MAX_POOL_SIZE),
                Runtime.getRuntime().availableProcessors());
        return new JvmInfo(
                System.getProperty("java.version", "unknown"),
                Runtime.version().feature() >= 24,
                false,
                pool(count.carriers()),
                count.from(),
                pinnedThreshold,
                monitorThreshold,
                FILE_THRESHOLD,
                JvmStart.nanos(),
                List.of(),
                List.of());
    }

    /** As this JVM's properties tell it now. */
    private static CarrierPool pool(int parallelism) {
        return CarrierPool.of(
                parallelism,
                System.getProperty(CarrierPool.MAX_POOL_SIZE),
                System.getProperty(CarrierPool.MIN_RUNNABLE));
    }

    /** Carriers the scheduler aims at, before the first change. */
    public int parallelism() {
        return pool.parallelism();
    }

    /** What it aims at after the last change. */
    public int parallelismNow() {
        return carrierChanges.isEmpty()
                ? parallelism()
                : carrierChanges.get(carrierChanges.size() - 1).carriers();
    }

    /** The same JVM, with another parallelism since then. */
    public JvmInfo changed(CarrierChange change) {
        List<CarrierChange> all = new ArrayList<>(carrierChanges);
        all.add(change);
        return changed(all);
    }

    /** The same JVM with these changes, in the order of their times. */
    public JvmInfo changed(List<CarrierChange> all) {
        return with(legacyLocking, pool, parallelismFrom, Duration.ZERO, blindSpots, all);
    }

    /**
     * This JVM as its scheduler tells it, once there is one. The application may set the properties after
     * {@link #current} has read them, until its first virtual thread.
     *
     * @param carriers what the scheduler aims at, 0 if that is not known
     */
    public JvmInfo aimingAt(int carriers) {
        return carriers < 1 || pool(carriers).equals(pool)
                ? this
                : with(
                        legacyLocking,
                        pool(carriers),
                        carriers == parallelism() ? parallelismFrom : "scheduler",
                        Duration.ZERO,
                        blindSpots,
                        carrierChanges);
    }

    /** The same with thresholds that are no lower than this one. */
    public JvmInfo atLeast(Duration threshold) {
        return with(legacyLocking, pool, parallelismFrom, threshold, blindSpots, carrierChanges);
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    /** The same with what is known only when the recording is set up. */
    public JvmInfo with(boolean legacyLockingInForce, List<Limit> seen) {
        return with(legacyLockingInForce, pool, parallelismFrom, Duration.ZERO, seen, carrierChanges);
    }

    /** The one place that names all fields in order to change a few. */
    private JvmInfo with(
            boolean legacy,
            CarrierPool carriers,
            String carriersFrom,
            Duration least,
            List<Limit> seen,
            List<CarrierChange> changes) {
        return new JvmInfo(
                javaVersion,
                pinnedTellsAll,
                legacy,
                carriers,
                carriersFrom,
                longer(pinnedThreshold, least),
                longer(monitorThreshold, least),
                longer(fileThreshold, least),
                startNanos,
                seen,
                changes);
    }

    /** True if owning a monitor keeps the carrier: before JEP 491, or with legacy locking. */
    public boolean monitorsPin() {
        return !pinnedTellsAll || legacyLocking;
    }

    /**
     * This JVM as the report shows it.
     *
     * @param startNanos begin of the watch, nanoseconds since the epoch
     * @param endNanos its end, likewise
     */
    public Jvm reported(long startNanos, long endNanos) {
        return reported(RecordedSpans.of(startNanos, endNanos));
    }

    /**
     * The JVM as a report lists it, watched with gaps.
     *
     * @param watched when it was watched
     */
    public Jvm reported(RecordedSpans watched) {
        int most = parallelism();
        for (CarrierChange change : carrierChanges) {
            most = Math.max(most, change.carriers());
        }
        return new Jvm(
                javaVersion,
                EpochNanos.instant(watched.startNanos()),
                watched.nanos(),
                most,
                parallelismFrom,
                pinnedThreshold.toNanos(),
                monitorsPin() ? monitorThreshold.toNanos() : null,
                watched.reported(),
                startNanos == 0 ? null : EpochNanos.instant(startNanos),
                carrierChanges.isEmpty()
                        ? null
                        : CarrierChange.mean(parallelism(), carrierChanges, watched.startNanos(), watched.endNanos()));
    }

    /**
     * What of the JVM's life came before it was watched; none if that is nothing or not known.
     *
     * @param watchNanos when the watch began, nanoseconds since the epoch
     */
    public List<Limit> unwatchedStart(long watchNanos) {
        return startNanos == 0 || watchNanos - startNanos < SHORTEST_START
                ? List.of()
                : List.of(Limit.of(LimitKind.START_NOT_WATCHED, (watchNanos - startNanos) / 1e9));
    }

    /** What figures of this JVM cannot show. */
    public List<Limit> limits() {
        List<Limit> limits = new ArrayList<>(blindSpots);
        shorter(limits, LimitKind.PINS_SHORTER, pinnedThreshold);
        if (monitorsPin()) {
            shorter(limits, LimitKind.MONITOR_WAITS_SHORTER, monitorThreshold);
        } else {
            limits.add(Limit.of(LimitKind.MONITOR_WAITS_LEFT_OUT));
        }
        shorter(limits, LimitKind.FILE_IO_SHORTER, fileThreshold);
        limits.add(Limit.of(LimitKind.NATIVE_CALLS));
        limits.add(Limit.of(LimitKind.PINS_NOT_ENDED));
        if (parallelismFrom.equals("assumed")) {
            limits.add(Limit.of(LimitKind.CARRIERS_ASSUMED));
        }
        if (!carrierChanges.isEmpty()) {
            limits.add(Limit.of(
                    LimitKind.PARALLELISM_CHANGED,
                    carrierChanges.size(),
                    parallelism(),
                    parallelismNow(),
                    EpochNanos.instant(carrierChanges
                                    .get(carrierChanges.size() - 1)
                                    .atNanos())
                            .toString()));
        }
        return limits;
    }

    private static void shorter(List<Limit> limits, LimitKind kind, Duration threshold) {
        if (!threshold.isZero()) {
            limits.add(Limit.of(kind, threshold.toNanos() / 1e9));
        }
    }
}
