package io.vtmonitor.source;

import io.vtmonitor.model.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The JVM under watch.
 *
 * @param javaVersion such as {@code 21.0.8}
 * @param monitorsPin true for JDK 21 to 23
 * @param parallelism carriers the scheduler aims at
 * @param parallelismFrom {@code property}, {@code processors} or {@code assumed}
 * @param pinnedThreshold shorter pins are not recorded
 * @param monitorThreshold shorter monitor enters and waits are not recorded
 */
public record WatchedJvm(
        String javaVersion,
        boolean monitorsPin,
        int parallelism,
        String parallelismFrom,
        Duration pinnedThreshold,
        Duration monitorThreshold) {
    private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

    /** This JVM. Reads the scheduler's property, not the scheduler: that would initialise it. */
    public static WatchedJvm current(Duration pinnedThreshold, Duration monitorThreshold) {
        String property = System.getProperty(PARALLELISM);
        boolean set = property != null && property.matches("[1-9]\\d{0,4}");
        return new WatchedJvm(
                System.getProperty("java.version", "unknown"),
                Runtime.version().feature() < 24,
                set ? Integer.parseInt(property) : Runtime.getRuntime().availableProcessors(),
                set ? "property" : "processors",
                pinnedThreshold,
                monitorThreshold);
    }

    /**
     * This JVM as the report shows it.
     *
     * @param startNanos begin of the watch, nanoseconds since the epoch
     * @param endNanos its end, likewise
     */
    public Report.Jvm reported(long startNanos, long endNanos) {
        return new Report.Jvm(
                javaVersion,
                Instant.ofEpochSecond(0, startNanos).toString(),
                (endNanos - startNanos) / 1e9,
                parallelism,
                parallelismFrom,
                pinnedThreshold.toNanos() / 1e9,
                monitorsPin ? monitorThreshold.toNanos() / 1e9 : null);
    }

    /** What figures of this JVM cannot show, one sentence each. */
    public List<String> limits() {
        List<String> limits = new ArrayList<>();
        limits.add("pins shorter than " + text(pinnedThreshold) + " are not recorded");
        if (monitorsPin) {
            limits.add(
                    "waits for a monitor or for notify shorter than " + text(monitorThreshold) + " are not recorded");
        }
        limits.add("a pin that has not ended is not recorded");
        if (parallelismFrom.equals("assumed")) {
            limits.add("nothing tells how many carriers there were: one is assumed");
        }
        return limits;
    }

    private static String text(Duration duration) {
        long micros = duration.toNanos() / 1_000;
        return micros % 1_000 == 0 ? micros / 1_000 + " ms" : micros + " us";
    }
}
