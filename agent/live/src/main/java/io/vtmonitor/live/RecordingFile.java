package io.vtmonitor.live;

import io.vtmonitor.common.DaemonThread;
import io.vtmonitor.common.EpochNanos;
import io.vtmonitor.common.OwnProcess;
import io.vtmonitor.jfr.ChunkHeaders;
import io.vtmonitor.recording.DumpCompletion;
import io.vtmonitor.recording.FileSizeLimit;
import io.vtmonitor.recording.JfrShutdown;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file that {@code recording=} requests. It is a separate recording of the same chunks and without settings, so it
 * costs nothing while it runs, and a failure of its file (no such folder, a full disk) costs the file and no pin. JFR
 * writes it at the end to a part next to the file, with a name that no other JVM uses; once complete, it is moved.
 */
final class RecordingFile {
    /** Older chunks go when there are more. */
    static final long MOST_BYTES = 250L << 20;

    private static final long LOCK_MILLIS = 500;
    private static final Logger LOG = LoggerFactory.getLogger(RecordingFile.class);
    private static final Duration LATER = Duration.ofMillis(50);

    private final Path requested;
    private final JfrShutdown shutdown;
    private final long mostBytes;
    private final Path part;
    private @Nullable Recording recording;
    private volatile @Nullable DumpCompletion written;
    private boolean over;
    private boolean left;

    /**
     * Nothing is made yet.
     *
     * @param requested where the user wants it
     * @param mostBytes of it, about
     */
    RecordingFile(Path requested, JfrShutdown shutdown, long mostBytes) {
        this.requested = requested;
        this.shutdown = shutdown;
        this.mostBytes = FileSizeLimit.mostKept("self", mostBytes);
        Path file = requested.toAbsolutePath();
        String own = OwnProcess.id() + "-"
                + Integer.toUnsignedString(ThreadLocalRandom.current().nextInt(), Character.MAX_RADIX);
        part = file.resolveSibling(file.getFileName() + "." + own + ".part");
    }

    /** What JFR writes to; empty until the end. */
    Path part() {
        return part;
    }

    /**
     * Begins where that recording, which runs, has begun. Where it can't, a line says why.
     *
     * @param watched of whose chunks it is
     */
    synchronized void begin(Recording watched) {
        if (over) {
            return;
        }
        try {
            Path file = file();
            Path folder = file.getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.createFile(part);
            begin(watched.copy(false), watched);
        } catch (IOException | RuntimeException e) {
            over = true;
            close();
            if (!RecordingEnd.isJvmEnding()) {
                LOG.warn(
                        "can't write recording={}: {}. Pins are still watched; no recording will be written there.",
                        requested,
                        e.toString());
            }
        }
    }

    private void begin(Recording copy, Recording watched) throws IOException {
        recording = copy;
        written = new DumpCompletion(copy, shutdown);
        copy.setName(watched.getName() + " (file)");
        // Of two recordings the lower threshold holds: a raised one would not, were it set here, too.
        copy.setSettings(Map.of("jdk.ThreadDump#enabled", "true", "jdk.ThreadDump#period", "everyChunk"));
        copy.setMaxAge(null);
        copy.setMaxSize(mostBytes);
        copy.setDestination(part);
    }

    /** Where it is to be moved. A link stays, and what it leads to is replaced. */
    private Path file() throws IOException {
        Path file = requested.toAbsolutePath();
        if (!Files.exists(file)) {
            return file;
        }
        Path real = file.toRealPath();
        if (!Files.isRegularFile(real)) {
            throw new IOException(Files.isDirectory(real) ? "it is a folder" : "it is not a regular file");
        }
        return real;
    }

    /** Is one of those two: JFR counts it among all recordings. */
    static boolean is(@Nullable RecordingFile kept, Recording other) {
        return kept != null && other.equals(kept.current());
    }

    private synchronized @Nullable Recording current() {
        return recording;
    }

    /** Ends it where no shutdown of the JVM does. */
    void stop() {
        DumpCompletion completion = written;
        if (completion != null) {
            completion.stop();
        }
    }

    /**
     * Waits until it is written to its part.
     *
     * @param deadline as {@link System#nanoTime} tells it
     */
    boolean awaitWritten(long deadline) throws InterruptedException {
        DumpCompletion completion = written;
        return completion != null && completion.await(deadline);
    }

    /**
     * What is not in it; to be asked when it is written.
     *
     * @param began when the watch did
     * @return null where it is whole
     */
    @Nullable
    Limit limit(Instant began) {
        DumpCompletion completion = written;
        if (completion == null || !completion.isSo()) {
            return null;
        }
        try {
            List<ChunkHeaders.Chunk> chunks = ChunkHeaders.of(part).chunks();
            Instant first = Instant.ofEpochSecond(
                    0, chunks.isEmpty() ? 0 : chunks.get(0).startNanos());
            return chunks.isEmpty() || first.isBefore(began.plus(LATER))
                    ? null
                    : Limit.of(
                            LimitKind.KEPT_RECORDING_SHORT,
                            requested.toString(),
                            first.truncatedTo(ChronoUnit.SECONDS).toString(),
                            Duration.between(began, first).toSeconds(),
                            mostBytes >> 20);
        } catch (IOException ignored) {
            return null; // set when it is moved
        }
    }

    /**
     * Leaves the file where the user asked for it, or says why not.
     *
     * @param ended tells when the watch did, null where it can't; asked when JFR's lock is free
     * @param deadline as {@link System#nanoTime} tells it
     * @return whether it is there
     */
    boolean leave(Supplier<@Nullable Instant> ended, long deadline) throws InterruptedException {
        DumpCompletion completion = written;
        boolean whole = completion != null && completion.await(deadline);
        synchronized (this) {
            if (over || completion == null) {
                over = true;
                return left;
            }
            over = true;
            if (whole) {
                left = move(answer(ended));
            } else if (completion.isOver()) {
                tellCutOff();
            } else {
                LOG.warn(
                        "recording={}: Flight Recorder is still writing it to {}; it stays there and is not moved",
                        requested,
                        part);
            }
            return left;
        }
    }

    /** Null, too, where JFR's lock is not free: see {@link JfrShutdown}. */
    private static @Nullable Instant answer(Supplier<@Nullable Instant> ended) throws InterruptedException {
        AtomicReference<@Nullable Instant> answer = new AtomicReference<>();
        Thread asking = DaemonThread.of("vt-monitor-stop-time", () -> answer.set(ended.get()));
        asking.start();
        asking.join(LOCK_MILLIS);
        return answer.get();
    }

    private boolean move(@Nullable Instant ended) {
        try {
            if (ended != null) {
                cutOffAfter(EpochNanos.nanos(ended));
            }
            Files.move(part, file(), StandardCopyOption.REPLACE_EXISTING);
            return true;
        } catch (IOException | RuntimeException e) {
            LOG.warn("can't write recording={}: {}. The recording is kept as {}", requested, e.toString(), part);
            return false;
        }
    }

    /** Between the ends of the two recordings JFR has begun a further chunk, in which nothing of ours is recorded. */
    private void cutOffAfter(long endNanos) throws IOException {
        List<ChunkHeaders.Chunk> chunks = ChunkHeaders.of(part).chunks();
        for (ChunkHeaders.Chunk chunk : chunks) {
            if (chunk.offset() > 0 && chunk.startNanos() >= endNanos) {
                try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
                    channel.truncate(chunk.offset());
                }
                return;
            }
        }
    }

    private void tellCutOff() {
        String room = part.toFile().getTotalSpace() == 0 // unknown
                ? ""
                : ", " + (part.toFile().getUsableSpace() >> 10) + " kB are free there";
        close();
        LOG.warn("recording={} was not written: Flight Recorder could not write all of it{}", requested, room);
    }

    /** Nothing of it stays, which is said. */
    synchronized void abandon() {
        if (!over && written != null) {
            LOG.warn("recording={} was not written: recording ended before the JVM did", requested);
        }
        over = true;
        close();
    }

    /** Nothing of it stays: the watch could not begin. */
    synchronized void discard() {
        over = true;
        close();
    }

    private void close() {
        Recording closing = recording;
        if (closing != null) {
            try {
                closing.setDestination(null);
            } catch (IOException | RuntimeException ignored) {
                // The recording has been closed, or never had a destination.
            }
            forget();
        }
        try {
            Files.deleteIfExists(part);
        } catch (IOException | RuntimeException ignored) {
            // An empty file is removed by the next start.
        }
    }

    /** Takes back its registration with JFR. */
    synchronized void forget() {
        DumpCompletion completion = written;
        if (completion != null) {
            completion.forget();
        }
        if (recording != null) {
            recording.close();
        }
    }
}
