package io.vtmonitor.source;

import io.vtmonitor.source.ChunkHeaders.Chunk;
import io.vtmonitor.source.Layouts.UnknownTypeException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the events that a report is made of from a chunk, and the constants they refer to, and nothing else. Each chunk
 * stands by itself: what another one said, of this JVM or another, is never used.
 *
 * <p>One walk gathers events and where constants lie. A batch that is full ends the gathering; the walk goes on for the
 * constants, which may stand behind the events, and a second one gathers the rest batch by batch. So memory does not grow
 * with the chunk.
 *
 * <p>Not thread-safe; reused from chunk to chunk.
 */
final class ChunkReader implements ChunkWalk.Visitor {
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
    private static final int MOST_PROBLEMS = 3;

    private final ChunkWindow window = new ChunkWindow();
    private final ConstantIndex index = new ConstantIndex(true);
    private final EventTables tables = new EventTables();
    private final BatchNames names = new BatchNames(window, index, tables);
    private final ChunkMetadata metadata;

    private EventKind[] kindOf = {};
    private long[][] slots = {};
    private WantedEvents wanted = WantedEvents.NONE;
    private boolean reasonsAreTold;
    private Ticks ticks = new Ticks(0, 0, 1);
    private EventBatch batch = new EventBatch();
    private long resumeAt = -1;
    private boolean constantsToo;
    private long lostBytes;
    private long damaged;
    private List<String> problems = new ArrayList<>();
    private long chunkOffset;
    private Chunk chunk = Chunk.NONE;

    /**
     * @param largest bytes of the largest chunk that is to be read
     * @param known metadata that its chunks are likely to have
     */
    ChunkReader(long largest, ChunkMetadata.Known known) {
        window.expect(largest);
        metadata = new ChunkMetadata(window, known);
    }

    /** Takes a batch and gives an empty one for it. */
    interface Sink {
        EventBatch take(EventBatch filled) throws InterruptedException;
    }

    /**
     * What else there was.
     *
     * @param lostBytes event data the JVM says it could not keep
     * @param missing constants that events refer to and the chunk lacks
     * @param problems what could not be read, and at which byte of the file
     */
    record Rest(long lostBytes, long missing, List<String> problems) {}

    /**
     * Reads one.
     *
     * @param file in which it lies
     * @param chunk which
     * @param length how many of its bytes are there
     */
    Rest read(FileChannel file, Chunk chunk, long length, Sink sink) throws IOException, InterruptedException {
        problems = new ArrayList<>();
        lostBytes = 0;
        damaged = 0;
        chunkOffset = chunk.offset();
        window.exact(false);
        try {
            window.open(file, chunk.offset(), length, chunk.compressed());
            begin(metadata.of(chunk), chunk);
            if (!walkAll() && !window.exact()) {
                // Numbers of nine bytes, perhaps: passed over one by one, they are.
                window.exact(true);
                problems.clear();
                begin(metadata.of(chunk), chunk);
                walkAll();
            }
            emit(sink);
            while (resumeAt >= 0) {
                walkOn();
                emit(sink);
            }
        } catch (DamagedChunkException damage) {
            problem(damage);
        } catch (UnknownTypeException unknown) {
            problems.add("in the chunk at byte " + chunkOffset + ": " + unknown.getMessage());
        }
        if (damaged > MOST_PROBLEMS) {
            problems.add("and at " + (damaged - MOST_PROBLEMS) + " more places of the chunk at byte " + chunkOffset);
        }
        if (index.overflown()) {
            problems.add("the chunk at byte " + chunkOffset + " holds more constants than are looked at");
        }
        return new Rest(lostBytes, names.missing(), problems);
    }

    /** Leaves its memory to others; it is not used again. */
    void close() {
        window.close();
    }

    private void begin(ChunkTypes types, Chunk itsChunk) throws UnknownTypeException {
        chunk = itsChunk;
        index.begin(types, chunk.compressed());
        names.begin(types);
        ticks = new Ticks(chunk.startNanos(), chunk.startTicks(), chunk.ticksPerSecond());
        wanted = WantedEvents.in(types, chunk.compressed(), WANTED, FIELDS);
        wanted.problems().forEach(problem -> problems.add("in the chunk at byte " + chunkOffset + ": " + problem));
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
    }

    private void startBatch() {
        batch.clear();
        tables.clear();
        resumeAt = -1;
    }

    /** Says whether every checkpoint could be read to its end. */
    private boolean walkAll() throws IOException {
        constantsToo = true;
        long before = damaged;
        try {
            ChunkWalk.walk(window, wanted.kinds(), ChunkHeaders.HEADER, this);
        } catch (DamagedChunkException damage) {
            problem(damage);
        }
        boolean fine = damaged == before;
        if (!fine && !window.exact()) {
            damaged = before;
        }
        return fine;
    }

    private void walkOn() throws IOException {
        long from = resumeAt;
        startBatch();
        constantsToo = false;
        window.scattered(false);
        try {
            ChunkWalk.walk(window, wanted.kinds(), from, this);
        } catch (DamagedChunkException told) {
            // The first walk met the same.
        }
    }

    @Override
    public boolean event(byte kind, long start, long end, ChunkWindow at) throws IOException {
        try {
            if (kind == WantedEvents.CHECKPOINT) {
                if (constantsToo) {
                    index.checkpoint(at, end);
                }
            } else if (resumeAt < 0) {
                if (batch.full()) {
                    resumeAt = start;
                    return constantsToo;
                }
                gather(kind - 1, start, end);
            }
        } catch (DamagedChunkException damage) {
            if (constantsToo) {
                problem(damage);
            }
        }
        return true;
    }

    private void gather(int type, long start, long end) throws IOException, DamagedChunkException {
        long typeEnd = window.offset();
        window.contiguous(start, end - start);
        window.seek(typeEnd);
        long[] values = slots[type];
        wanted.layouts().get(type).readAtHand(window, values);
        window.check(end);
        EventKind kind = kindOf[type];
        if (kind == EventKind.DATA_LOSS) {
            lostBytes += constantsToo ? Math.max(0, values[AMOUNT]) : 0;
            return;
        }
        long duration = ticks.span(values[START], values[DURATION]);
        if (reasonsAreTold && duration < PinRules.SHORTEST_MONITOR_WAIT && kind.tellsOfMonitor()) {
            return;
        }
        long begin = ticks.nanos(values[START]);
        if (!chunk.covers(begin, duration)) {
            throw new DamagedChunkException(start, "an event of a time that its chunk does not cover");
        }
        long owner = values[OWNER];
        batch.events.add(
                begin,
                duration,
                tables.occasion(
                        type,
                        values[STACK],
                        tables.texts().number(window, values[OPERATION]),
                        tables.texts().number(window, values[REASON]),
                        values[MONITOR_CLASS]),
                tables.thread(values[THREAD]),
                owner == 0 ? -1 : tables.thread(owner));
    }

    private void emit(Sink sink) throws IOException, InterruptedException {
        if (batch.events.size() == 0) {
            return;
        }
        window.scattered(true);
        names.resolve(batch, kindOf);
        batch = sink.take(batch);
    }

    private void problem(DamagedChunkException damage) {
        if (damaged++ < MOST_PROBLEMS) {
            problems.add("at byte " + (chunkOffset + damage.offset()) + ": " + damage.getMessage());
        }
    }
}
