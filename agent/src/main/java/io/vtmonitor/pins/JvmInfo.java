package io.vtmonitor.pins;

import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.common.IsoInstant;
import io.vtmonitor.report.Report;
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
 * @param blindSpots what is unusual about this JVM or its recording and hides pins, one sentence each
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
        List<String> blindSpots) {
    /** What the agent records of file I/O; JFR's own default on JDK 21. */
    private static final Duration FILE_THRESHOLD = Duration.ofMillis(20);

    public JvmInfo {
        blindSpots = List.copyOf(blindSpots);
    }

    /** This JVM. Reads the scheduler's properties, not the scheduler: that would initialise it. */
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
                List.of());
    }

    /** As this JVM's properties tell it now. */
    private static CarrierPool pool(int parallelism) {
        return CarrierPool.of(
                parallelism,
                System.getProperty(CarrierPool.MAX_POOL_SIZE),
                System.getProperty(CarrierPool.MIN_RUNNABLE));
    }

    /** Carriers the scheduler aims at. */
    public int parallelism() {
        return pool.parallelism();
    }

    /**
     * This JVM as its scheduler tells it, once there is one. The application may set the properties after
     * {@link #current} has read them, until its first virtual thread.
     *
     * @param carriers what the scheduler aims at, 0 where that is not known
     */
    public JvmInfo aimingAt(int carriers) {
        return carriers < 1 || pool(carriers).equals(pool)
                ? this
                : new JvmInfo(
                        javaVersion,
                        pinnedTellsAll,
                        legacyLocking,
                        pool(carriers),
                        carriers == parallelism() ? parallelismFrom : "scheduler",
                        pinnedThreshold,
                        monitorThreshold,
                        fileThreshold,
                        blindSpots);
    }

    /** The same with thresholds that are no lower than this one. */
    public JvmInfo atLeast(Duration threshold) {
        return new JvmInfo(
                javaVersion,
                pinnedTellsAll,
                legacyLocking,
                pool,
                parallelismFrom,
                longer(pinnedThreshold, threshold),
                longer(monitorThreshold, threshold),
                longer(fileThreshold, threshold),
                blindSpots);
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    /** The same with what is known only when the recording is set up. */
    public JvmInfo with(boolean legacyLockingInForce, List<String> seen) {
        return new JvmInfo(
                javaVersion,
                pinnedTellsAll,
                legacyLockingInForce,
                pool,
                parallelismFrom,
                pinnedThreshold,
                monitorThreshold,
                fileThreshold,
                seen);
    }

    /** True where owning a monitor keeps the carrier: before JEP 491, or with legacy locking. */
    public boolean monitorsPin() {
        return !pinnedTellsAll || legacyLocking;
    }

    /**
     * This JVM as the report shows it.
     *
     * @param startNanos begin of the watch, nanoseconds since the epoch
     * @param endNanos its end, likewise
     */
    public Report.Jvm reported(long startNanos, long endNanos) {
        return reported(RecordedSpans.of(startNanos, endNanos));
    }

    /**
     * Likewise.
     *
     * @param watched when it was watched
     */
    public Report.Jvm reported(RecordedSpans watched) {
        return new Report.Jvm(
                javaVersion,
                IsoInstant.text(watched.startNanos()),
                watched.nanos() / 1e9,
                parallelism(),
                parallelismFrom,
                pinnedThreshold.toNanos() / 1e9,
                monitorsPin() ? monitorThreshold.toNanos() / 1e9 : null,
                watched.reported());
    }

    /** What figures of this JVM cannot show, one sentence each. */
    public List<String> limits() {
        List<String> limits = new ArrayList<>(blindSpots);
        shorter(limits, "pins", pinnedThreshold);
        if (monitorsPin()) {
            shorter(limits, "waits for a monitor or for notify", monitorThreshold);
        } else {
            limits.add("waits for a monitor that leave the carrier free are not recorded");
        }
        shorter(limits, "reads and writes of files", fileThreshold);
        limits.add("carriers busy in other native calls (a name look-up, for one) leave no event");
        limits.add("a pin that has not ended is not recorded");
        if (parallelismFrom.equals("assumed")) {
            limits.add("nothing tells how many carriers there were: one is assumed");
        }
        return limits;
    }

    private static void shorter(List<String> limits, String what, Duration threshold) {
        if (!threshold.isZero()) {
            limits.add(what + " shorter than " + text(threshold) + " are not recorded");
        }
    }

    private static String text(Duration duration) {
        long micros = duration.toNanos() / 1_000;
        return micros % 1_000 == 0 ? micros / 1_000 + " ms" : micros + " us";
    }
}
