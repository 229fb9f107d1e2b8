package io.vtmonitor.live;

import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.RaisedThresholds;
import io.vtmonitor.pins.RaisedThresholds.Raised;
import io.vtmonitor.report.Limit;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits what events cost the application, as the thread on which an event happens has to walk its own stack. If there
 * are more events of a kind than the budget allows, the threshold of that kind rises. This is logged, exported, and
 * reported. Shorter events are missing then, and are not estimated.
 */
final class EventBudget {
    private static final Logger LOG = LoggerFactory.getLogger(EventBudget.class);

    private final List<Kind> kinds;
    private final Map<String, Kind> byEvent;
    private final BiConsumer<String, Duration> set;
    private final LongSupplier clock;
    private final long allowed;
    private final BooleanSupplier runs;

    /**
     * @param jvm has the thresholds that were asked for
     * @param allowed events per second, for each kind
     * @param runs whether the recording runs: events that are read after its end change no threshold
     * @param set sets the threshold of an event in the recording
     * @param clock the current time by the clock of the events, in nanoseconds since the epoch
     */
    EventBudget(JvmInfo jvm, long allowed, BooleanSupplier runs, BiConsumer<String, Duration> set, LongSupplier clock) {
        this.runs = runs;
        this.set = set;
        this.clock = clock;
        this.allowed = allowed;
        Kind pinned = new Kind("pins", jvm.pinnedThreshold(), allowed, List.of("jdk.VirtualThreadPinned"));
        Kind monitor = new Kind(
                "waits for a monitor or for notify",
                jvm.monitorThreshold(),
                allowed,
                List.of("jdk.JavaMonitorEnter", "jdk.JavaMonitorWait"));
        Kind file = new Kind(
                "file reads and writes",
                jvm.fileThreshold(),
                allowed,
                List.of("jdk.FileRead", "jdk.FileWrite", "jdk.FileForce"));
        kinds = List.of(pinned, monitor, file);
        byEvent = Map.of(
                "jdk.VirtualThreadPinned", pinned,
                "jdk.JavaMonitorEnter", monitor,
                "jdk.JavaMonitorWait", monitor,
                "jdk.FileRead", file,
                "jdk.FileWrite", file,
                "jdk.FileForce", file);
    }

    /**
     * Counts an event. Called, like all methods without another note, on the thread of the stream.
     *
     * @param startNanos since the epoch
     */
    void event(String name, long startNanos, Duration length) {
        Kind kind = byEvent.get(name);
        if (kind != null) {
            long nanos = length.toNanos();
            if (kind.threshold.event(startNanos + nanos, nanos)) {
                long now = System.nanoTime();
                if (kind.threshold.floods(now) && runs.getAsBoolean()) {
                    kind.flushed(now, set, clock);
                }
            }
        }
    }

    /** Called after each flush, about once a second. */
    void flushed() {
        if (!runs.getAsBoolean()) {
            return;
        }
        long now = System.nanoTime();
        for (Kind kind : kinds) {
            kind.flushed(now, set, clock);
        }
    }

    /** The current threshold of pins. Any thread. */
    Duration pinned() {
        return Duration.ofNanos(kinds.get(0).threshold.nanos());
    }

    /** The current threshold of monitor enters and waits. Any thread. */
    Duration monitor() {
        return Duration.ofNanos(kinds.get(1).threshold.nanos());
    }

    /** The current threshold of file reads and writes. Any thread. */
    Duration file() {
        return Duration.ofNanos(kinds.get(2).threshold.nanos());
    }

    /** The highest threshold that the event has had. Any thread. */
    Duration highest(String event) {
        Kind kind = byEvent.get(event);
        return kind == null ? Duration.ZERO : Duration.ofNanos(Math.max(kind.highest, kind.threshold.nanos()));
    }

    /** What was not recorded because of the budget. Any thread. */
    List<Limit> limits() {
        return raised().limits();
    }

    /** Which thresholds were raised since the start, how far, and for how long. Any thread. */
    RaisedThresholds raised() {
        return new RaisedThresholds(
                allowed,
                kinds.get(0).raised(),
                kinds.get(1).raised(),
                kinds.get(2).raised());
    }

    private static final class Kind {
        private final String what;
        private final List<String> events;
        private final long allowed;
        private final AdaptiveThreshold threshold;
        private long last = System.nanoTime();
        private volatile long raisedNanos;
        private volatile long highest;
        private boolean reportedHelpless;

        Kind(String what, Duration configured, long allowed, List<String> events) {
            this.what = what;
            this.events = events;
            this.allowed = allowed;
            this.threshold = new AdaptiveThreshold(configured.toNanos(), allowed, System.nanoTime());
        }

        void flushed(long now, BiConsumer<String, Duration> set, LongSupplier clock) {
            if (threshold.isRaised()) {
                addRaised(now - last);
            }
            last = now;
            long before = threshold.nanos();
            if (threshold.changes(now)) {
                Duration inForce = Duration.ofNanos(threshold.nanos());
                highest = Math.max(highest, inForce.toNanos());
                events.forEach(event -> set.accept(event, inForce));
                threshold.ignoreUntil(clock.getAsLong());
                logChange(inForce.toNanos() > before, inForce);
            } else if (threshold.isHelpless() && !reportedHelpless) {
                reportedHelpless = true;
                LOG.warn(
                        "{} {} a second were recorded, more than {}, most of them shorter than we requested: another"
                                + " recording requests them, and they cost the application time",
                        Math.round(threshold.rate()),
                        what,
                        allowed);
            }
        }

        private synchronized void addRaised(long nanos) {
            raisedNanos += nanos;
        }

        private void logChange(boolean raised, Duration inForce) {
            if (raised) {
                LOG.warn(
                        "{}{} {} a second are more than {}, which would cost the application too much: from now on,"
                                + " those shorter than {} are not recorded",
                        threshold.isAtLeast() ? "at least " : "",
                        Math.round(threshold.rate()),
                        what,
                        allowed,
                        text(inForce));
            } else {
                LOG.info("{} have become fewer: from now on, those of {} or longer are recorded", what, text(inForce));
            }
        }

        private synchronized Raised raised() {
            return new Raised(highest, raisedNanos);
        }

        private static String text(Duration duration) {
            double millis = duration.toNanos() / 1e6;
            return String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : "%.0f ms", millis);
        }
    }
}
