package io.vtmonitor.jfr.batch;

import io.vtmonitor.jfr.ChunkClock;
import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import io.vtmonitor.jfr.ChunkType;
import io.vtmonitor.jfr.ChunkTypes;
import io.vtmonitor.jfr.ChunkWindow;
import io.vtmonitor.jfr.DamagedChunkException;
import io.vtmonitor.jfr.EventKind;
import io.vtmonitor.jfr.WantedEvents;
import io.vtmonitor.model.PinColumns;
import io.vtmonitor.pins.PinRules;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Makes a batch of the wanted events of a chunk as they go by. Not thread-safe; reused from chunk to chunk. */
final class EventGatherer {
    private static final int AT_ONCE = PinColumns.PIECE;

    private static final int START = 0;
    private static final int DURATION = 1;
    private static final int THREAD = 2;
    private static final int STACK = 3;
    private static final int OPERATION = 4;
    private static final int REASON = 5;
    private static final int MONITOR_CLASS = 6;
    private static final int OWNER = 7;
    private static final int AMOUNT = 8;
    private static final Map<String, Integer> FIELDS = WantedEvents.slots(
            "startTime",
            "duration",
            "eventThread",
            "stackTrace",
            "blockingOperation",
            "pinnedReason",
            "monitorClass",
            "previousOwner",
            "amount");
    private static final List<String> WANTED = EventKind.names();

    private final ChunkWindow window;
    private final BatchDictionary tables = new BatchDictionary();
    private EventKind[] kindOf = {};
    private long[][] slots = {};
    private WantedEvents wanted = WantedEvents.NONE;
    private boolean reasonsAreTold;
    private ChunkClock ticks = new ChunkClock(0, 0, 1);
    private Chunk chunk = Chunk.NONE;
    private EventBatch batch = new EventBatch();
    private long lostBytes;

    /** Events whose numbers are as the chunk has them: few enough for a processor's cache. */
    private int pending;

    private final long[] starts = new long[AT_ONCE];
    private final long[] durations = new long[AT_ONCE];
    private final long[] threads = new long[AT_ONCE];
    private final long[] stacks = new long[AT_ONCE];
    private final long[] operations = new long[AT_ONCE];
    private final long[] reasons = new long[AT_ONCE];
    private final long[] monitorClasses = new long[AT_ONCE];
    private final long[] owners = new long[AT_ONCE];
    private final long[] offsets = new long[AT_ONCE];
    private final int[] types = new int[AT_ONCE];
    private final int[] whats = new int[AT_ONCE];
    private final int[] threadNumbers = new int[AT_ONCE];
    private final int[] ownerNumbers = new int[AT_ONCE];

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

    /** Goes on with another batch, an empty one. */
    void batch(EventBatch empty) {
        batch = empty;
    }

    /** Whether the batch takes no more. */
    boolean full() {
        return batch.events.size() + pending >= EventBatch.MOST;
    }

    /** Event data the JVM says it could not keep. */
    long lostBytes() {
        return lostBytes;
    }

    /** Nothing was lost yet. */
    void forget() {
        lostBytes = 0;
    }

    /** Goes to a chunk; says which of its events are wanted. */
    WantedEvents begin(ChunkTypes types, Chunk itsChunk) {
        chunk = itsChunk;
        ticks = new ChunkClock(chunk.startNanos(), chunk.startTicks(), chunk.ticksPerSecond());
        wanted = WantedEvents.in(types, chunk.compressed(), WANTED, FIELDS);
        ChunkType pinned = types.byName(EventKind.PINNED.eventName());
        reasonsAreTold = pinned != null && pinned.field("pinnedReason") != null;
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
        lostBytes = 0;
        return wanted;
    }

    /** Forgets what was gathered. */
    void startBatch() {
        pending = 0;
        batch.clear();
        tables.clear();
    }

    /**
     * Takes an event.
     *
     * @param type counts from 0, as {@link #kinds} does
     * @param start its offset
     * @param end the next one's
     * @param first whether it is gone over for the first time: what was lost counts once
     */
    void gather(int type, long start, long end, boolean first) throws IOException, DamagedChunkException {
        long typeEnd = window.offset();
        window.contiguous(start, end - start);
        window.seek(typeEnd);
        long[] values = slots[type];
        wanted.layouts().get(type).readAtHand(window, values);
        window.check(end);
        if (kindOf[type] == EventKind.DATA_LOSS) {
            lostBytes += first ? Math.max(0, values[AMOUNT]) : 0;
            return;
        }
        int at = pending++;
        starts[at] = values[START];
        durations[at] = values[DURATION];
        threads[at] = values[THREAD];
        stacks[at] = values[STACK];
        operations[at] = values[OPERATION] < 0 ? -1 : tables.texts().number(window, values[OPERATION]);
        reasons[at] = values[REASON] < 0 ? -1 : tables.texts().number(window, values[REASON]);
        monitorClasses[at] = values[MONITOR_CLASS];
        owners[at] = values[OWNER];
        types[at] = type;
        offsets[at] = start;
        if (pending == AT_ONCE) {
            flush();
        }
    }

    /**
     * Adds what is pending to the batch, a loop for each column: small ones are compiled long before one that does all.
     *
     * @throws DamagedChunkException names the first event that can't be; the others were added
     */
    void flush() throws DamagedChunkException {
        if (pending == 0) {
            return;
        }
        toNanos();
        long wrong = drop();
        occasions();
        threads();
        batch.events.add(pending, starts, durations, whats, threadNumbers, ownerNumbers);
        pending = 0;
        if (wrong >= 0) {
            throw new DamagedChunkException(wrong, "an event of a time that its chunk does not cover");
        }
    }

    private void toNanos() {
        for (int i = 0; i < pending; i++) {
            long start = starts[i];
            durations[i] = ticks.span(start, durations[i]);
            starts[i] = ticks.nanos(start);
        }
    }

    /** Drops what is no pin, or can't be; returns the offset of the first that can't, -1 where all can. */
    private long drop() {
        return allStay() ? -1 : dropped();
    }

    private boolean allStay() {
        for (int i = 0; i < pending; i++) {
            if (!chunk.covers(starts[i], durations[i]) || isTooShort(i)) {
                return false;
            }
        }
        return true;
    }

    private boolean isTooShort(int event) {
        return reasonsAreTold
                && durations[event] < PinRules.SHORTEST_MONITOR_WAIT
                && kindOf[types[event]].tellsOfMonitor();
    }

    private long dropped() {
        long wrong = -1;
        int kept = 0;
        for (int i = 0; i < pending; i++) {
            boolean covered = chunk.covers(starts[i], durations[i]);
            boolean tooShort = isTooShort(i);
            if (covered && !tooShort) {
                move(i, kept++);
            } else if (!tooShort && wrong < 0) {
                wrong = offsets[i];
            }
        }
        pending = kept;
        return wrong;
    }

    private void move(int from, int to) {
        if (from != to) {
            starts[to] = starts[from];
            durations[to] = durations[from];
            threads[to] = threads[from];
            stacks[to] = stacks[from];
            operations[to] = operations[from];
            reasons[to] = reasons[from];
            monitorClasses[to] = monitorClasses[from];
            owners[to] = owners[from];
            types[to] = types[from];
        }
    }

    private void occasions() {
        for (int i = 0; i < pending; i++) {
            whats[i] = tables.occasion(types[i], stacks[i], operations[i], reasons[i], monitorClasses[i]);
        }
    }

    private void threads() {
        for (int i = 0; i < pending; i++) {
            threadNumbers[i] = tables.thread(threads[i]);
        }
        for (int i = 0; i < pending; i++) {
            ownerNumbers[i] = owners[i] == 0 ? PinColumns.NO_THREAD : tables.thread(owners[i]);
        }
    }
}
