package io.vtmonitor.jfr;

import io.vtmonitor.common.VarInt;
import io.vtmonitor.jfr.Layouts.UnknownTypeException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the constants of a chunk lie. They are written in checkpoints between the events, before or after what refers
 * to them; of two with the same key the first counts, as for the JDK's reader. Nothing is decoded here: few are ever
 * asked for.
 */
public final class ConstantIndex {
    static final String STACK_TRACE = "jdk.types.StackTrace";
    public static final String THREAD = "java.lang.Thread";
    private static final List<String> INDEXED =
            List.of(STACK_TRACE, "jdk.types.Method", "java.lang.Class", "jdk.types.Symbol", "java.lang.String");

    /** Of each kind; what lies beyond is not found, and said. */
    private static final int MOST = 1 << 21;

    private final Map<Long, Layout> layouts = new HashMap<>();
    private final Map<Long, LongIndex> indexes = new HashMap<>();
    private final Map<String, LongIndex> pool = new HashMap<>();
    private final boolean stacksToo;
    private ChunkTypes types = new ChunkTypes();
    private boolean compressed;
    private long threadType;
    private final ChunkThreadIndex threads = new ChunkThreadIndex();
    private boolean overflown;

    /** @param withStacks whether stacks and threads are asked for, too */
    public ConstantIndex(boolean withStacks) {
        stacksToo = withStacks;
        INDEXED.forEach(name -> pool.put(name, new LongIndex()));
    }

    /** Forgets the chunk before. */
    public void begin(ChunkTypes chunkTypes, boolean compressedNumbers) {
        if (types != chunkTypes || compressed != compressedNumbers) {
            types = chunkTypes;
            compressed = compressedNumbers;
            layouts.clear();
            indexes.clear();
            for (String name : INDEXED) {
                ChunkType type = types.byName(name);
                if (type != null && (stacksToo || !name.equals(STACK_TRACE))) {
                    indexes.put(type.id(), index(name));
                }
            }
            ChunkType thread = types.byName(THREAD);
            threadType = thread == null ? -1 : thread.id();
        }
        pool.values().forEach(LongIndex::clear);
        threads.clear();
        overflown = false;
    }

    private LongIndex index(String name) {
        LongIndex index = pool.get(name);
        if (index == null) {
            throw new IllegalArgumentException(name);
        }
        return index;
    }

    /** Where a constant lies, -1 if it is missing. */
    long offset(String type, long key) {
        return index(type).get(key);
    }

    /** The threads, in the order of the file. */
    public ChunkThreadIndex threads() {
        return threads;
    }

    /** Whether there were more constants than are kept. */
    public boolean overflown() {
        return overflown;
    }

    /**
     * Takes up a checkpoint.
     *
     * @param window stands behind the event's type
     * @param end of the event
     */
    public void checkpoint(ChunkWindow window, long end) throws IOException, DamagedChunkException {
        if (stacksToo
                && window.compressed()
                && !window.exact()
                && threads.size() < MOST
                && threads.addCheckpoint(window, threadType)) {
            return;
        }
        window.number(); // start
        window.number(); // duration
        window.number(); // distance to the checkpoint before
        int kind = window.raw();
        int pools = window.count(2);
        for (int i = 0; i < pools; i++) {
            long type = window.number();
            int count = window.count(1);
            if (type == threadType && count == 1 && kind == ChunkThreadIndex.CHECKPOINT_OF_THREADS) {
                // Its group may follow, and nothing else.
                thread(window.number(), window.offset());
                return;
            }
            pool(window, type, count);
            window.check(end);
        }
        if (window.offset() != end && !window.exact()) {
            throw new DamagedChunkException(window.offset(), "a checkpoint ends before its end");
        }
    }

    private void pool(ChunkWindow window, long type, int count) throws IOException, DamagedChunkException {
        Layout layout = layout(type, window.offset());
        LongIndex index = indexes.get(type);
        boolean thread = type == threadType;
        int left = count;
        while (left > 0) {
            if (window.compressed() && !window.exact()) {
                left -= atHand(window, layout, index, thread, left);
            }
            if (left > 0) {
                long key = window.number();
                add(index, thread, key, window.offset());
                layout.skip(window);
                left--;
            }
        }
    }

    /** The constants that lie in the window as a whole; says how many it were. */
    private int atHand(ChunkWindow window, Layout layout, @Nullable LongIndex index, boolean thread, int most) {
        byte[] bytes = window.bytes();
        int limit = window.limit();
        int p = window.position();
        long base = window.offset() - p;
        int done = 0;
        while (done < most && p + VarInt.LONGEST <= limit) {
            int at = VarInt.after(bytes, p);
            int after = layout.skip(bytes, at, limit);
            if (after < 0) {
                break;
            }
            add(index, thread, VarInt.value(bytes, p, at), base + at);
            p = after;
            done++;
        }
        window.moveTo(p);
        return done;
    }

    private void add(@Nullable LongIndex index, boolean thread, long key, long offset) {
        if (thread) {
            thread(key, offset);
        } else if (index != null) {
            if (index.size() < MOST) {
                index.putIfAbsent(key, offset);
            } else {
                overflown = true;
            }
        }
    }

    private Layout layout(long type, long at) throws DamagedChunkException {
        Layout known = layouts.get(type);
        if (known != null) {
            return known;
        }
        ChunkType described = types.byId(type);
        if (described == null) {
            throw new DamagedChunkException(at, "constants of type " + type + ", which the metadata do not describe");
        }
        try {
            Layout fresh = Layouts.ofConstant(types, described, compressed);
            layouts.put(type, fresh);
            return fresh;
        } catch (UnknownTypeException e) {
            throw new DamagedChunkException(at, described.name() + ": " + e.getMessage());
        }
    }

    private void thread(long key, long offset) {
        if (stacksToo && threads.size() < MOST) {
            threads.add(key, offset);
        } else {
            overflown |= stacksToo;
        }
    }

    /** The layout of a type's fields, some of them kept; null if the chunk has no such type. */
    public @Nullable Layout keeping(String name, Map<String, Integer> kept) throws UnknownTypeException {
        ChunkType type = types.byName(name);
        return type == null ? null : Layouts.of(types, type.fields(), compressed, kept);
    }
}
