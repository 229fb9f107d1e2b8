package io.vtmonitor.boot;

import io.vtmonitor.analysis.Aggregation;
import io.vtmonitor.analysis.Aggregation.Carriers;
import io.vtmonitor.analysis.Aggregation.JvmFindings;
import io.vtmonitor.analysis.BusyTally;
import io.vtmonitor.model.Finding;
import io.vtmonitor.model.Vitals;
import io.vtmonitor.source.LiveStream;
import io.vtmonitor.source.WatchedJvm;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;

/** What a watch counts: pins, file I/O, and the vitals. */
final class LiveFigures {
    /** The interval that the gauges of pinned carriers look back over. */
    private static final long GAUGE_NANOS = 10_000_000_000L;

    private final LiveStream stream;
    private final WatchedJvm jvm;
    private final Aggregation aggregation = Aggregation.live();
    private final JvmFindings findings;
    private final BusyTally busy = new BusyTally();
    private final double blindSeconds;
    private volatile long lastFlush;

    LiveFigures(LiveStream stream) {
        this.stream = stream;
        jvm = stream.jvm();
        lastFlush = stream.now();
        findings = aggregation.jvm(jvm.parallelism());
        blindSeconds = BlindTime.until(stream.startTime());
    }

    /** Takes the pins. */
    Consumer<Finding> findings() {
        return findings;
    }

    /** The pins, added up. */
    Aggregation pins() {
        return aggregation;
    }

    /** Takes file I/O, and has it added up. */
    BusyTally busy() {
        return busy;
    }

    /** All that was recorded up to now has been taken. */
    void flushed() {
        lastFlush = stream.now();
    }

    /** The figures that belong to no single pin, as they are now. */
    Vitals vitals() {
        long until = stream.ended() == null ? lastFlush : stream.now();
        Carriers carriers = findings.carriers(until - GAUGE_NANOS, until);
        return new Vitals(
                jvm.javaVersion(),
                jvm.parallelism(),
                carriers.mean(),
                carriers.max(),
                carriers.capacityLost(),
                carriers.starvedSeconds(),
                stream.pinnedThreshold().toNanos() / 1e9,
                jvm.monitorsPin() ? stream.monitorThreshold().toNanos() / 1e9 : null,
                blindSeconds(),
                stream.lostBytes(),
                carriers.truncatedStacks(),
                aggregation.foldedPins(),
                stream.selfSeconds(),
                stream.fileThreshold().toNanos() / 1e9,
                stream.submitFailures(),
                stream.ended() == null);
    }

    /** Before the watch, and since its end where that came too early. */
    private double blindSeconds() {
        Instant ended = stream.ended();
        return blindSeconds
                + (ended == null ? 0 : Duration.between(ended, Instant.now()).toNanos() / 1e9);
    }

    /** Nanoseconds since the epoch. */
    static long now() {
        return nanos(Instant.now());
    }

    /** Likewise, of that time. */
    static long nanos(Instant time) {
        return ChronoUnit.NANOS.between(Instant.EPOCH, time);
    }
}
