package io.vtmonitor.live;

import io.vtmonitor.pins.ChangedSettings;
import io.vtmonitor.pins.ChangedSettings.State;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.RecordedSpans;
import io.vtmonitor.report.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks that what the watch recorded at its start is still recorded. Anyone with access to the recordings of the JVM,
 * such as a console, can change their settings. What is missing then is logged and reported, but the settings are not
 * changed back. Called once a second, by one thread.
 */
final class SettingsGuard {
    private static final Logger LOG = LoggerFactory.getLogger(SettingsGuard.class);
    private static final long OFF = -1;

    private final JvmInfo jvm;
    private final Recorder recorder;
    private final Function<String, Duration> ours;
    private final Consumer<ChangedSettings> tell;
    private final LongSupplier clock;
    private final Map<String, Long> last = new HashMap<>();
    private long lastLook;
    private volatile ChangedSettings changed = ChangedSettings.NONE;

    /** What is checked. */
    interface Recorder {
        /** The events that make pins. */
        List<String> events();

        /**
         * The threshold in effect, in nanoseconds; negative if no recording has enabled the event.
         *
         * @param enough if a threshold is not above this, the search ends
         */
        long threshold(String event, long enough);

        /** Whether a recording that has enabled the event also records its stacks. */
        boolean stacks(String event);
    }

    /**
     * @param jvm has the thresholds that were asked for
     * @param ours the highest threshold of an event that the watch has set
     * @param tell receives all changes, each time that there are new ones
     * @param clock the current time, in nanoseconds since the epoch
     */
    SettingsGuard(
            JvmInfo jvm,
            Recorder recorder,
            Function<String, Duration> ours,
            Consumer<ChangedSettings> tell,
            LongSupplier clock) {
        this.jvm = jvm;
        this.recorder = recorder;
        this.ours = ours;
        this.tell = tell;
        this.clock = clock;
        lastLook = clock.getAsLong();
    }

    /** Checks once. A change for the worse may have come right after the last check, and is reported from then on. */
    void look() {
        List<State> fresh = new ArrayList<>();
        List<Runnable> lines = new ArrayList<>();
        for (String event : recorder.events()) {
            long most = ours.apply(event).toNanos();
            long threshold = recorder.threshold(event, most);
            long state = threshold < 0 ? OFF : threshold > most ? threshold : 0;
            if (change(event, state, state == 0 ? clock.getAsLong() : lastLook, fresh)) {
                lines.add(() -> print(event, state));
            }
            String stacks = ChangedSettings.stacksOf(event);
            if (threshold < 0) {
                change(stacks, 0, lastLook, fresh); // a disabled event is reported instead
            } else {
                boolean on = recorder.stacks(event);
                if (change(stacks, on ? 0 : OFF, on ? clock.getAsLong() : lastLook, fresh)) {
                    lines.add(() -> printStacks(event, on));
                }
            }
        }
        lastLook = clock.getAsLong();
        ChangedSettings before = changed;
        if (!fresh.isEmpty() && before.states().size() + fresh.size() <= ChangedSettings.MOST) {
            changed = before.and(fresh);
            tell.accept(changed);
        }
        lines.forEach(Runnable::run); // after the recording has the changes
    }

    private boolean change(String what, long state, long atNanos, List<State> fresh) {
        if (state == last.getOrDefault(what, 0L)) {
            return false;
        }
        if (!last.containsKey(what)) {
            fresh.add(new State(lastLook, what, 0));
        }
        last.put(what, state);
        fresh.add(new State(atNanos, what, state));
        return true;
    }

    private static void printStacks(String event, boolean on) {
        if (on) {
            LOG.info("{} is recorded with stacks again", event);
        } else {
            LOG.warn(
                    "{} is recorded without stacks: something else changed the settings of the agent's recording."
                            + " Who holds the carrier is unknown",
                    event);
        }
    }

    private static void print(String event, long state) {
        if (state < 0) {
            LOG.warn(
                    "{} is off: something else changed the settings of the agent's recording. Pins are missing", event);
        } else if (state > 0) {
            LOG.warn(
                    "{} is recorded from {} ms on: something else changed the settings of the agent's recording",
                    event,
                    state / 1_000_000);
        } else {
            LOG.info("{} is recorded again as the agent asked", event);
        }
    }

    /** What is missing of a time. Any thread. */
    List<Limit> limits(long startNanos, long endNanos) {
        return changed.limits(jvm, RecordedSpans.of(startNanos, endNanos));
    }
}
