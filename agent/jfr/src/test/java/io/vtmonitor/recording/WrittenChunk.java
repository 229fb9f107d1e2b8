package io.vtmonitor.recording;

import io.vtmonitor.jfr.ChunkHeaders;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A chunk made by hand, for what no available JVM writes: wide numbers, every encoding of strings, missing constants.
 * Its types have the JDK's names and as many fields as are looked at.
 */
public final class WrittenChunk {
    public static final long START_NANOS = 1_700_000_000_000_000_000L;
    static final long TICKS_PER_SECOND = 1_000_000_000L;

    private static final int LONG = 10;
    private static final int INT = 11;
    private static final int BOOLEAN = 12;
    private static final int STRING = 13;
    private static final int THREAD = 20;
    private static final int STACK_TRACE = 21;
    private static final int STACK_FRAME = 22;
    private static final int METHOD = 23;
    private static final int CLASS = 24;
    private static final int SYMBOL = 25;
    public static final int PINNED = 100;

    private final boolean compressed;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final WrittenTypes types = new WrittenTypes();
    private long metadataAt;
    private long startTicks = 1_000;
    private long startNanos = START_NANOS;
    private boolean metadataWritten;

    public WrittenChunk(boolean compressed) {
        this.compressed = compressed;
        type(LONG, "long");
        type(INT, "int");
        type(BOOLEAN, "boolean");
        type(STRING, "java.lang.String");
        type(SYMBOL, "jdk.types.Symbol", field("string", STRING));
        type(CLASS, "java.lang.Class", pooled("name", SYMBOL));
        type(
                METHOD,
                "jdk.types.Method",
                pooled("type", CLASS),
                pooled("name", SYMBOL),
                pooled("descriptor", SYMBOL),
                field("modifiers", INT));
        type(
                STACK_FRAME,
                "jdk.types.StackFrame",
                pooled("method", METHOD),
                field("lineNumber", INT),
                field("bytecodeIndex", INT));
        type(STACK_TRACE, "jdk.types.StackTrace", field("truncated", BOOLEAN), new String[] {
            "frames", "" + STACK_FRAME, "", "1"
        });
        type(
                THREAD,
                "java.lang.Thread",
                field("javaName", STRING),
                field("javaThreadId", LONG),
                field("virtual", BOOLEAN));
        type(
                PINNED,
                "jdk.VirtualThreadPinned",
                field("startTime", LONG),
                field("duration", LONG),
                pooled("eventThread", THREAD),
                pooled("stackTrace", STACK_TRACE),
                field("blockingOperation", STRING),
                field("pinnedReason", STRING));
    }

    /** A string as it is written. */
    public interface Text {
        void write(WrittenBytes to);
    }

    public static final Text NULL = to -> to.raw(0);
    public static final Text EMPTY = to -> to.raw(1);

    public static Text pooled(long key) {
        return to -> to.raw(2).number(key);
    }

    public static Text utf8(String text) {
        return to -> to.raw(3).bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    public static Text characters(String text) {
        return to -> {
            to.raw(4).integer(text.length());
            text.chars().forEach(to::character);
        };
    }

    public static Text latin1(String text) {
        return to -> to.raw(5).bytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public WrittenBytes bytes() {
        return new WrittenBytes(compressed);
    }

    public final WrittenChunk type(int id, String name, String[]... itsFields) {
        types.add(id, name, List.of(itsFields));
        return this;
    }

    public static String[] field(String name, int type) {
        return new String[] {name, "" + type, "", ""};
    }

    static String[] pooled(String name, int type) {
        return new String[] {name, "" + type, "true", ""};
    }

    public WrittenChunk startingAt(long ticks) {
        startTicks = ticks;
        return this;
    }

    /** As long after the others as that, by either clock: the same JVM wrote it. */
    WrittenChunk startingAfter(long nanos) {
        startTicks = 1_000 + nanos;
        startNanos = START_NANOS + nanos;
        return this;
    }

    public WrittenChunk pin(long start, long duration, long thread, long stack, Text operation, Text reason) {
        return event(
                PINNED,
                bytes().number(start)
                        .number(duration)
                        .number(thread)
                        .number(stack)
                        .text(operation)
                        .text(reason));
    }

    public WrittenChunk event(int type, WrittenBytes content) {
        byte[] rest = bytes().number(type).append(content).written();
        int size = compressed ? rest.length + 4 : rest.length + Integer.BYTES;
        if (compressed) {
            // four bytes, padded, as the JVM does
            for (int i = 0; i < 3; i++) {
                body.write(size >>> 7 * i & 0x7f | 0x80);
            }
            body.write(size >>> 21);
        } else {
            body.writeBytes(bytes().integer(size).written());
        }
        body.writeBytes(rest);
        return this;
    }

    /** A checkpoint of one pool: keys with what they stand for. */
    public WrittenChunk constants(int type, Map<Long, WrittenBytes> constants) {
        return pools(Map.of(type, constants));
    }

    /** A checkpoint of several pools, by type, in their order. */
    private WrittenChunk pools(Map<Integer, Map<Long, WrittenBytes>> pools) {
        WrittenBytes content = bytes().number(1).number(0).number(0).raw(0).integer(pools.size());
        pools.forEach((type, constants) -> {
            content.number(type).integer(constants.size());
            constants.forEach((key, value) -> content.number(key).append(value));
        });
        return event(1, content);
    }

    public WrittenChunk strings(Map<Long, String> strings) {
        return constants(STRING, texts(strings));
    }

    /** In one checkpoint, as async-profiler writes it: strings first. */
    public WrittenChunk stringsAndSymbols(Map<Long, String> strings, Map<Long, String> symbols) {
        Map<Integer, Map<Long, WrittenBytes>> pools = new LinkedHashMap<>();
        pools.put(STRING, texts(strings));
        pools.put(SYMBOL, texts(symbols));
        return pools(pools);
    }

    private Map<Long, WrittenBytes> texts(Map<Long, String> texts) {
        Map<Long, WrittenBytes> pool = new LinkedHashMap<>();
        texts.forEach((key, text) -> pool.put(key, bytes().text(utf8(text))));
        return pool;
    }

    WrittenChunk symbol(long key, String text) {
        return constants(SYMBOL, Map.of(key, bytes().text(utf8(text))));
    }

    public WrittenChunk thread(long key, Text name, boolean virtual) {
        return constants(
                THREAD, Map.of(key, bytes().text(name).number(key + 1_000).raw(virtual ? 1 : 0)));
    }

    /** A stack of one frame, {@code some.Holder.hold:7}, and all it refers to. */
    public WrittenChunk stack(long key) {
        return stack(key, 3);
    }

    public WrittenChunk stack(long key, long methodKey) {
        return stackWithoutNames(key, methodKey)
                .symbol(5, "hold")
                .symbol(6, "()V")
                .symbol(7, "some/Holder");
    }

    /** The same, with the symbols 5, 6 and 7 yet to be written. */
    public WrittenChunk stackWithoutNames(long key) {
        return stackWithoutNames(key, 3);
    }

    private WrittenChunk stackWithoutNames(long key, long methodKey) {
        constants(
                STACK_TRACE,
                Map.of(
                        key,
                        bytes().raw(0).integer(1).number(methodKey).integer(7).integer(42)));
        constants(
                METHOD, Map.of(methodKey, bytes().number(4).number(5).number(6).integer(0x20)));
        return constants(CLASS, Map.of(4L, bytes().number(7)));
    }

    /** Passed over by every reader. */
    public WrittenChunk filler(int size) {
        return event(9, bytes().append(new byte[size]));
    }

    public WrittenChunk metadata() {
        metadataAt = ChunkHeaders.HEADER + body.size();
        metadataWritten = true;
        return event(0, types.metadata(compressed));
    }

    public byte[] finished() {
        return written(true, true);
    }

    /** As a JVM leaves it that was killed before the first flush. */
    public byte[] neverFlushed() {
        return written(false, false);
    }

    private byte[] written(boolean finished, boolean placesKnown) {
        if (!metadataWritten) {
            metadata();
        }
        int size = ChunkHeaders.HEADER + body.size();
        ByteBuffer chunk = ByteBuffer.allocate(size);
        chunk.putInt(0x464C5200).putShort((short) 2).putShort((short) 1);
        chunk.putLong(finished ? size : 0);
        chunk.putLong(0);
        chunk.putLong(placesKnown ? metadataAt : 0);
        chunk.putLong(startNanos).putLong(finished ? 2 * TICKS_PER_SECOND : 0);
        chunk.putLong(startTicks).putLong(TICKS_PER_SECOND);
        chunk.put((byte) (finished ? 0 : 1)).put((byte) 0).putShort((short) (compressed ? 1 : 0));
        chunk.put(body.toByteArray());
        return chunk.array();
    }
}
