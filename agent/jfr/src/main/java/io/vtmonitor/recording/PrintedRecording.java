package io.vtmonitor.recording;

import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.common.JavaVersion;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.PinSink;
import io.vtmonitor.model.Stack;
import io.vtmonitor.pins.AgentInfoEvent;
import io.vtmonitor.pins.BlindSpots;
import io.vtmonitor.pins.CarrierCount;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.LegacyLocking;
import io.vtmonitor.pins.PinRules;
import io.vtmonitor.pins.PinRules.Route;
import io.vtmonitor.pins.RecordedEvents;
import io.vtmonitor.pins.RecordedSpans;
import io.vtmonitor.pins.RecordedSpans.Stretch;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What {@code jfr print} has printed of a recording, as text or JSON, counted as one JVM. It shows the events that
 * somebody asked for, and nothing of the settings. The file is read twice, and none of it is kept.
 */
public final class PrintedRecording implements RecordedJvm {
    /** Of a text, so much is searched for the first event of a pin. */
    private static final int SEARCHED = 64 << 20;

    private static final int MOST_INTERNED = 8_192;

    /** The first JDK that tells reasons, and whose monitors do not pin. */
    private static final int REASONS = 24;

    private final Path file;
    private final boolean json;
    private final Map<String, String> properties = new HashMap<>();
    private List<String> arguments = List.of();
    private boolean legacy;
    private String version = "";
    private @Nullable Integer processors;
    private @Nullable CarrierCount counted;
    private boolean reasons;
    private boolean pinned;
    private boolean rounded;
    private long pins;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    private PrintedRecording(Path file, boolean json) {
        this.file = file;
        this.json = json;
    }

    /** Whether a text has an event of pins, as {@code jfr print} prints it; never throws. */
    public static boolean isText(Path text) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(text))) {
            return PrintedText.isIn(in, SEARCHED);
        } catch (IOException ignored) {
            return false;
        }
    }

    /**
     * Looks into a file.
     *
     * @return null if it has no event that is known to be a pin
     */
    static @Nullable PrintedRecording of(Path file) throws IOException {
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(PrintedJson.HEAD);
        }
        boolean json = PrintedJson.begins(head);
        if (!json && !isText(file)) {
            return null;
        }
        PrintedRecording printed = new PrintedRecording(file, json);
        printed.each(printed::look);
        return printed.pins > 0 && (printed.pinned || printed.monitorsPin()) ? printed : null;
    }

    private long each(PrintedEvent.Sink sink) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return json ? PrintedJson.read(in, sink) : PrintedText.read(in, sink);
        }
    }

    private void look(PrintedEvent event) {
        rounded |= event.rounded();
        first = Math.min(first, event.startNanos());
        last = Math.max(last, event.startNanos() + Math.max(0, event.durationNanos()));
        switch (event.type()) {
            case PrintedEvent.PINNED -> {
                pins++;
                pinned = true;
                reasons |= event.text("pinnedReason") != null;
            }
            case PrintedEvent.MONITOR_ENTER, PrintedEvent.MONITOR_WAIT -> pins++;
            case "jdk.JVMInformation" -> {
                String banner = event.text("jvmVersion");
                version = banner == null ? "" : JavaVersion.in(banner);
                String text = event.text("jvmArguments");
                arguments = text == null ? List.of() : List.of(text.trim().split("\\s+", -1));
                legacy |= LegacyLocking.isRequested(arguments);
            }
            case "jdk.CPUInformation" -> processors = (int) Math.max(1, Math.min(1 << 20, event.number("hwThreads")));
            case "jdk.InitialSystemProperty" -> {
                String key = event.text("key");
                String value = event.text("value");
                if (key != null && value != null && key.startsWith("jdk.virtualThreadScheduler.")) {
                    properties.put(key, value);
                }
            }
            case AgentInfoEvent.NAME -> {
                version = Objects.requireNonNullElse(event.text("javaVersion"), version);
                counted = new CarrierCount(
                        (int) Math.max(1, Math.min(1 << 20, event.number("parallelism"))),
                        Objects.requireNonNullElse(event.text("parallelismFrom"), ""));
                properties.put(CarrierPool.MAX_POOL_SIZE, Long.toString(event.number("maxPoolSize")));
                properties.put(CarrierPool.MIN_RUNNABLE, Long.toString(event.number("minRunnable")));
                legacy |= "true".equals(event.text("legacyLocking"));
            }
            default -> {
                // Only its time counts.
            }
        }
    }

    private int feature() {
        return JavaVersion.feature(version);
    }

    private boolean pinnedTellsAll() {
        return reasons || feature() >= REASONS;
    }

    /** Known of JDK 21 to 23 only: a pinned event without a reason is theirs. */
    private boolean monitorsPin() {
        return !pinnedTellsAll() && (pinned || feature() > 0);
    }

    @Override
    public JvmInfo jvm() {
        String most = property(CarrierPool.MAX_POOL_SIZE);
        CarrierCount count =
                counted != null ? counted : CarrierCount.of(property(CarrierCount.ASKED), most, processors);
        boolean monitorsPinStill = legacy && LegacyLocking.exists(feature());
        return new JvmInfo(
                version.isEmpty() ? "unknown" : version,
                pinnedTellsAll(),
                monitorsPinStill,
                CarrierPool.of(count.carriers(), most, property(CarrierPool.MIN_RUNNABLE)),
                count.from(),
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                0,
                BlindSpots.of(monitorsPinStill, "", 0, List.of(Limit.of(LimitKind.PRINTED_EVENTS))),
                List.of());
    }

    /** A property as printed; without that, what the JVM was started with, where the last option counts. */
    private @Nullable String property(String name) {
        String option = "-D" + name + "=";
        String found = properties.get(name);
        for (String argument : found == null ? arguments : List.<String>of()) {
            found = argument.startsWith(option) ? argument.substring(option.length()) : found;
        }
        return found;
    }

    @Override
    public String classPath() {
        return "";
    }

    @Override
    public long startNanos() {
        return first;
    }

    @Override
    public long watchedSince() {
        return first;
    }

    @Override
    public List<Stretch> gaps() {
        return List.of();
    }

    @Override
    public boolean tellsLinesOnly() {
        return !json;
    }

    @Override
    public boolean hasRoundedTimes() {
        return rounded;
    }

    /** File I/O is left out. */
    @Override
    public RecordingSummary read(PinSink sink, Consumer<? super FileIo> busy) {
        PinRules rules = new PinRules(jvm(), MOST_INTERNED, sink);
        long damaged;
        try {
            damaged = each(event -> pin(event, rules));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        rules.flush();
        List<String> problems = damaged == 0
                ? List.of()
                : List.of(
                        damaged + (damaged == 1 ? " printed event is" : " printed events are") + " cut off or damaged");
        return new RecordingSummary(
                jvm(), RecordedSpans.of(first, last), 0, List.of(), List.of(), List.of(), List.of(), problems);
    }

    private void pin(PrintedEvent event, PinRules rules) {
        if (event.isPinned()) {
            String operation = event.text("blockingOperation");
            Blocking blocking = rules.pinned(stack(event), operation, event.text("pinnedReason"));
            rules.accept(pin(event, blocking), PinRules.route(operation));
        } else if (PrintedEvent.tellsOfPins(event.type()) && event.isVirtual()) {
            Route route = rules.monitorRoute();
            BlockingEvent kind = event.type().equals(PrintedEvent.MONITOR_ENTER)
                    ? BlockingEvent.MONITOR_ENTER
                    : BlockingEvent.MONITOR_WAIT;
            String monitor = event.text("monitorClass.name");
            Blocking blocking = rules.monitor(kind, stack(event), monitor == null ? null : monitor.replace('/', '.'));
            if (route == Route.MONITOR || monitorsPin()) {
                rules.accept(pin(event, blocking), route);
            }
        }
    }

    /**
     * The bottom of a whole one is known, but for what {@code jfr print} hides. It keeps five frames where nothing else
     * is asked, and does not always say so.
     */
    private static Stack stack(PrintedEvent event) {
        List<Frame> frames = event.frames();
        Frame bottom = frames.isEmpty() ? null : frames.get(frames.size() - 1);
        boolean whole = bottom == null
                || bottom.className().equals(RecordedEvents.CONTINUATION)
                || (bottom.className().startsWith("java.lang.VirtualThread")
                        && bottom.methodName().equals("run"));
        return new Stack(frames, !whole);
    }

    private static Pin pin(PrintedEvent event, Blocking blocking) {
        String name = event.text("eventThread.javaName");
        return new Pin(
                blocking,
                event.startNanos(),
                event.durationNanos(),
                event.number("eventThread.javaThreadId"),
                name == null ? "" : name,
                event.text("previousOwner.javaName"));
    }
}
