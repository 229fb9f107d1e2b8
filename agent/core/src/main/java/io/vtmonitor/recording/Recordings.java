package io.vtmonitor.recording;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.jfr.ChunkHeaders;
import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file of recordings, told apart by the JVM that wrote them: recordings of several JVMs may be joined in one, and the
 * JDK's readers then show wrong frames for all but the first.
 */
public final class Recordings implements AutoCloseable {
    /** Chunks of a JVM that are looked at for what they say of it. */
    private static final int CHUNKS_SEARCHED_FOR_FACTS = 3;

    private final Path name;
    private final Duration patience;
    private final SharedChunks shared;
    private final int number;
    private final List<FileChannel> channels = new ArrayList<>();
    private final List<Jvm> jvms = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<Limit> limits = new ArrayList<>();
    private List<RecordingReader> readers = List.of();
    private @Nullable RecordingFiles files;

    private Recordings(Path name, Duration patience, SharedChunks shared, int number) {
        this.name = name;
        this.patience = patience;
        this.shared = shared;
        this.number = number;
    }

    /** The chunks of one JVM, and what they say of it. */
    private static final class Jvm {
        private final List<ChunkSlice> parts = new ArrayList<>();

        /** Those of them that are read from other files. */
        private final Set<ChunkSlice> elsewhere = new HashSet<>();

        private @Nullable RecordingFacts facts;
        private int searched;
        private @Nullable String problem;

        ChunkSlice last() {
            return parts.get(parts.size() - 1);
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
    }

    /**
     * Opens a file and finds out whose recordings it holds.
     *
     * @param file a recording, also one compressed by gzip, zip or LZ4; the folder in which a JVM keeps its chunks;
     *     {@code -} for standard input
     * @throws UnreadableRecordingException where nothing can be read
     */
    public static Recordings open(Path file) throws UnreadableRecordingException {
        return open(file, JdkFallback.PATIENCE);
    }

    /**
     * Opens one of several files that are read together. Its JVMs are those of whose chunks any is read from it: there
     * can be none.
     *
     * @param begun the file where it has been opened, because it is a pipe
     * @param shared which chunks are read from which file
     * @param number of this file among them
     */
    public static Recordings open(Path file, @Nullable InputStream begun, SharedChunks shared, int number)
            throws UnreadableRecordingException {
        try {
            return open(new Recordings(file, JdkFallback.PATIENCE, shared, number), begun);
        } finally {
            shared.pass(number);
        }
    }

    /**
     * Opens a recording.
     *
     * @param patience with the JDK's reader, where a format is left to it
     */
    static Recordings open(Path file, Duration patience) throws UnreadableRecordingException {
        return open(new Recordings(file, patience, SharedChunks.none(), 0), null);
    }

    private static Recordings open(Recordings recordings, @Nullable InputStream begun)
            throws UnreadableRecordingException {
        try {
            recordings.look(RecordingFiles.of(recordings.name, begun));
            return recordings;
        } catch (IOException e) {
            recordings.close();
            throw new UnreadableRecordingException(recordings.name, FailureText.of(e), e);
        } catch (UnreadableRecordingException | RuntimeException e) {
            recordings.close();
            throw e;
        }
    }

    /** One for each JVM, in the order in which they come in the file. */
    public List<RecordingReader> jvms() {
        return readers;
    }

    /** What could not be read before any chunk was; each is told by a JVM's reading as well, where there is one. */
    public List<String> problems() {
        return problems;
    }

    private void look(RecordingFiles unpacked) throws IOException, UnreadableRecordingException {
        files = unpacked;
        problems.addAll(unpacked.problems());
        List<ChunkSlice> parts = new ArrayList<>();
        for (Path file : unpacked.files()) {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
            channels.add(channel);
            ChunkHeaders headers = ChunkHeaders.of(channel);
            if (headers.otherFormat()) {
                shared.pass(number);
                readers = List.of(JdkFallback.open(
                        file, name, Limit.of(LimitKind.JDK_READER, String.valueOf(headers.problem())), patience));
                return;
            }
            if (headers.problem() != null) {
                problems.add(
                        unpacked.files().size() == 1
                                ? headers.problem()
                                : file.getFileName() + ", " + headers.problem());
            }
            for (int i = 0; i < headers.chunks().size(); i++) {
                Chunk chunk = headers.chunks().get(i);
                String problem = chunk.problem();
                if (problem == null) {
                    parts.add(new ChunkSlice(channel, chunk, headers.readable(i)));
                } else {
                    problems.add("at byte " + chunk.offset() + ": " + problem);
                }
            }
        }
        BitSet elsewhere = shared.copies(number, parts);
        FactsReader facts = new FactsReader();
        for (int i = 0; i < parts.size(); i++) {
            Jvm jvm = jvm(parts.get(i), facts);
            if (elsewhere.get(i)) {
                jvm.elsewhere.add(parts.get(i));
            }
        }
        assemble(facts);
        facts.close();
    }

    /** The JVM that wrote a chunk, which is added to it. */
    private Jvm jvm(ChunkSlice part, FactsReader facts) throws IOException {
        Jvm latest = jvms.isEmpty() ? null : jvms.get(jvms.size() - 1);
        if (latest != null && part.follows(latest.last())) {
            latest.parts.add(part);
            return latest;
        }
        for (Jvm known : jvms) {
            if (known.parts.stream().anyMatch(part::isCopyOf)) {
                known.add(part, limits);
                return known;
            }
        }
        Jvm fresh = new Jvm();
        fresh.parts.add(part);
        if (latest != null) {
            RecordingFacts its = facts(fresh, facts);
            for (Jvm known : jvms) {
                RecordingFacts theirs = facts(known, facts);
                if (its != null && theirs != null && its.sameProcess(theirs)) {
                    known.add(part, limits);
                    return known;
                }
            }
        }
        jvms.add(fresh);
        return fresh;
    }

    private @Nullable RecordingFacts facts(Jvm jvm, FactsReader reader) throws IOException {
        RecordingFacts facts = jvm.facts;
        while (jvm.searched < Math.min(jvm.parts.size(), CHUNKS_SEARCHED_FOR_FACTS)
                && (facts == null || !facts.complete())) {
            ChunkSlice part = jvm.parts.get(jvm.searched++);
            RecordingFacts found = facts == null ? new RecordingFacts() : facts;
            String problem = reader.read(part.file(), part.chunk(), part.length(), found);
            if (problem == null) {
                facts = found;
            }
            jvm.problem = jvm.problem == null ? problem : jvm.problem;
        }
        jvm.facts = facts;
        return facts;
    }

    private void assemble(FactsReader reader) throws IOException, UnreadableRecordingException {
        List<RecordingReader> found = new ArrayList<>();
        boolean nothingLeft = !jvms.isEmpty();
        for (Jvm jvm : jvms) {
            List<ChunkSlice> read = jvm.read();
            if (read.isEmpty()) {
                continue;
            }
            nothingLeft = false;
            RecordingFacts facts = facts(jvm, reader);
            if (facts == null) {
                problems.add(jvm.problem + ": nothing could be read of the chunks from there on");
            } else {
                if (jvm.searched < jvm.parts.size()) {
                    ChunkSlice last = jvm.last();
                    RecordingFacts latest = facts.ofLastChunk();
                    reader.read(last.file(), last.chunk(), last.length(), latest);
                    facts.lastWatch(latest);
                }
                ChunkedRecording recording = new ChunkedRecording(
                        read,
                        jvm.elsewhere(),
                        shared,
                        facts,
                        reader.metadata(),
                        found.isEmpty() ? limits : List.of(),
                        found.isEmpty() ? problems : List.of());
                if (recording.continuesAnother()) {
                    shared.continues(number);
                }
                found.add(recording);
            }
        }
        if (found.isEmpty() && !nothingLeft) {
            String seen = problems.isEmpty() ? "it holds no chunk" : problems.get(0);
            throw new UnreadableRecordingException(name, seen, null);
        }
        readers = found;
    }

    /** Nothing can be read any more, and what was unpacked is deleted. */
    @Override
    public void close() {
        if (files != null) {
            files.close();
        }
        for (FileChannel channel : channels) {
            try {
                channel.close();
            } catch (IOException ignored) {
                // The channel was only read: nothing is lost.
            }
        }
    }
}
