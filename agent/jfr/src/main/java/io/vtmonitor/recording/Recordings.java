package io.vtmonitor.recording;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.jfr.ChunkHeaders;
import io.vtmonitor.jfr.ChunkHeaders.Chunk;
import io.vtmonitor.report.Limit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file of recordings, separated by the JVM that wrote them: recordings of several JVMs may be joined in one, and the
 * JDK's readers then show wrong frames for all but the first.
 */
public final class Recordings implements AutoCloseable {
    private final Path name;
    private final SharedChunks shared;
    private final int number;
    private final List<FileChannel> channels = new ArrayList<>();
    private final List<JvmChunks> jvms = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<Limit> limits = new ArrayList<>();
    private final List<RecordedJvm> printed = new ArrayList<>();
    private List<RecordingReader> readers = List.of();
    private @Nullable RecordingFiles files;

    private Recordings(Path name, SharedChunks shared, int number) {
        this.name = name;
        this.shared = shared;
        this.number = number;
    }

    /**
     * Opens a file and finds out whose recordings it holds.
     *
     * @param file a recording, also one compressed by gzip, zip or LZ4; the folder in which a JVM keeps its chunks;
     *     {@code -} for standard input
     * @throws UnreadableRecordingException if nothing can be read
     */
    public static Recordings open(Path file) throws UnreadableRecordingException {
        return open(file, null);
    }

    /**
     * The same of one that may have been opened.
     *
     * @param begun the file where it has been opened, because it is a pipe
     */
    public static Recordings open(Path file, @Nullable InputStream begun) throws UnreadableRecordingException {
        return open(new Recordings(file, SharedChunks.none(), 0), begun);
    }

    /** Opens a file that can be opened only once. */
    public interface Input {
        /** The open file; null if it can be opened at any time. */
        @Nullable
        InputStream opened() throws UnreadableRecordingException;
    }

    /**
     * Opens one of several files that are read together. Its JVMs are those of whose chunks any is read from it: there
     * can be none.
     *
     * @param input opens the file if it is a pipe; if that fails, the files after this one continue
     * @param shared which chunks are read from which file
     * @param number of this file among them
     */
    public static Recordings open(Path file, Input input, SharedChunks shared, int number)
            throws UnreadableRecordingException {
        try {
            return open(new Recordings(file, shared, number), input.opened());
        } finally {
            shared.pass(number);
        }
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

    /** What is no recording, but what {@code jfr print} has printed of one. */
    public List<RecordedJvm> printed() {
        return printed;
    }

    /** What could not be read before any chunk was; each is in the reading of a JVM as well, if there is one. */
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
            RecordedJvm text = headers.chunks().isEmpty() ? PrintedRecording.of(file) : null;
            if (text != null) {
                printed.add(text);
            } else if (headers.problem() != null) {
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
            JvmChunks jvm = jvm(parts.get(i), facts);
            if (elsewhere.get(i)) {
                jvm.isReadElsewhere(parts.get(i));
            }
        }
        assemble(facts);
        facts.close();
    }

    /** The JVM that wrote a chunk, which is added to it. */
    private JvmChunks jvm(ChunkSlice part, FactsReader facts) throws IOException {
        JvmChunks latest = jvms.isEmpty() ? null : jvms.get(jvms.size() - 1);
        if (latest != null && part.follows(latest.last())) {
            latest.append(part);
            return latest;
        }
        for (JvmChunks known : jvms) {
            if (known.hasCopyOf(part)) {
                known.add(part, limits);
                return known;
            }
        }
        JvmChunks fresh = new JvmChunks();
        fresh.append(part);
        if (latest != null) {
            RecordingFacts its = fresh.facts(facts);
            for (JvmChunks known : jvms) {
                RecordingFacts theirs = known.facts(facts);
                if (its != null && theirs != null && its.sameProcess(theirs)) {
                    known.add(part, limits);
                    return known;
                }
            }
        }
        jvms.add(fresh);
        return fresh;
    }

    private boolean isProfileOfAnother(JvmChunks jvm, FactsReader reader) throws IOException {
        for (JvmChunks other : jvms) {
            if (other != jvm && jvm.isProfileOf(other, reader)) {
                return true;
            }
        }
        return false;
    }

    private void assemble(FactsReader reader) throws IOException, UnreadableRecordingException {
        List<RecordingReader> found = new ArrayList<>();
        boolean nothingLeft = !jvms.isEmpty();
        for (JvmChunks jvm : jvms) {
            List<ChunkSlice> read = jvm.read();
            if (read.isEmpty() || isProfileOfAnother(jvm, reader)) {
                continue;
            }
            nothingLeft = false;
            RecordingFacts facts = jvm.facts(reader);
            if (facts == null) {
                problems.add(jvm.problem() + ": nothing could be read of the chunks from there on");
            } else {
                problems.addAll(jvm.contradictions(facts));
                if (!jvm.searchedAll()) {
                    ChunkSlice last = jvm.last();
                    RecordingFacts latest = facts.ofLastChunk();
                    reader.read(last.file(), last.chunk(), last.length(), latest);
                    facts.lastWatch(latest);
                }
                RecordingReader recording = new RecordingReader(
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
        if (found.isEmpty() && printed.isEmpty() && !nothingLeft) {
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
