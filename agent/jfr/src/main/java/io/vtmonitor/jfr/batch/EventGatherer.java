package io.vtmonitor.jfr.batch;

import io.vtmonitor.jfr.ChunkClock;
import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import io.vtmonitor.jfr.ChunkType;
import io.vtmonitor.jfr.ChunkTypes;
import io.vtmonitor.jfr.ChunkWindow;
import io.vtmonitor.jfr.DamagedChunkException;
import io.vtmonitor.jfr.EventColumns;
import io.vtmonitor.jfr.EventKind;
import io.vtmonitor.jfr.WantedEvents;
import io.vtmonitor.pins.PinRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a batch of the wanted events of a chunk as they go by. Not thread-safe; reused from chunk to chunk. */
final class EventGatherer {
    private static final int START = 0;
    private static final int DURATION = 1;
    private static final int THREAD = 2;
    private static final int STACK = 3;
    private static final int OPERATION = 4;
    private static final int REASON = 5;
    private static final int MONITOR_CLASS = 6;
    private static final int OWNER = 7;
    private static final int AMOUNT = 8;
    private static final int SETTING_OF = 9;
    private static final int NAME = 10;
    private static final int VALUE = 11;
    private static final int CLOCK = 12;
    private static final int PROCESSOR_CLOCK = 13;

    /** A chunk has a few of each event that is asked for. */
    private static final int MOST_SETTINGS = 10_000;

    private static final Map<String, Integer> FIELDS = WantedEvents.slots(
            "startTime",
            "duration",
            "eventThread",
            "stackTrace",
            "blockingOperation",
            "pinnedReason",
            "monitorClass",
            "previousOwner",
            "amount",
            "id",
            "name",
            "value",
            "osFrequency",
            "fastTimeFrequency");
    private static final List<String> WANTED = EventKind.names();

    private final ChunkWindow window;
    private final BatchDictionary tables = new BatchDictionary();
    private EventKind[] kindOf = {};
    private long[][] slots = {};
    private WantedEvents wanted = WantedEvents.NONE;
    private boolean hasReasons;
    private ChunkClock ticks = new ChunkClock(0, 0, 1);
    private Chunk chunk = Chunk.NONE;
    private EventBatch batch = new EventBatch();
    private long lostBytes;
    private @Nullable String contradiction;
    private final Map<Long, String> settingsOf = new HashMap<>();
    private final List<PlacedSetting> settings = new ArrayList<>();

    EventGatherer(ChunkWindow window) {
        this.window = window;
    }

    /** What the numbers of the batch stand for in the chunk. */
    BatchDictionary tables() {
        return tables;
    }

    /** Which events are gathered. */
    WantedEvents wanted() {
        return wanted;
    }

    /** The kinds of the wanted events, by number of the type. */
    EventKind[] kinds() {
        return kindOf;
    }

    EventBatch batch() {
        return batch;
    }

    /** Continues with another batch, an empty one. */
    void batch(EventBatch empty) {
        batch = empty;
    }

    /** Whether the batch takes no more. */
    boolean full() {
        return batch.events.size() >= EventBatch.MOST;
    }

    /** Event data the JVM says it could not keep. */
    long lostBytes() {
        return lostBytes;
    }

    /** Whether the chunk has an event whose settings are asked for. */
    boolean knowsPins() {
        return !settingsOf.isEmpty();
    }

    /** Settings of the events that make pins, in the order of the chunk. */
    List<PlacedSetting> settings() {
        return settings;
    }

    /**
     * A setting whose texts are not read yet.
     *
     * @param atNanos since when, nanoseconds since the epoch
     * @param event which it is a setting of
     * @param name offset of its name
     * @param value offset of its value
     */
    record PlacedSetting(long atNanos, String event, long name, long value) {}

    /** What of the chunk's header its events contradict, so that their times are wrong; null if nothing. */
    @Nullable
    String contradiction() {
        return contradiction;
    }

    /** Nothing was lost yet, and no setting seen. */
    void forget() {
        lostBytes = 0;
        contradiction = null;
        settings.clear();
    }

    /** Goes to a chunk; says which of its events are wanted. */
    WantedEvents begin(ChunkTypes types, Chunk itsChunk) {
        chunk = itsChunk;
        ticks = new ChunkClock(chunk.startNanos(), chunk.startTicks(), chunk.ticksPerSecond());
        wanted = WantedEvents.in(types, chunk.compressed(), WANTED, FIELDS);
        ChunkType pinned = types.byName(EventKind.PINNED.eventName());
        hasReasons = pinned != null && pinned.field("pinnedReason") != null;
        int count = wanted.names().size();
        kindOf = new EventKind[count];
        slots = new long[count][];
        for (int i = 0; i < count; i++) {
            kindOf[i] = EventKind.named(wanted.names().get(i));
            slots[i] = new long[FIELDS.size()];
            slots[i][OPERATION] = -1;
            slots[i][REASON] = -1;
        }
        startBatch();
        forget();
        settingsOf.clear();
        for (ChunkType type : types.all()) {
            if (wanted.names().contains(type.name())
                    && EventKind.named(type.name()).makesPins()) {
                settingsOf.put(type.id(), type.name());
            }
        }
        return wanted;
    }

    /** Forgets what was gathered. */
    void startBatch() {
        batch.clear();
        tables.clear();
    }

    /**
     * Takes an event.
     *
     * @param type counts from 0, as {@link #kinds} does
     * @param start its offset
     * @param end the next one's
     */
    void gather(int type, long start, long end) throws IOException, DamagedChunkException {
        long typeEnd = window.offset();
        window.contiguous(start, end - start);
        window.seek(typeEnd);
        long[] values = slots[type];
        wanted.layouts().get(type).readAtHand(window, values);
        window.check(end);
        if (kindOf[type] == EventKind.DATA_LOSS) {
            lostBytes += Math.max(0, values[AMOUNT]);
            return;
        }
        if (kindOf[type] == EventKind.CLOCK) {
            String wrong = chunk.contradictsClock(values[CLOCK], values[PROCESSOR_CLOCK]);
            contradiction = contradiction == null ? wrong : contradiction;
            return;
        }
        if (kindOf[type] == EventKind.SETTING) {
            String of = settingsOf.get(values[SETTING_OF]);
            if (of != null && settings.size() < MOST_SETTINGS) {
                settings.add(new PlacedSetting(ticks.nanos(values[START]), of, values[NAME], values[VALUE]));
            }
            return;
        }
        long ticksAtStart = values[START];
        long begin = ticks.nanos(ticksAtStart);
        long duration = ticks.span(ticksAtStart, values[DURATION]);
        if (hasReasons && duration < PinRules.SHORTEST_MONITOR_WAIT && kindOf[type].tellsOfMonitor()) {
            return;
        }
        if (!chunk.covers(begin, duration)) {
            throw new DamagedChunkException(start, "an event of a time that its chunk does not cover");
        }
        String outside = chunk.outside(ticksAtStart + values[DURATION]);
        if (outside != null) {
            throw new DamagedChunkException(start, outside);
        }
        long operation = values[OPERATION];
        long reason = values[REASON];
        int occasion = tables.occasion(
                type,
                values[STACK],
                operation < 0 ? -1 : tables.texts().number(window, operation),
                reason < 0 ? -1 : tables.texts().number(window, reason),
                values[MONITOR_CLASS]);
        long owner = values[OWNER];
        batch.events.add(
                begin,
                duration,
                occasion,
                tables.thread(values[THREAD]),
                owner == 0 ? EventColumns.NO_THREAD : tables.thread(owner));
    }
}
