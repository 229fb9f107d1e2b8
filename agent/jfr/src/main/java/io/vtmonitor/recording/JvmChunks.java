package io.vtmonitor.recording;

import io.vtmonitor.common.Durations;
import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The chunks of one JVM in a file, and what they say of it. */
final class JvmChunks {
    /** That are looked at for what they say of it. */
    private static final int SEARCHED_FOR_FACTS = 3;

    private static final int MOST_CONTRADICTIONS = 3;

    /** A clock may be set back after the JVM's start, by hours where it was in another time zone's time. */
    private static final long DAY = 24 * 3_600_000_000_000L;

    private final List<ChunkSlice> parts = new ArrayList<>();

    /** Those of them that are read from other files. */
    private final Set<ChunkSlice> elsewhere = new HashSet<>();

    private @Nullable RecordingFacts facts;
    private int searched;
    private @Nullable String problem;

    ChunkSlice last() {
        return parts.get(parts.size() - 1);
    }

    void append(ChunkSlice part) {
        parts.add(part);
    }

    boolean hasCopyOf(ChunkSlice part) {
        return parts.stream().anyMatch(part::isCopyOf);
    }

    /** Of two copies the longer one is read. */
    void add(ChunkSlice part, List<Limit> limits) {
        for (int i = 0; i < parts.size(); i++) {
            if (part.isCopyOf(parts.get(i))) {
                limits.add(Limit.of(LimitKind.CHUNK_TWICE));
                if (part.length() > parts.get(i).length()) {
                    parts.set(i, part);
                }
                return;
            }
        }
        parts.add(part);
    }

    void isReadElsewhere(ChunkSlice part) {
        elsewhere.add(part);
    }

    List<Chunk> elsewhere() {
        List<Chunk> chunks = new ArrayList<>(elsewhere.size());
        for (ChunkSlice part : elsewhere) {
            chunks.add(part.chunk());
        }
        return chunks;
    }

    List<ChunkSlice> read() {
        List<ChunkSlice> read = new ArrayList<>(parts);
        read.removeAll(elsewhere);
        return read;
    }

    /** What the first chunks say; null if nothing can be read of them. */
    @Nullable
    RecordingFacts facts(FactsReader reader) throws IOException {
        while (searched < Math.min(parts.size(), SEARCHED_FOR_FACTS) && (facts == null || !facts.complete())) {
            ChunkSlice part = parts.get(searched++);
            RecordingFacts found = facts == null ? new RecordingFacts() : facts;
            String wrong = reader.read(part.file(), part.chunk(), part.length(), found);
            if (wrong == null) {
                facts = found;
            }
            problem = problem == null ? wrong : problem;
        }
        return facts;
    }

    /** Headers of its chunks that contradict each other, or what the JVM says of its start. */
    List<String> contradictions(RecordingFacts its) {
        List<String> wrong = new ArrayList<>();
        List<ChunkSlice> sorted = new ArrayList<>(parts);
        if (sorted.size() > 1) { // sorting one would load classes
            sorted.sort(Comparator.comparingLong(part -> part.chunk().startTicks()));
        }
        Chunk before = null;
        for (ChunkSlice part : sorted) {
            Chunk chunk = part.chunk();
            String what = before == null ? null : before.contradicts(chunk);
            if (before != null && what != null) {
                wrong.add("at bytes " + before.offset() + " and " + chunk.offset() + ": " + what);
            }
            long early = its.startMillis() * 1_000_000 - chunk.startNanos() - chunk.durationNanos();
            if (early > DAY) {
                wrong.add("at byte " + chunk.offset() + ": the chunk's header contradicts its JVM: the chunk ended "
                        + Durations.text(early) + " before the JVM started");
            }
            before = chunk;
        }
        return wrong.size() <= MOST_CONTRADICTIONS ? wrong : wrong.subList(0, MOST_CONTRADICTIONS);
    }

    boolean searchedAll() {
        return searched == parts.size();
    }

    /** The first thing that kept {@link #facts} from being found. */
    @Nullable
    String problem() {
        return problem;
    }

    /**
     * Whether a profiler wrote these while the JVM made a recording of its own: they have nothing to add to it, neither
     * pins nor time.
     */
    boolean isProfileOf(JvmChunks other, FactsReader reader) throws IOException {
        if (parts.stream().noneMatch(part -> other.parts.stream().anyMatch(part::overlaps))) {
            return false;
        }
        RecordingFacts its = facts(reader);
        RecordingFacts theirs = other.facts(reader);
        return its != null && theirs != null && its.isProfileBeside(theirs);
    }
}
