package io.vtmonitor.jfr;

import io.vtmonitor.common.HiddenNames;
import io.vtmonitor.jfr.Layouts.UnknownTypeException;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Stack;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the constants that events refer to, and those that they refer to in turn: a stack's methods, their classes,
 * their names. Each once for its chunk. What the file lacks is counted, and has a name that says so.
 */
public final class ChunkConstants {

    /** JFR's own bound is 2 048. */
    private static final int DEEPEST = 1 << 14;

    /** What an event has that refers to no stack, or to one that is missing. */
    public static final Stack NO_STACK = new Stack(List.of(), false);

    private static final Map<String, Integer> FRAME =
            WantedEvents.slots("method", "lineNumber", "bytecodeIndex", "javaFrame");
    private static final Map<String, Integer> METHOD = WantedEvents.slots("type", "name", "descriptor", "modifiers");
    private static final Map<String, Integer> CLASS = WantedEvents.slots("name");
    private static final Map<String, Integer> SYMBOL = WantedEvents.slots("string");

    private final ChunkWindow window;
    private final ConstantIndex index;
    private final Map<Long, Stack> stacks = new HashMap<>();
    private final RawStacks rawStacks = new RawStacks();
    private final LongIndex methodNumbers = new LongIndex();
    private final List<RecordedMethod> methods = new ArrayList<>();
    private final ChunkStrings.Pool pool = this::pooled;
    private final Map<Long, String> classes = new HashMap<>();
    private final Map<Long, String> symbols = new HashMap<>();
    private final long[] slots = new long[8];
    private long[] raw = new long[3 * 64];
    private long[] decoded = new long[4 * 64];
    private long missing;

    /** Of how many numbers a frame is made, and which ones are its method, line and bytecode index. */
    private int frameNumbers;

    private int methodAt;
    private int lineAt;
    private int indexAt;

    private @Nullable Layout beforeFrames;
    private @Nullable Layout frame;
    private @Nullable Layout afterFrames;
    private @Nullable Layout method;
    private @Nullable Layout type;
    private @Nullable Layout symbol;

    public ChunkConstants(ChunkWindow window, ConstantIndex index) {
        this.window = window;
        this.index = index;
    }

    /** Forgets the chunk before. */
    public void begin(ChunkTypes types) throws UnknownTypeException {
        stacks.clear();
        rawStacks.clear();
        methods.clear();
        methodNumbers.clear();
        classes.clear();
        symbols.clear();
        missing = 0;
        method = index.keeping("jdk.types.Method", METHOD);
        type = index.keeping("java.lang.Class", CLASS);
        symbol = index.keeping("jdk.types.Symbol", SYMBOL);
        frame = null;
        frameNumbers = 0;
        ChunkType trace = types.byName(ConstantIndex.STACK_TRACE);
        ChunkField frames = trace == null ? null : trace.field("frames");
        ChunkType frameType = frames == null || !frames.array() ? null : types.byId(frames.typeId());
        if (trace != null && frameType != null) {
            int at = trace.fields().indexOf(frames);
            Map<String, Integer> truncated = WantedEvents.slots("truncated");
            beforeFrames = Layouts.of(types, trace.fields().subList(0, at), window.compressed(), truncated);
            frame = Layouts.of(types, frameType.fields(), window.compressed(), FRAME);
            methodAt = frame.place(0);
            lineAt = frame.place(1);
            indexAt = frame.place(2);
            boolean asAlways = methodAt >= 0 && lineAt >= 0 && indexAt >= 0 && frame.place(3) < 0;
            frameNumbers = asAlways ? frame.numbers() : 0;
            afterFrames = Layouts.of(
                    types, trace.fields().subList(at + 1, trace.fields().size()), window.compressed(), truncated);
        }
    }

    /** References to constants that the file does not have. */
    public long missing() {
        return missing;
    }

    /** A stack; {@link #NO_STACK} where the event has none. */
    public Stack stack(long key) throws IOException, DamagedChunkException {
        if (key == 0) {
            return NO_STACK;
        }
        Stack known = stacks.get(key);
        if (known == null) {
            known = decodeStack(key);
            stacks.put(key, known);
        }
        return known;
    }

    private Stack decodeStack(long key) throws IOException, DamagedChunkException {
        long at = index.offset(ConstantIndex.STACK_TRACE, key);
        if (at < 0 || frame == null || beforeFrames == null || afterFrames == null) {
            missing++;
            return NO_STACK;
        }
        window.seek(at);
        slots[0] = 0;
        beforeFrames.read(window, slots);
        int count = window.count(1);
        if (count > DEEPEST) {
            throw new DamagedChunkException(at, "a stack of " + count + " frames");
        }
        long truncated = slots[0];
        if (raw.length < 3 * count) {
            raw = new long[3 * count];
        }
        int kept = frames(frame, count);
        slots[0] = truncated;
        afterFrames.read(window, slots);
        boolean cut = slots[0] != 0;
        Stack known = rawStacks.find(raw, kept, cut);
        if (known != null) {
            return known;
        }
        Stack fresh = new Stack(made(kept), cut);
        rawStacks.put(raw, kept, cut, fresh);
        return fresh;
    }

    private List<Frame> made(int kept) throws IOException, DamagedChunkException {
        List<Frame> frames = new ArrayList<>(kept / 3);
        for (int i = 0; i < kept; i += 3) {
            frames.add(method(raw[i]).frame((int) raw[i + 2], Math.max(0, (int) raw[i + 1])));
        }
        return frames;
    }

    /** Reads frames as method, line and bytecode index each, the Java ones; returns how many numbers that are. */
    private int frames(Layout layout, int count) throws IOException, DamagedChunkException {
        int kept = framesAtHand(count);
        if (kept > 0) {
            return kept;
        }
        for (int i = 0; i < count; i++) {
            slots[1] = -1;
            slots[2] = -1;
            slots[3] = 1;
            layout.readAtHand(window, slots);
            if (slots[3] != 0) {
                raw[kept++] = slots[0];
                raw[kept++] = slots[1];
                raw[kept++] = slots[2];
            }
        }
        return kept;
    }

    /**
     * Reads all frames at once where they are laid out as every JDK writes them and lie within the window; else returns
     * 0.
     */
    private int framesAtHand(int count) {
        int numbers = frameNumbers * count;
        if (numbers == 0 || !window.compressed() || window.position() + 9 * numbers > window.limit()) {
            return 0;
        }
        if (decoded.length < numbers) {
            decoded = new long[numbers];
        }
        window.moveTo(VarInts.read(window.bytes(), window.position(), decoded, 0, numbers));
        int kept = 0;
        for (int i = 0; i < numbers; i += frameNumbers) {
            raw[kept++] = decoded[i + methodAt];
            raw[kept++] = (int) decoded[i + lineAt];
            raw[kept++] = (int) decoded[i + indexAt];
        }
        return kept;
    }

    private RecordedMethod method(long key) throws IOException, DamagedChunkException {
        int known = (int) methodNumbers.get(key);
        if (known >= 0) {
            return methods.get(known);
        }
        RecordedMethod fresh = decodeMethod(key);
        methodNumbers.putIfAbsent(key, methods.size());
        methods.add(fresh);
        return fresh;
    }

    private RecordedMethod decodeMethod(long key) throws IOException, DamagedChunkException {
        long at = index.offset("jdk.types.Method", key);
        if (at < 0 || method == null) {
            missing++;
            return new RecordedMethod(Frame.UNKNOWN, Frame.UNKNOWN, "", 0, new ArrayList<>());
        }
        window.seek(at);
        slots[3] = 0;
        method.read(window, slots);
        long typeKey = slots[0];
        long nameKey = slots[1];
        long descriptorKey = slots[2];
        int modifiers = (int) slots[3];
        return new RecordedMethod(
                HiddenNames.stable(rawClassName(typeKey)),
                symbol(nameKey),
                symbol(descriptorKey),
                modifiers,
                new ArrayList<>());
    }

    /** Remembers that a stack can't be read. */
    public Stack lost(long key) {
        missing++;
        stacks.put(key, NO_STACK);
        return NO_STACK;
    }

    /** A class's binary name. */
    public String rawClassName(long key) throws IOException, DamagedChunkException {
        String known = classes.get(key);
        if (known == null) {
            known = decodeClass(key);
            classes.put(key, known);
        }
        return known;
    }

    private String decodeClass(long key) throws IOException, DamagedChunkException {
        long at = index.offset("java.lang.Class", key);
        if (at < 0 || type == null) {
            missing++;
            return Frame.UNKNOWN;
        }
        window.seek(at);
        type.read(window, slots);
        return symbol(slots[0]).replace('/', '.');
    }

    private String symbol(long key) throws IOException, DamagedChunkException {
        String known = symbols.get(key);
        if (known == null) {
            known = decodeSymbol(key);
            symbols.put(key, known);
        }
        return known;
    }

    private String decodeSymbol(long key) throws IOException, DamagedChunkException {
        long at = index.offset("jdk.types.Symbol", key);
        if (at < 0 || symbol == null) {
            missing++;
            return Frame.UNKNOWN;
        }
        window.seek(at);
        symbol.read(window, slots);
        window.seek(slots[0]);
        String text = ChunkStrings.read(window, pool);
        return text == null ? "" : text;
    }

    /** A text of an event, or of a thread. */
    public @Nullable String text(long offset) throws IOException, DamagedChunkException {
        window.seek(offset);
        return ChunkStrings.read(window, pool);
    }

    private @Nullable String pooled(long key) throws IOException, DamagedChunkException {
        long at = index.offset("java.lang.String", key);
        if (at < 0) {
            missing++;
            return null;
        }
        window.seek(at);
        return ChunkStrings.read(window, null);
    }
}
