package io.vtmonitor.recording;

import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.common.JavaVersion;
import io.vtmonitor.pins.AgentInfoEvent;
import io.vtmonitor.pins.BlindSpots;
import io.vtmonitor.pins.CarrierCount;
import io.vtmonitor.pins.ChangedSettings;
import io.vtmonitor.pins.EventFields;
import io.vtmonitor.pins.EventSettings;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.LegacyLocking;
import io.vtmonitor.pins.RaisedThresholds;
import io.vtmonitor.pins.RecordedClassPath;
import io.vtmonitor.pins.RecordedSpans;
import io.vtmonitor.pins.StateEvent;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects what a recording says of its JVM while its events go by; our own event wins over the JDK's. */
final class RecordingFacts {
    /** A JVM takes the time when it was created as its start, profilers that of its process. */
    private static final long MILLIS_TO_CREATE = 10_000;

    /** As for chunks: beyond it, nothing is a time. */
    private static final long LATEST_MILLIS = 230L * 365 * 24 * 3_600_000;

    private final Map<Long, String> typeNames = new HashMap<>();
    private final EventSettings settings = new EventSettings();
    private final HeldCarriers carriers;
    private final RecordedState state;
    private final RecordedDumps dumps;
    private boolean knowsPins;
    private boolean pinnedTellsAll;
    private boolean sawEvents;
    private List<ChangedSettings.State> course = List.of();
    private boolean unknownForAWhile;
    private @Nullable WatchFacts watched;
    private @Nullable String banner;
    private String specification = "";
    private String profiler = "";
    private @Nullable String requestedCarriers;
    private @Nullable String maxPoolSize;
    private @Nullable String minRunnable;
    private final Map<String, String> paths = new HashMap<>();
    private @Nullable Integer processors;
    private String vmName = "";
    private long processId;
    private long startTime;
    private List<String> arguments = List.of();
    private boolean legacyLockingRequested;

    RecordingFacts() {
        this(new HeldCarriers(), new RecordedState(), new RecordedDumps());
    }

    private RecordingFacts(HeldCarriers carriers, RecordedState state, RecordedDumps dumps) {
        this.carriers = carriers;
        this.state = state;
        this.dumps = dumps;
    }

    /**
     * Takes the thread dumps of the JVM's last chunk, and what was waited for; of what else that chunk says, see
     * {@link #lastWatch}.
     */
    RecordingFacts ofLastChunk() {
        return new RecordingFacts(carriers, state, dumps);
    }

    /** Our own event of the last chunk tells all that has changed since the first. */
    void lastWatch(RecordingFacts lastChunk) {
        watched = lastChunk.watched == null ? watched : lastChunk.watched;
    }

    /**
     * A type of event that the recording knows.
     *
     * @param id by which settings refer to it
     * @param tellsReasons whether it has the field {@code pinnedReason}
     */
    void eventType(long id, String name, boolean tellsReasons) {
        typeNames.put(id, name);
        if (name.equals("jdk.VirtualThreadPinned")) {
            knowsPins = true;
            // JEP 491 came with 24 and so did this field.
            pinnedTellsAll = tellsReasons;
        }
    }

    /** Whether both tell which process wrote them, and it is the same, as is what in it wrote them. */
    boolean sameProcess(RecordingFacts other) {
        return processId != 0
                && processId == other.processId
                && startTime == other.startTime
                && isProfile() == other.isProfile();
    }

    /**
     * Whether a profiler wrote it while the JVM wrote the other: of the same process, or with no word of its process,
     * which async-profiler leaves out where it appends to a recording of the JVM.
     */
    boolean isProfileBeside(RecordingFacts other) {
        return isProfile()
                && !other.isProfile()
                && (processId == 0
                        || (processId == other.processId && Math.abs(startTime - other.startTime) <= MILLIS_TO_CREATE));
    }

    private boolean isProfile() {
        return !knowsPins && !profiler.isEmpty();
    }

    boolean sawEvents() {
        return sawEvents;
    }

    /** True if our own event has all, or the JDK's events have what they can. */
    boolean complete() {
        return watched != null || (banner != null && processors != null);
    }

    boolean watched() {
        return watched != null;
    }

    /**
     * Whether anything follows from a setting, of which a chunk has hundreds. Where nothing does, that there are
     * settings is known by it all the same.
     *
     * @param eventType number of the type that it is a setting of
     */
    boolean asksForSetting(long eventType) {
        sawEvents = true;
        String type = typeNames.get(eventType);
        return type != null && settings.asksFor(type);
    }

    /**
     * Takes an event.
     *
     * @param startNanos when it began, nanoseconds since the epoch
     */
    void accept(EventFields event, long startNanos) {
        sawEvents = true;
        switch (event.event()) {
            case AgentInfoEvent.NAME -> watched = WatchFacts.of(event, pinnedTellsAll);
            case StateEvent.NAME -> state.accept(event);
            case "jdk.JVMInformation" -> jvm(event);
            case "jdk.ActiveRecording" -> profiler = Recorder.profiler(event.text("name"), profiler);
            case "jdk.CPUInformation" -> processors = WatchFacts.carriers(event.number("hwThreads"));
            case "jdk.InitialSystemProperty" -> property(event.text("key"), event.text("value"));
            case "jdk.ActiveSetting" -> setting(event);
            case "jdk.ThreadDump" -> {
                String dump = event.text("result");
                if (dump != null) {
                    carriers.recorded(dump);
                    dumps.add(new RecordedDump(Instant.EPOCH.plusNanos(startNanos), dump));
                }
            }
            default -> {
                // of no use here
            }
        }
    }

    /** When the JVM started, by its own word; 0 if it has none. */
    long startMillis() {
        return startTime > 0 && startTime < LATEST_MILLIS ? startTime : 0;
    }

    /** The latest thread dumps in which threads wait for what others may have. */
    List<RecordedDump> dumps() {
        return dumps.latest();
    }

    private void jvm(EventFields event) {
        processId = event.number("pid");
        startTime = event.number("jvmStartTime");
        banner = event.text("jvmVersion");
        String name = event.text("jvmName");
        vmName = name == null ? "" : name;
        String text = event.text("jvmArguments");
        arguments = text == null ? List.of() : List.of(text.trim().split("\\s+"));
        legacyLockingRequested = LegacyLocking.isRequested(arguments);
    }

    private void property(@Nullable String key, @Nullable String value) {
        if (CarrierCount.ASKED.equals(key)) {
            requestedCarriers = value;
        } else if (CarrierPool.MAX_POOL_SIZE.equals(key)) {
            maxPoolSize = value;
        } else if (CarrierPool.MIN_RUNNABLE.equals(key)) {
            minRunnable = value;
        } else if ("java.vm.specification.version".equals(key)) {
            specification = value == null ? "" : value;
        } else if (key != null && value != null && isPath(key)) {
            paths.put(key, value);
        }
    }

    /** A property as recorded; without that, what the JVM was started with, where the last option counts. */
    private @Nullable String orArgument(@Nullable String value, String property) {
        String option = "-D" + property + "=";
        String found = value;
        for (String argument : value == null ? arguments : List.<String>of()) {
            found = argument.startsWith(option) ? argument.substring(option.length()) : found;
        }
        return found;
    }

    private static boolean isPath(String key) {
        return key.equals(RecordedClassPath.FOLDER) || RecordedClassPath.PROPERTIES.contains(key);
    }

    /** What the JVM was started with; empty if the recording does not say. */
    String classPath() {
        return watched != null && !watched.classPath().isEmpty()
                ? watched.classPath()
                : RecordedClassPath.of(paths::get, File.pathSeparator);
    }

    private void setting(EventFields event) {
        String type = typeNames.get(event.number("id"));
        String name = event.text("name");
        if (type != null && name != null) {
            settings.accept(type, name, event.text("value"));
        }
    }

    /**
     * How settings changed over the whole of the recording, of which only a part has been looked at for the rest.
     *
     * @param unknown whether they are not known of all of it
     */
    void course(List<ChangedSettings.State> states, boolean unknown) {
        unknownForAWhile = unknown;
        course = List.copyOf(states);
        settings.later(course);
    }

    /** The setting of an event that makes pins; null if it is that of another. */
    ChangedSettings.@Nullable Setting setting(long atNanos, EventFields event) {
        String type = typeNames.get(event.number("id"));
        return type == null || !ChangedSettings.asksFor(type)
                ? null
                : new ChangedSettings.Setting(atNanos, type, event.text("name"), event.text("value"));
    }

    /**
     * What was read, with what it cannot show.
     *
     * @param time when it was recorded
     * @param lastNanos when the last pin or file access ended, nanoseconds since the epoch; 0 if there is none
     * @param unfinished whether it was still being written
     * @param more other limits
     */
    RecordingSummary reading(
            RecordedSpans time,
            long lastNanos,
            boolean unfinished,
            long lostBytes,
            List<Limit> more,
            List<String> problems) {
        List<Limit> limits = new ArrayList<>();
        if (!knowsPins) {
            limits.add(Recorder.withoutPins(version(), profiler, vmName));
        }
        if (unfinished) {
            limits.add(Limit.of(LimitKind.UNFINISHED_CHUNK));
        }
        if (knowsPins && watched == null && (unknownForAWhile || !settings.known())) {
            limits.add(Limit.of(LimitKind.SETTINGS_UNKNOWN));
        }
        if (lostBytes > 0) {
            limits.add(Limit.of(LimitKind.DATA_LOST, lostBytes));
        }
        if (watched != null) {
            limits.addAll(watched.raised().limits());
        }
        limits.addAll(carriers.limits(jvm().parallelism(), (time.endNanos() - lastNanos) / 1e9));
        limits.addAll(more);
        return new RecordingSummary(jvm(), time, lostBytes, changed(), state.latestFirst(), dumps(), limits, problems);
    }

    /**
     * How settings changed. A watch says what others changed of it. Another recording of the JVM may have time before
     * the watch began, or after its end, and tells its settings itself. What the budget raised is among them: then it
     * is said once, by the watch.
     */
    private List<ChangedSettings.State> changed() {
        WatchFacts its = watched;
        if (its == null) {
            return course;
        }
        RaisedThresholds raised = its.raised();
        boolean ofWatch = !its.settings().isEmpty() || !raised.limits().isEmpty();
        return ofWatch ? its.settings() : course;
    }

    JvmInfo jvm() {
        if (watched != null) {
            return watched.jvm();
        }
        Duration enter = settings.threshold("jdk.JavaMonitorEnter");
        Duration wait = settings.threshold("jdk.JavaMonitorWait");
        String most = orArgument(maxPoolSize, CarrierPool.MAX_POOL_SIZE);
        CarrierCount count = CarrierCount.of(orArgument(requestedCarriers, CarrierCount.ASKED), most, processors);
        String version = version();
        boolean legacy = legacyLockingRequested && LegacyLocking.exists(JavaVersion.feature(version));
        return new JvmInfo(
                version,
                pinnedTellsAll,
                legacy,
                CarrierPool.of(count.carriers(), most, orArgument(minRunnable, CarrierPool.MIN_RUNNABLE)),
                count.from(),
                settings.threshold("jdk.VirtualThreadPinned"),
                enter.compareTo(wait) > 0 ? enter : wait,
                settings.fileThreshold(),
                Math.max(0, startTime) * 1_000_000,
                BlindSpots.of(legacy, vmName, 0, knowsPins ? settings.blindSpots(!pinnedTellsAll) : List.of()),
                List.of());
    }

    private String version() {
        String inBanner = JavaVersion.in(banner == null ? "" : banner);
        String version = inBanner.isEmpty() ? JavaVersion.in(specification) : inBanner;
        return version.isEmpty() ? "unknown" : version;
    }
}
