package io.vtmonitor.pins;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the events that make pins, over the time of a recording: somebody may switch an event off or raise
 * its threshold while it runs. The first state of an event is taken for that before it.
 *
 * @param states in no order, some of them perhaps the same as the one before
 */
public record ChangedSettings(List<State> states) {
    public static final ChangedSettings NONE = new ChangedSettings(List.of());

    /** Kept of one watch; who changes settings more often is followed no further. */
    public static final int MOST = 100;

    private static final String STACKS = "#stackTrace";
    private static final long ON = 0;
    private static final long OFF = -1;

    public ChangedSettings {
        states = List.copyOf(states);
    }

    /**
     * From an instant on.
     *
     * @param atNanos since the epoch
     * @param event such as {@code jdk.VirtualThreadPinned}, or {@link #stacksOf} one
     * @param threshold in nanoseconds, negative if the event is off; of stacks zero, negative if the event is on and
     *     has none
     */
    public record State(long atNanos, String event, long threshold) {
        public boolean off() {
            return threshold < 0;
        }
    }

    /**
     * One setting, as a recording tells it.
     *
     * @param atNanos since when, nanoseconds since the epoch
     * @param event which it is a setting of
     */
    public record Setting(
            long atNanos,
            String event,
            @Nullable String name,
            @Nullable String value) {}

    /** Whether pins depend on the settings of an event. */
    public static boolean asksFor(String event) {
        return event.equals(AnalysisEvents.PINNED) || AnalysisEvents.MONITORS.contains(event);
    }

    /** What stands for the stacks of an event, as something that can be on and off. */
    public static String stacksOf(String event) {
        return event + STACKS;
    }

    /** Those that make the pins of a JVM. */
    public static List<String> events(JvmInfo jvm) {
        List<String> events = new ArrayList<>(List.of(AnalysisEvents.PINNED));
        if (!jvm.pinnedTellsAll()) {
            events.addAll(AnalysisEvents.MONITORS);
        }
        return events;
    }

    /** The states that settings make; what is set of one event at one instant belongs together. */
    public static List<State> states(List<Setting> settings) {
        List<Setting> sorted = new ArrayList<>(settings);
        sorted.sort(Comparator.comparingLong(Setting::atNanos));
        Map<String, Long> thresholds = new HashMap<>();
        Map<String, Boolean> enabled = new HashMap<>();
        Map<String, Boolean> stacks = new HashMap<>();
        Map<String, State> last = new HashMap<>();
        List<State> states = new ArrayList<>();
        for (int i = 0; i < sorted.size(); i++) {
            Setting is = sorted.get(i);
            if ("enabled".equals(is.name())) {
                enabled.put(is.event(), "true".equals(is.value()));
            } else if ("threshold".equals(is.name())) {
                Duration length = EventSettings.length(is.value());
                thresholds.put(is.event(), length == null ? 0 : length.toNanos());
            } else if ("stackTrace".equals(is.name())) {
                stacks.put(is.event(), "true".equals(is.value()));
            }
            boolean more = i + 1 < sorted.size() && sorted.get(i + 1).atNanos() == is.atNanos();
            if (!more) {
                enabled.forEach((event, on) -> {
                    add(is.atNanos(), event, on ? thresholds.getOrDefault(event, ON) : OFF, last, states);
                    Boolean with = stacks.get(event);
                    if (with != null) { // of an event that is off, that is all that is said
                        add(is.atNanos(), stacksOf(event), on && !with ? OFF : ON, last, states);
                    }
                });
            }
        }
        return states;
    }

    private static void add(long atNanos, String event, long threshold, Map<String, State> last, List<State> states) {
        State before = last.get(event);
        if (before == null || before.threshold() != threshold) {
            State state = new State(atNanos, event, threshold);
            last.put(event, state);
            states.add(state);
        }
    }

    /** With more of them. */
    public ChangedSettings and(List<State> more) {
        List<State> all = new ArrayList<>(states);
        all.addAll(more);
        return new ChangedSettings(all);
    }

    /** Whether an event was on at some time. */
    boolean everOn(String event) {
        return states.stream().anyMatch(state -> state.event().equals(event) && !state.off());
    }

    /**
     * What was not recorded because of them; empty if every event was on and no threshold above the JVM's.
     *
     * @param jvm with the thresholds that the report names
     * @param watched the time that the report is about
     */
    public List<Limit> limits(JvmInfo jvm, RecordedSpans watched) {
        List<Limit> limits = new ArrayList<>();
        if (states.isEmpty()) {
            return limits;
        }
        for (String event : events(jvm)) {
            boolean pinned = event.equals(AnalysisEvents.PINNED);
            of(event, pinned ? jvm.pinnedThreshold() : jvm.monitorThreshold(), watched, limits);
            ofStacks(event, watched, limits);
        }
        return limits;
    }

    /** Takes a state and for how much of the time it was in force. */
    private interface Each {
        void state(State state, long nanos);
    }

    private void each(String event, RecordedSpans watched, Each each) {
        List<State> its = new ArrayList<>();
        for (State state : states) {
            if (state.event().equals(event)) {
                its.add(state);
            }
        }
        its.sort(Comparator.comparingLong(State::atNanos));
        for (int i = 0; i < its.size(); i++) {
            long from = i == 0 ? Long.MIN_VALUE : its.get(i).atNanos();
            long to = i + 1 == its.size() ? Long.MAX_VALUE : its.get(i + 1).atNanos();
            each.state(its.get(i), watched.between(from, to).nanos());
        }
    }

    /** Of one that never had any, the settings as a whole say so. */
    private void ofStacks(String event, RecordedSpans watched, List<Limit> limits) {
        long[] without = new long[1];
        each(stacksOf(event), watched, (state, nanos) -> without[0] += state.off() ? nanos : 0);
        if (without[0] > 0 && everOn(stacksOf(event))) {
            limits.add(Limit.of(LimitKind.STACKS_OFF_FOR_A_WHILE, event, without[0] / 1e9));
        }
    }

    private void of(String event, Duration requested, RecordedSpans watched, List<Limit> limits) {
        long[] sums = new long[3];
        each(event, watched, (state, nanos) -> {
            if (state.off()) {
                sums[0] += nanos;
            } else if (state.threshold() > requested.toNanos() && nanos > 0) {
                sums[1] += nanos;
                sums[2] = Math.max(sums[2], state.threshold());
            }
        });
        long off = sums[0];
        long raised = sums[1];
        long highest = sums[2];
        if (off > 0 && everOn(event)) {
            limits.add(Limit.of(LimitKind.EVENT_OFF_FOR_A_WHILE, event, off / 1e9));
        }
        if (raised > 0) {
            limits.add(Limit.of(LimitKind.THRESHOLD_HIGHER_FOR_A_WHILE, event, highest / 1e9, raised / 1e9));
        }
    }

    /** As one text, which {@link #parse} reads. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (State state : states) {
            text.append(text.isEmpty() ? "" : " ")
                    .append(state.atNanos())
                    .append(':')
                    .append(state.event())
                    .append(':')
                    .append(state.threshold());
        }
        return text.toString();
    }

    /** Reads what {@link #text} wrote; what is damaged is left out. */
    public static ChangedSettings parse(String text) {
        List<State> states = new ArrayList<>();
        for (String one : text.trim().split(" ", MOST + 1)) {
            String[] parts = one.split(":", 4);
            if (parts.length == 3 && asksFor(parts[1].replace(STACKS, "")) && states.size() < MOST) {
                try {
                    states.add(new State(Long.parseLong(parts[0]), parts[1], Long.parseLong(parts[2])));
                } catch (NumberFormatException ignored) {
                    // One state less.
                }
            }
        }
        return new ChangedSettings(states);
    }
}
