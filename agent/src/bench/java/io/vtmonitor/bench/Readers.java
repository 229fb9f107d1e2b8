package io.vtmonitor.bench;

import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Stack;
import io.vtmonitor.recording.RecordingReader;
import io.vtmonitor.recording.Recordings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;
import one.jfr.ClassRef;
import one.jfr.JfrReader;
import one.jfr.MethodRef;
import one.jfr.StackTrace;
import one.jfr.event.Event;
import org.openjdk.jmc.common.IMCFrame;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/**
 * The same job by each of the readers there are, each used as its makers mean it: {@code Readers NAME FILE} adds pinned
 * events up by their stacks, first by the reader's own object or number for a stack, then by content, and prints a line
 * that is the same for all of them.
 */
public final class Readers {
    /** The JDK's reader, with each chunk as a file of its own, so that nothing is carried over from one to the next. */
    static final String JUDGE = "RecordingFile, chunk by chunk";

    /** Our reader as {@code analyze} has it, with nothing behind it. */
    static final String OURS = "vt-monitor's reader";

    private static final String PINNED = "jdk.VirtualThreadPinned";

    private final Map<String, long[]> byContent = new HashMap<>();

    private Readers() {}

    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[1]);
        Readers readers = new Readers();
        switch (arguments[0]) {
            case "header-walk" -> {
                System.out.println(HeaderWalk.events(file) + " events");
                return;
            }
            case "EventStream" -> readers.eventStream(file);
            case "RecordingFile" -> readers.recordingFile(file);
            case JUDGE -> readers.chunkByChunk(file);
            case OURS -> readers.ours(file);
            case "JMC" -> readers.jmc(file);
            case "async-profiler" -> readers.asyncProfiler(file);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.out.println(readers.answer());
    }

    /** What every reader has to say: pins, microseconds, stacks, and a number made of all of it. */
    private String answer() {
        long pins = 0;
        long nanos = 0;
        long hash = 0;
        for (Map.Entry<String, long[]> stack : byContent.entrySet()) {
            pins += stack.getValue()[0];
            nanos += stack.getValue()[1];
            hash += stack.getKey().hashCode() * (stack.getValue()[0] + 31);
        }
        return "pins " + pins + ", microseconds " + nanos / 1_000 + ", stacks " + byContent.size() + ", hash " + hash;
    }

    private <S> void merge(Map<S, long[]> byStack, Function<S, String> text) {
        byStack.forEach((stack, sum) -> {
            long[] all = byContent.computeIfAbsent(text.apply(stack), unknown -> new long[2]);
            all[0] += sum[0];
            all[1] += sum[1];
        });
    }

    private static <S> void add(Map<S, long[]> byStack, S stack, long nanos) {
        long[] sum = byStack.computeIfAbsent(stack, unknown -> new long[2]);
        sum[0]++;
        sum[1] += nanos;
    }

    private void eventStream(Path file) throws IOException {
        Map<RecordedStackTrace, long[]> byStack = new IdentityHashMap<>();
        try (EventStream stream = EventStream.openFile(file)) {
            stream.setReuse(true);
            stream.setOrdered(false);
            stream.onEvent(PINNED, event -> add(byStack, event));
            stream.start();
        }
        merge(byStack, Readers::text);
    }

    private void recordingFile(Path file) throws IOException {
        Map<RecordedStackTrace, long[]> byStack = new IdentityHashMap<>();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (event.getEventType().getName().equals(PINNED)) {
                    add(byStack, event);
                }
            }
        }
        merge(byStack, Readers::text);
    }

    private void chunkByChunk(Path file) throws IOException {
        Path alone = Files.createTempFile("chunk", ".jfr");
        try (FileChannel all = FileChannel.open(file)) {
            ByteBuffer header = ByteBuffer.allocate(16);
            for (long at = 0; at < all.size(); at += header.getLong(8)) {
                header.clear();
                all.read(header, at);
                try (FileChannel one =
                        FileChannel.open(alone, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
                    all.transferTo(at, header.getLong(8), one);
                }
                recordingFile(alone);
            }
        } finally {
            Files.delete(alone);
        }
    }

    private void ours(Path file) throws Exception {
        Map<Stack, long[]> byStack = new HashMap<>();
        try (Recordings recordings = Recordings.open(file)) {
            for (RecordingReader jvm : recordings.jvms()) {
                jvm.read(
                        pin -> {
                            if (pin.blocking().event() == BlockingEvent.PINNED) {
                                add(byStack, pin.blocking().stack(), pin.durationNanos());
                            }
                        },
                        busy -> {});
            }
        }
        merge(byStack, Readers::text);
    }

    /** A hidden class's name without its address, which is another one in each JVM. */
    private static String stable(String className) {
        return className.replaceFirst("[+./]0x.*", "");
    }

    private static String text(Stack stack) {
        StringBuilder text = new StringBuilder();
        for (Frame frame : stack.frames()) {
            text.append(stable(frame.className()))
                    .append('.')
                    .append(frame.methodName())
                    .append(':')
                    .append(Math.max(0, frame.line()))
                    .append('\n');
        }
        return text.toString();
    }

    private static void add(Map<RecordedStackTrace, long[]> byStack, RecordedEvent event) {
        add(byStack, event.getStackTrace(), event.getDuration().toNanos());
    }

    private static String text(RecordedStackTrace trace) {
        StringBuilder text = new StringBuilder();
        for (RecordedFrame frame : trace.getFrames()) {
            text.append(stable(frame.getMethod().getType().getName()))
                    .append('.')
                    .append(frame.getMethod().getName())
                    .append(':')
                    .append(Math.max(0, frame.getLineNumber()))
                    .append('\n');
        }
        return text.toString();
    }

    private void jmc(Path file) throws Exception {
        Map<IMCStackTrace, long[]> byStack = new IdentityHashMap<>();
        IAttribute<IQuantity> duration = JfrAttributes.DURATION;
        for (IItemIterable items : JfrLoaderToolkit.loadEvents(file.toFile())) {
            if (!items.getType().getIdentifier().equals(PINNED)) {
                continue;
            }
            IMemberAccessor<IMCStackTrace, IItem> trace = JfrAttributes.EVENT_STACKTRACE.getAccessor(items.getType());
            IMemberAccessor<IQuantity, IItem> length = duration.getAccessor(items.getType());
            for (IItem item : items) {
                long nanos = (long) length.getMember(item).doubleValueIn(UnitLookup.NANOSECOND);
                add(byStack, trace.getMember(item), nanos);
            }
        }
        merge(byStack, Readers::text);
    }

    private static String text(IMCStackTrace trace) {
        StringBuilder text = new StringBuilder();
        for (IMCFrame frame : trace.getFrames()) {
            Integer line = frame.getFrameLineNumber();
            text.append(stable(frame.getMethod().getType().getFullName()))
                    .append('.')
                    .append(frame.getMethod().getMethodName())
                    .append(':')
                    .append(line == null ? 0 : Math.max(0, line))
                    .append('\n');
        }
        return text.toString();
    }

    /**
     * The event as async-profiler's reader makes it; it knows the JDK's event only when it is told of a class for it.
     */
    public static final class Pin extends Event {
        private final long duration;

        public Pin(JfrReader reader) {
            this(reader.getVarlong(), reader.getVarlong(), reader.getVarint(), reader.getVarint());
        }

        private Pin(long time, long duration, int thread, int stack) {
            super(time, thread, stack);
            this.duration = duration;
        }
    }

    private void asyncProfiler(Path file) throws IOException {
        try (JfrReader reader = new JfrReader(file.toString())) {
            reader.registerEvent(PINNED, Pin.class);
            Map<Integer, long[]> byStack = new HashMap<>();
            long before = -1;
            for (Pin pin = reader.readEvent(Pin.class); pin != null; pin = reader.readEvent(Pin.class)) {
                // Numbers hold for a chunk; its begin tells it from the one before.
                if (reader.chunkStartNanos != before) {
                    merge(byStack, id -> text(reader, id));
                    byStack.clear();
                    before = reader.chunkStartNanos;
                }
                add(byStack, pin.stackTraceId, (long) (pin.duration / (reader.ticksPerSec / 1e9)));
            }
            merge(byStack, id -> text(reader, id));
        }
    }

    private static String text(JfrReader reader, int id) {
        StackTrace trace = reader.stackTraces.get(id);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < trace.methods.length; i++) {
            MethodRef method = reader.methods.get(trace.methods[i]);
            ClassRef type = reader.classes.get(method.cls);
            text.append(stable(new String(reader.symbols.get(type.name)).replace('/', '.')))
                    .append('.')
                    .append(new String(reader.symbols.get(method.name)))
                    .append(':')
                    .append(Math.max(0, trace.locations[i] >> 16))
                    .append('\n');
        }
        return text.toString();
    }

    static List<String> names() {
        return List.of("header-walk", "EventStream", "RecordingFile", "JMC", "async-profiler");
    }
}
