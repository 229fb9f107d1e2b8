package io.vtmonitor.recording;

import io.vtmonitor.jfr.ChunkClock;
import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import io.vtmonitor.jfr.ChunkMetadata;
import io.vtmonitor.jfr.batch.BatchEvents;
import io.vtmonitor.jfr.batch.ChunkReader;
import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.PinSink;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.RecordedSpans;
import io.vtmonitor.pins.RecordedSpans.Stretch;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a recording has of one JVM: the chunks that it wrote. To be read once, while its {@link Recordings} are open.
 */
public final class RecordingReader implements RecordedJvm {
    private final List<ChunkSlice> parts;
    private final List<Chunk> elsewhere;
    private final SharedChunks shared;
    private final RecordingFacts facts;
    private final ChunkMetadata.Known metadata;
    private final List<Limit> limits;
    private final List<String> problems;

    /**
     * @param parts in the order in which they were written
     * @param elsewhere chunks of the file that are read from other files
     * @param shared the chunks of all files that are read with this one
     * @param facts what they say of their JVM
     * @param metadata that the chunks are likely to have
     * @param limits to be said with the result
     * @param problems likewise
     */
    RecordingReader(
            List<ChunkSlice> parts,
            List<Chunk> elsewhere,
            SharedChunks shared,
            RecordingFacts facts,
            ChunkMetadata.Known metadata,
            List<Limit> limits,
            List<String> problems) {
        this.parts = parts;
        this.elsewhere = elsewhere;
        this.shared = shared;
        this.facts = facts;
        this.metadata = metadata;
        this.limits = limits;
        this.problems = problems;
    }

    @Override
    public JvmInfo jvm() {
        return facts.jvm();
    }

    @Override
    public String classPath() {
        return facts.classPath();
    }

    @Override
    public long startNanos() {
        return first().startNanos();
    }

    private Chunk first() {
        Chunk first = parts.get(0).chunk();
        for (Chunk chunk : all()) {
            first = chunk.startNanos() < first.startNanos() ? chunk : first;
        }
        return first;
    }

    private List<Chunk> all() {
        List<Chunk> all = new ArrayList<>(read());
        all.addAll(elsewhere);
        return all;
    }

    private List<Chunk> read() {
        List<Chunk> read = new ArrayList<>(parts.size());
        for (ChunkSlice part : parts) {
            read.add(part.chunk());
        }
        return read;
    }

    /** What a pin had of the time before is no part of any watched time. */
    @Override
    public long watchedSince() {
        return shared.recordedSince(first());
    }

    /** Whether another file is of the same JVM, too: of the time right before, or in a chunk that both have. */
    boolean continuesAnother() {
        return !elsewhere.isEmpty() || watchedSince() < startNanos();
    }

    @Override
    public List<Stretch> gaps() {
        return RecordedSpans.of(read(), elsewhere, 0).gaps();
    }

    @Override
    public boolean tellsLinesOnly() {
        return false;
    }

    @Override
    public boolean hasRoundedTimes() {
        return false;
    }

    /** Its chunks one by one, in the order in which they were written: each has a clock of its own. */
    public List<RecordingReader> chunks() {
        List<RecordingReader> each = new ArrayList<>();
        for (ChunkSlice part : parts) {
            each.add(new RecordingReader(List.of(part), List.of(), shared, facts, metadata, limits, problems));
        }
        return each;
    }

    /** How its first chunk tells the time. */
    public ChunkClock clock() {
        Chunk first = parts.get(0).chunk();
        return new ChunkClock(first.startNanos(), first.startTicks(), first.ticksPerSecond());
    }

    /** The end that its last chunk's header tells, nanoseconds since the epoch. */
    public long headersEnd() {
        Chunk last = parts.get(parts.size() - 1).chunk();
        return last.startNanos() + last.durationNanos();
    }

    @Override
    public RecordingSummary read(PinSink pins, Consumer<? super FileIo> busy) {
        return read(pins, busy, 0);
    }

    /**
     * Reads.
     *
     * @param threads on how many threads, 0 for as many as it is worth; the outcome is the same
     */
    RecordingSummary read(PinSink pins, Consumer<? super FileIo> busy, int threads) {
        LastEnd counted = new LastEnd(pins);
        BatchEvents events = new BatchEvents(jvm(), counted, access -> {
            counted.file = Math.max(counted.file, access.endNanos());
            busy.accept(access);
        });
        ChunkReader.Rest rest = threads == 0
                ? ChunkWorkers.read(parts, metadata, events)
                : ChunkWorkers.read(parts, metadata, threads, events);
        events.flush();
        facts.course(rest.settings(), rest.withoutSettings() > 0);
        boolean unfinished = false;
        for (ChunkSlice part : parts) {
            unfinished |= !part.chunk().finished();
        }
        List<Limit> allLimits = new ArrayList<>(limits);
        if (rest.missing() > 0) {
            allLimits.add(Limit.of(LimitKind.DANGLING_REFERENCES, rest.missing()));
        }
        List<String> allProblems = new ArrayList<>(problems);
        allProblems.addAll(rest.problems());
        RecordedSpans watched = RecordedSpans.of(read(), elsewhere, counted.end);
        return facts.reading(
                watched, Math.max(counted.end, counted.file), unfinished, rest.lostBytes(), allLimits, allProblems);
    }

    /**
     * Remembers when the last pin ended, which may be after the header's end of a chunk that is still being written.
     */
    private static final class LastEnd implements PinSink {
        private final PinSink next;
        private long end;

        /** The same of file accesses, which no report counts as time that was watched. */
        private long file;

        LastEnd(PinSink next) {
            this.next = next;
        }

        @Override
        public void accept(Pin pin) {
            end = Math.max(end, pin.endNanos());
            next.accept(pin);
        }
    }
}
