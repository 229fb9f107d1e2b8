package io.vtmonitor.jfr;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The types that a chunk's metadata describes: events, constants and the structures in them. They hold for their chunk
 * alone, ids included.
 */
public final class ChunkTypes {
    private final Map<Long, ChunkType> byId = new HashMap<>();
    private final Map<String, ChunkType> byName = new HashMap<>();

    void add(ChunkType type) {
        byId.put(type.id(), type);
        byName.put(type.name(), type);
    }

    public @Nullable ChunkType byId(long id) {
        return byId.get(id);
    }

    public @Nullable ChunkType byName(String name) {
        return byName.get(name);
    }

    public Iterable<ChunkType> all() {
        return byId.values();
    }

    boolean isEmpty() {
        return byId.isEmpty();
    }
}
