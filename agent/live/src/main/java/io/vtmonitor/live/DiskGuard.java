package io.vtmonitor.live;

import io.vtmonitor.common.DaemonThread;
import io.vtmonitor.common.Pause;
import io.vtmonitor.recording.FileSizeLimit;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a full disk from ending the application: JFR shuts the JVM down when it can't write to its repository ("An
 * irrecoverable error in Jfr", JDK 21 and 25 alike). So the free space is checked ten times a second, and the recording
 * is given up while there is still enough for JFR to close its file. A little is reserved for that, in a file without a
 * name that disappears with the process, however it ends. Something that fills a disk within a tenth of a second can
 * still be faster.
 */
final class DiskGuard implements AutoCloseable {
    private static final long NANOS = 100_000_000;
    private static final long MEGA = 1L << 20;
    private static final long LEAST = 4 * MEGA;
    private static final long MOST = 64 * MEGA;
    private static final int RESERVE = 4 << 20;

    private final File store;
    private final long low;
    private final Consumer<String> giveUp;
    private final Pause pause = new Pause();
    private @Nullable FileChannel reserve;

    private DiskGuard(File store, long low, Consumer<String> giveUp) {
        this.store = store;
        this.low = low;
        this.giveUp = giveUp;
    }

    /**
     * Looks at the room in that folder. {@link java.nio.file.FileStore} tells more, but not without a table of mount
     * points, which a chroot or a sandbox may hide; where nobody tells, nothing is checked.
     *
     * @param chunkBytes the size at which JFR ends a chunk
     * @throws IOException where there is too little to begin with, or a file may not become large enough; the message
     *     says how much there is and is needed
     */
    static void check(Path folder, long chunkBytes) throws IOException {
        FileSizeLimit.check("self", chunkBytes);
        File store = folder.toFile();
        long total = store.getTotalSpace();
        long low = low(total);
        if (total > 0 && store.getUsableSpace() < 2 * low + RESERVE) {
            throw new IOException("only " + store.getUsableSpace() / MEGA + " MB are free in " + folder + ", "
                    + (2 * low + RESERVE) / MEGA + " MB are needed");
        }
    }

    /**
     * Watches it.
     *
     * @param folder where JFR's repository is
     * @param giveUp called once, on the guard's thread, with the reason, when there is too little left
     */
    static DiskGuard start(Path folder, Consumer<String> giveUp) {
        File store = folder.toFile();
        DiskGuard guard = new DiskGuard(store, low(store.getTotalSpace()), giveUp);
        guard.reserve = reserve(folder);
        Thread thread = DaemonThread.of("vt-monitor-disk", guard::run);
        thread.start();
        return guard;
    }

    /** A tenth of a small disk, 64 MB of a large one. */
    static long low(long total) {
        return Math.min(MOST, Math.max(LEAST, total / 10));
    }

    /** Null where a file can't be open without a name: then nothing is reserved. */
    private static @Nullable FileChannel reserve(Path folder) {
        try {
            Path file = Files.createTempFile(folder, "vt-monitor-", ".reserve");
            FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
            try {
                Files.delete(file);
                ByteBuffer zeros = ByteBuffer.allocate(1 << 16);
                for (int written = 0; written < RESERVE; written += zeros.capacity()) {
                    channel.write(zeros.clear());
                }
                return channel;
            } catch (IOException ignored) {
                channel.close();
                Files.deleteIfExists(file);
                return null;
            }
        } catch (IOException | RuntimeException ignored) {
            return null;
        }
    }

    private void run() {
        try {
            boolean givenUp = false;
            while (!givenUp && !pause.await(NANOS)) {
                givenUp = isTooFull();
            }
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        } catch (Throwable ignored) {
            // The guard ends; JFR continues as it would without it.
        } finally {
            release();
        }
    }

    private boolean isTooFull() {
        try {
            long usable = store.getUsableSpace();
            if (usable >= low || store.getTotalSpace() == 0) { // no size: a file system that does not tell
                return false;
            }
            release();
            giveUp.accept("only " + usable / MEGA + " MB were left on the disk of JFR's repository");
            return true;
        } catch (RuntimeException | Error ignored) {
            return false; // no memory for a moment
        }
    }

    private synchronized void release() {
        try {
            if (reserve != null) {
                reserve.close();
                reserve = null;
            }
        } catch (IOException ignored) {
            reserve = null;
        }
    }

    @Override
    public void close() {
        pause.end();
    }
}
