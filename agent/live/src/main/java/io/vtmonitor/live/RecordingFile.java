package io.vtmonitor.live;

import io.vtmonitor.common.DaemonThread;
import io.vtmonitor.common.EpochNanos;
import io.vtmonitor.common.FailureText;
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
 * The file of the option {@code recording=}. It is a separate recording of the same chunks, almost without settings of
 * its own, so it costs nothing while it runs, and a failure of its file (no such folder, a full disk) loses the file,
 * but no pins. At the end, JFR writes it to a temporary part next to the file, with a name that no other JVM uses. When
 * complete, it is moved to the file.
 */
final class RecordingFile {
    /** If there is more, the oldest chunks are dropped. */
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
     * Creates no files yet.
     *
     * @param requested the file that the user asked for
     * @param mostBytes its approximate largest size
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

    /** The file to which JFR writes; empty until the end. */
    Path part() {
        return part;
    }

    /**
     * Starts with the data of a running recording. If that fails, logs why.
     *
     * @param watched the recording whose chunks to keep
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
            if (!OwnProcess.isEnding()) {
                LOG.warn(
                        "can't write recording={}: {}. Pins are still watched; no recording will be written there.",
                        requested,
                        FailureText.reason(requested.toString(), e));
            }
        }
    }

    private void begin(Recording copy, Recording watched) throws IOException {
        recording = copy;
        written = new DumpCompletion(copy, shutdown);
        copy.setName(watched.getName() + " (file)");
        // No thresholds here: of two recordings, the lower threshold counts, so it could not be raised.
        copy.setSettings(Map.of("jdk.ThreadDump#enabled", "true", "jdk.ThreadDump#period", "everyChunk"));
        copy.setMaxAge(null);
        copy.setMaxSize(mostBytes);
        copy.setDestination(part);
    }

    /** The file to move to. If it is a link, the link remains, and its target is replaced. */
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

    /** Whether {@code other} is the recording of this file, which is among all recordings of JFR. */
    static boolean is(@Nullable RecordingFile kept, Recording other) {
        return kept != null && other.equals(kept.current());
    }

    private synchronized @Nullable Recording current() {
        return recording;
    }

    /** Ends the recording while the JVM continues to run. */
    void stop() {
        DumpCompletion completion = written;
        if (completion != null) {
            completion.stop();
        }
    }

    /**
     * Waits until the part is written.
     *
     * @param deadline a {@link System#nanoTime}
     */
    boolean awaitWritten(long deadline) throws InterruptedException {
        DumpCompletion completion = written;
        return completion != null && completion.await(deadline);
    }

    /**
     * What is missing at the start of the file. Called when the part is written.
     *
     * @param began when the watch began
     * @return null if nothing is missing
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
            return null; // the part can't be read, or has been moved
        }
    }

    /**
     * Moves the file to where the user asked for it, or logs why it could not be moved.
     *
     * @param ended returns when the watch ended, or null if that is not known; called when JFR's lock is free
     * @param deadline a {@link System#nanoTime}
     * @return whether the file exists
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
                warnCutOff();
            } else {
                LOG.warn(
                        "recording={}: Flight Recorder is still writing it to {}; it stays there and is not moved",
                        requested,
                        part);
            }
            return left;
        }
    }

    /** Also null if JFR's lock is not free: see {@link JfrShutdown}. */
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
            LOG.warn(
                    "can't write recording={}: {}. The recording is kept as {}",
                    requested,
                    FailureText.reason(requested.toString(), e),
                    part);
            return false;
        }
    }

    /**
     * Removes the chunks after the end of our recording. JFR ends our two recordings one after the other, and starts a
     * chunk in between, which has no data of ours.
     */
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

    private void warnCutOff() {
        String room = part.toFile().getTotalSpace() == 0 // unknown
                ? ""
                : ", " + (part.toFile().getUsableSpace() >> 10) + " kB are free there";
        close();
        LOG.warn("recording={} was not written: Flight Recorder could not write all of it{}", requested, room);
    }

    /** Removes everything, and logs that. */
    synchronized void abandon() {
        if (!over && written != null) {
            LOG.warn("recording={} was not written: recording ended before the JVM did", requested);
        }
        over = true;
        close();
    }

    /** Removes everything, because the watch could not begin. */
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

    /** Removes its registration from JFR. */
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
