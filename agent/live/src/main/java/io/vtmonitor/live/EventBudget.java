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
 * Limits what events cost the application: each event has its stack walked by the thread on which it happens. If more
 * come than the budget allows, the threshold of their kind rises. That is printed, exported, and reported; shorter
 * events are not estimated.
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
     * @param jvm the thresholds asked for
     * @param allowed events of each kind a second
     * @param runs whether the recording runs: what comes after its end, from what it has left, raises nothing
     * @param set sets an event's threshold in the recording
     * @param clock now by the clock of the events' times, nanoseconds since the epoch
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
     * An event of the stream came. On the stream's thread, as all that is not said otherwise.
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

    /** All events of a flush came: about once a second. */
    void flushed() {
        if (!runs.getAsBoolean()) {
            return;
        }
        long now = System.nanoTime();
        for (Kind kind : kinds) {
            kind.flushed(now, set, clock);
        }
    }

    /** Of pins, in force. Any thread. */
    Duration pinned() {
        return Duration.ofNanos(kinds.get(0).threshold.nanos());
    }

    /** Of monitor enters and waits, in force. Any thread. */
    Duration monitor() {
        return Duration.ofNanos(kinds.get(1).threshold.nanos());
    }

    /** Of file reads and writes, in force. Any thread. */
    Duration file() {
        return Duration.ofNanos(kinds.get(2).threshold.nanos());
    }

    /** The highest threshold of an event that it was given. Any thread. */
    Duration highest(String event) {
        Kind kind = byEvent.get(event);
        return kind == null ? Duration.ZERO : Duration.ofNanos(Math.max(kind.highest, kind.threshold.nanos()));
    }

    /** What was not recorded because of the budget; empty where nothing was. Any thread. */
    List<Limit> limits() {
        return raised().limits();
    }

    /** What has been raised since the begin. Any thread. */
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
        private boolean saidHelpless;

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
                say(inForce.toNanos() > before, inForce);
            } else if (threshold.isHelpless() && !saidHelpless) {
                saidHelpless = true;
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

        private void say(boolean raised, Duration inForce) {
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
