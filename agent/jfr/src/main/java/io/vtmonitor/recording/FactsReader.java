package io.vtmonitor.recording;

import io.vtmonitor.jfr.ChunkClock;
import io.vtmonitor.jfr.ChunkConstants;
import io.vtmonitor.jfr.ChunkField;
import io.vtmonitor.jfr.ChunkHeaders;
import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import io.vtmonitor.jfr.ChunkMetadata;
import io.vtmonitor.jfr.ChunkType;
import io.vtmonitor.jfr.ChunkTypes;
import io.vtmonitor.jfr.ChunkWalk;
import io.vtmonitor.jfr.ChunkWindow;
import io.vtmonitor.jfr.ConstantIndex;
import io.vtmonitor.jfr.DamagedChunkException;
import io.vtmonitor.jfr.Layouts.UnknownTypeException;
import io.vtmonitor.jfr.WantedEvents;
import io.vtmonitor.pins.AgentInfoEvent;
import io.vtmonitor.pins.EventFields;
import io.vtmonitor.pins.StateEvent;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads from a chunk what it says of its JVM. JFR writes that into each chunk again, mostly at its begin. */
final class FactsReader implements ChunkWalk.Visitor {
    private static final String SETTING = "jdk.ActiveSetting";
    private static final List<String> EVENTS = List.of(
            StateEvent.NAME,
            AgentInfoEvent.NAME,
            "jdk.ActiveRecording",
            "jdk.JVMInformation",
            "jdk.CPUInformation",
            "jdk.InitialSystemProperty",
            "jdk.ThreadDump",
            SETTING);

    /** What is read of a larger one lies at its begin. */
    private static final int SMALL_CHUNK = 4 << 20;

    /** A chunk has about a thousand. */
    private static final int MOST_EVENTS = 100_000;

    private final ChunkWindow window = new ChunkWindow(SMALL_CHUNK);
    private final ConstantIndex index = new ConstantIndex(false);
    private final ChunkConstants constants = new ChunkConstants(window, index);
    private final ChunkMetadata metadata = new ChunkMetadata(window, ChunkMetadata.Known.NOTHING);
    private final Map<String, Integer> slots = new HashMap<>();
    private WantedEvents wanted = WantedEvents.NONE;
    private boolean constantsToo;
    private long[] found = new long[512];
    private int count;

    /**
     * Reads.
     *
     * @param length how many of the chunk's bytes are there
     * @param facts take what is found
     * @return null, or why nothing can be read of the chunk
     */
    @Nullable
    String read(FileChannel file, Chunk chunk, long length, RecordingFacts facts) throws IOException {
        count = 0;
        try {
            window.open(file, chunk.offset(), length, chunk.compressed());
            ChunkTypes types = metadata.of(chunk);
            describe(types, facts);
            index.begin(types, chunk.compressed());
            constants.begin(types);
            wanted = WantedEvents.in(types, chunk.compressed(), EVENTS, fields(types));
            walk(false);
            List<Decoded> events = decoded(types, facts);
            if (constants.missing() > 0) {
                // Texts that are constants: as a rule there is none, and then no checkpoint is looked at.
                walk(true);
                events = decoded(types, facts);
            }
            ChunkClock clock = new ChunkClock(chunk.startNanos(), chunk.startTicks(), chunk.ticksPerSecond());
            for (Decoded event : events) {
                facts.accept(event, clock.nanos(event.number("startTime")));
            }
            return null;
        } catch (DamagedChunkException e) {
            return "at byte " + (chunk.offset() + e.offset()) + ": " + e.getMessage();
        } catch (UnknownTypeException e) {
            return "in the chunk at byte " + chunk.offset() + ": " + e.getMessage();
        }
    }

    /** The metadata of the chunk that was read last. */
    ChunkMetadata.Known metadata() {
        return metadata.known();
    }

    /** Leaves its memory to others; it is not used again. */
    void close() {
        window.close();
    }

    private void walk(boolean forConstants) throws IOException {
        window.scattered(false);
        constantsToo = forConstants;
        count = 0;
        try {
            ChunkWalk.walk(window, wanted.kinds(), ChunkHeaders.HEADER, this);
        } catch (DamagedChunkException ignored) {
            // The events before the damage are used; the reader of events reports where it is.
        }
    }

    private static void describe(ChunkTypes types, RecordingFacts facts) {
        for (ChunkType type : types.all()) {
            facts.eventType(type.id(), type.name(), type.field("pinnedReason") != null);
        }
    }

    /** A slot for every field of these events. */
    private Map<String, Integer> fields(ChunkTypes types) {
        slots.clear();
        for (String event : EVENTS) {
            ChunkType type = types.byName(event);
            if (type != null) {
                for (ChunkField field : type.fields()) {
                    slots.putIfAbsent(field.name(), slots.size());
                }
            }
        }
        return slots;
    }

    @Override
    public boolean event(byte kind, long start, long end, ChunkWindow at) throws IOException {
        if (kind == WantedEvents.CHECKPOINT) {
            if (!constantsToo) {
                return true;
            }
            try {
                index.checkpoint(at, end);
            } catch (DamagedChunkException ignored) {
                // Only texts of this checkpoint can be missing.
            }
        } else if (count < 2 * MOST_EVENTS) {
            if (count == found.length) {
                found = Arrays.copyOf(found, 2 * count);
            }
            found[count++] = at.offset();
            found[count++] = kind - 1L;
        }
        return true;
    }

    private List<Decoded> decoded(ChunkTypes types, RecordingFacts facts) throws IOException {
        window.scattered(true);
        List<Decoded> events = new ArrayList<>(count / 2);
        for (int i = 0; i < count; i += 2) {
            int kind = (int) found[i + 1];
            String name = wanted.names().get(kind);
            ChunkType type = types.byName(name);
            try {
                long[] values = new long[slots.size()];
                Arrays.fill(values, -1);
                window.seek(found[i]);
                wanted.layouts().get(kind).read(window, values);
                Integer ofType = name.equals(SETTING) ? slots.get("id") : null;
                if (type != null && (ofType == null || facts.asksForSetting(values[ofType]))) {
                    events.add(decoded(name, type, types, values));
                }
            } catch (DamagedChunkException ignored) {
                // A damaged event is left out; each fact stands for itself.
            }
        }
        return events;
    }

    private Decoded decoded(String event, ChunkType type, ChunkTypes types, long[] values)
            throws IOException, DamagedChunkException {
        Map<String, Long> numbers = new HashMap<>();
        Map<String, String> texts = new HashMap<>();
        for (ChunkField field : type.fields()) {
            Integer slot = slots.get(field.name());
            ChunkType of = types.byId(field.typeId());
            if (slot == null || of == null) {
                continue;
            }
            if (of.name().equals("java.lang.String") && !field.pooled()) {
                String text = constants.text(values[slot]);
                if (text != null) {
                    texts.put(field.name(), text);
                }
            } else {
                numbers.put(field.name(), values[slot]);
            }
        }
        return new Decoded(event, new ArrayList<>(type.fields()), numbers, texts);
    }

    /** An event that was decoded whole. */
    private record Decoded(String event, List<ChunkField> fields, Map<String, Long> numbers, Map<String, String> texts)
            implements EventFields {
        @Override
        public boolean has(String field) {
            for (ChunkField known : fields) {
                if (known.name().equals(field)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public @Nullable String text(String field) {
            return texts.get(field);
        }

        @Override
        public long number(String field) {
            return numbers.getOrDefault(field, 0L);
        }
    }
}
