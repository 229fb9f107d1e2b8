package io.vtmonitor.jfr.batch;

import io.vtmonitor.jfr.ChunkHeaders;
import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import io.vtmonitor.jfr.ChunkMetadata;
import io.vtmonitor.jfr.ChunkTypes;
import io.vtmonitor.jfr.ChunkWalk;
import io.vtmonitor.jfr.ChunkWindow;
import io.vtmonitor.jfr.ConstantIndex;
import io.vtmonitor.jfr.DamagedChunkException;
import io.vtmonitor.jfr.Layouts.UnknownTypeException;
import io.vtmonitor.jfr.WantedEvents;
import io.vtmonitor.pins.ChangedSettings;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the events that a report is made of from a chunk, and the constants they refer to, and nothing else. Each chunk
 * stands by itself: what another one said, of this JVM or another, is never used.
 *
 * <p>One walk gathers events and where constants lie. A batch that is full ends the gathering; the walk continues for
 * the constants, which may stand behind the events, and a second one gathers the rest batch by batch. So memory does
 * not grow with the chunk.
 *
 * <p>Not thread-safe; reused from chunk to chunk.
 */
public final class ChunkReader implements ChunkWalk.Visitor {
    private static final int MOST_PROBLEMS = 3;

    private final ChunkWindow window = new ChunkWindow();
    private final ConstantIndex index = new ConstantIndex(true);
    private final EventGatherer gatherer = new EventGatherer(window);
    private final DictionaryDecoder names = new DictionaryDecoder(window, index, gatherer.tables());
    private final ChunkMetadata metadata;

    private long resumeAt = -1;
    private boolean constantsToo;
    private long damaged;
    private List<String> problems = new ArrayList<>();
    private long chunkOffset;

    /**
     * @param largest bytes of the largest chunk that is to be read
     * @param known metadata that its chunks are likely to have
     */
    public ChunkReader(long largest, ChunkMetadata.Known known) {
        window.expect(largest);
        metadata = new ChunkMetadata(window, known);
    }

    /** Takes a batch and gives an empty one for it. */
    public interface Sink {
        EventBatch take(EventBatch filled) throws InterruptedException;
    }

    /**
     * What else there was.
     *
     * @param lostBytes event data the JVM says it could not keep
     * @param missing constants that events refer to and the chunk lacks
     * @param problems what could not be read, and at which byte of the file
     * @param settings those of the events that make pins, over the time of the chunk
     * @param withoutSettings chunks that were read whole and have none
     */
    public record Rest(
            long lostBytes,
            long missing,
            List<String> problems,
            List<ChangedSettings.State> settings,
            int withoutSettings) {}

    /**
     * Reads one.
     *
     * @param file in which it lies
     * @param chunk which
     * @param length how many of its bytes are there
     */
    public Rest read(FileChannel file, Chunk chunk, long length, Sink sink) throws IOException, InterruptedException {
        problems = new ArrayList<>();
        gatherer.forget();
        List<ChangedSettings.Setting> settings = new ArrayList<>();
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
            if (gatherer.contradiction() != null) {
                String wrong = "at byte " + chunkOffset + ": " + gatherer.contradiction() + "; the chunk is left out";
                return new Rest(0, 0, List.of(wrong), List.of(), 0);
            }
            emit(sink);
            while (resumeAt >= 0) {
                walkOn();
                emit(sink);
            }
            decode(settings);
        } catch (DamagedChunkException e) {
            problem(e);
        } catch (UnknownTypeException e) {
            problems.add("in the chunk at byte " + chunkOffset + ": " + e.getMessage());
        }
        if (damaged > MOST_PROBLEMS) {
            problems.add("and at " + (damaged - MOST_PROBLEMS) + " more places of the chunk at byte " + chunkOffset);
        }
        if (index.overflown()) {
            problems.add("the chunk at byte " + chunkOffset + " holds more constants than are looked at");
        }
        if (settings.isEmpty()) {
            int without = lacksSettings(chunk) ? 1 : 0;
            return new Rest(gatherer.lostBytes(), names.missing(), problems, List.of(), without);
        }
        return new Rest(gatherer.lostBytes(), names.missing(), problems, ChangedSettings.states(settings), 0);
    }

    /** Leaves its memory to others; it is not used again. */
    public void close() {
        window.close();
    }

    private void begin(ChunkTypes types, Chunk chunk) throws UnknownTypeException {
        index.begin(types, chunk.compressed());
        names.begin(types);
        WantedEvents wanted = gatherer.begin(types, chunk);
        wanted.problems().forEach(problem -> problems.add("in the chunk at byte " + chunkOffset + ": " + problem));
        resumeAt = -1;
    }

    /** Says whether every checkpoint could be read to its end. */
    private boolean walkAll() throws IOException {
        constantsToo = true;
        long before = damaged;
        try {
            ChunkWalk.walk(window, gatherer.wanted().kinds(), ChunkHeaders.HEADER, this);
        } catch (DamagedChunkException e) {
            problem(e);
        }
        boolean fine = damaged == before;
        if (!fine && !window.exact()) {
            damaged = before;
        }
        return fine;
    }

    private void walkOn() throws IOException {
        long from = resumeAt;
        resumeAt = -1;
        gatherer.startBatch();
        constantsToo = false;
        window.scattered(false);
        try {
            ChunkWalk.walk(window, gatherer.wanted().kinds(), from, this);
        } catch (DamagedChunkException ignored) {
            // The first walk met the same damage and reported it.
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
                if (gatherer.full()) {
                    resumeAt = start;
                    return constantsToo;
                }
                gatherer.gather(kind - 1, start, end);
            }
        } catch (DamagedChunkException e) {
            // Of the walk that is the second one only events are looked at, and only those that the first left.
            problem(e);
        }
        return true;
    }

    private void emit(Sink sink) throws IOException, InterruptedException {
        if (gatherer.batch().events.size() == 0) {
            return;
        }
        window.scattered(true);
        names.resolve(gatherer.batch(), gatherer.kinds());
        gatherer.batch(sink.take(gatherer.batch()));
    }

    /** A chunk begins with all settings, unless those are what is not recorded. */
    private boolean lacksSettings(Chunk chunk) {
        return chunk.finished() && problems.isEmpty() && gatherer.knowsPins();
    }

    private void decode(List<ChangedSettings.Setting> settings) throws IOException {
        window.scattered(true);
        for (EventGatherer.PlacedSetting placed : gatherer.settings()) {
            settings.add(new ChangedSettings.Setting(
                    placed.atNanos(), placed.event(), names.textAt(placed.name()), names.textAt(placed.value())));
        }
    }

    private void problem(DamagedChunkException damage) {
        if (damaged++ < MOST_PROBLEMS) {
            problems.add("at byte " + (chunkOffset + damage.offset()) + ": " + damage.getMessage());
        }
    }
}
