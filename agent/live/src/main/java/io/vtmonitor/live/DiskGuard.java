package io.vtmonitor.live;

import io.vtmonitor.common.DaemonThread;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.OwnProcess;
import io.vtmonitor.common.Pause;
import io.vtmonitor.recording.HostLimits;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Prevents a full disk from ending the application: JFR shuts the JVM down if it can't write to its repository ("An
 * irrecoverable error in Jfr", on JDK 21 and 25). So the free space is checked ten times a second, and the recording is
 * given up while there is still enough space for JFR to close its file. Some space is reserved for that in a file
 * without a name, which disappears with the process, even if it is killed. A disk that fills up within a tenth of a
 * second can still end the application.
 *
 * <p>The free space that a file system reports does not include quotas. A quota makes writes fail. So the reserve is
 * written before the recording begins, and a further megabyte is written and removed once a second.
 */
final class DiskGuard implements AutoCloseable {
    private static final long NANOS = 100_000_000;
    private static final long MEGA = 1L << 20;
    private static final long LEAST = 4 * MEGA;
    private static final long MOST = 64 * MEGA;
    private static final int RESERVE = 4 << 20;
    private static final int PROBE = 1 << 20;
    private static final int LOOKS_BETWEEN_PROBES = 10;

    private final Path folder;
    private final File store;
    private volatile long low;
    private final Pause pause = new Pause();

    /** Large, so that there are few writes: the JVM would compile a method that is called hundreds of times. */
    private final ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 18);

    private @Nullable FileChannel reserve;

    private DiskGuard(Path folder) {
        this.folder = folder;
        store = folder.toFile();
        low = low(store.getTotalSpace());
    }

    /**
     * Checks the free space of that folder, and reserves some. {@link java.nio.file.FileStore} is not used: it needs a
     * table of mount points, which a chroot or a sandbox may hide. If the free space is not known, it is not checked.
     *
     * @param folder the folder in which JFR's repository is or will be
     * @param chunkBytes the size at which JFR ends a chunk
     * @throws IOException if there is not enough space, or if a limit of the system prevents recording; the message has
     *     the available and the needed space
     */
    static DiskGuard reserve(Path folder, long chunkBytes) throws IOException {
        new HostLimits().checkRecording("self", chunkBytes);
        DiskGuard guard = new DiskGuard(folder);
        long total = guard.store.getTotalSpace();
        long needed = 2 * guard.low + RESERVE;
        if (total > 0 && guard.store.getUsableSpace() < needed) {
            throw new IOException("only " + guard.store.getUsableSpace() / MEGA + " MB are free in " + folder + ", "
                    + needed / MEGA + " MB are needed");
        }
        try {
            guard.reserve();
        } catch (IOException e) {
            throw new IOException("can't write " + RESERVE / MEGA + " MB to " + folder + ": " + FailureText.of(e), e);
        }
        return guard;
    }

    /**
     * Starts to check. Called when the repository exists.
     *
     * @param giveUp called once with the reason, on the guard's thread, if there is too little space left
     */
    void watch(Consumer<String> giveUp) {
        low = low(store.getTotalSpace());
        try {
            reserve();
        } catch (IOException ignored) {
            // The disk is almost full, or a quota is: the first check reports a full disk.
        }
        DaemonThread.of("vt-monitor-disk", () -> run(giveUp)).start();
    }

    /** The free space below which the recording is given up: a tenth of a small disk, 64 MB of a large one. */
    static long low(long total) {
        return Math.min(MOST, Math.max(LEAST, total / 10));
    }

    /** Reserves nothing if the system does not support open files without a name. */
    private synchronized void reserve() throws IOException {
        if (reserve != null) {
            return;
        }
        FileChannel channel = withoutName();
        if (channel != null) {
            try {
                write(channel, 0, RESERVE);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            reserve = channel;
        }
    }

    private @Nullable FileChannel withoutName() {
        try {
            Path file = OwnProcess.temporaryFile(folder, "vt-monitor-", ".reserve");
            FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
            try {
                Files.delete(file);
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

    private void write(FileChannel channel, long from, int bytes) throws IOException {
        for (long end = from + bytes, at = from; at < end; at += zeros.position()) {
            zeros.clear();
            channel.write(zeros, at);
            if (zeros.position() == 0) {
                throw new IOException("nothing was written");
            }
        }
    }

    private void run(Consumer<String> giveUp) {
        try {
            String why = null;
            for (int look = 1; why == null && !pause.await(NANOS); look++) {
                why = tooFull(look % LOOKS_BETWEEN_PROBES == 0);
            }
            if (why != null) {
                release();
                giveUp.accept(why);
            }
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        } catch (Throwable ignored) {
            // The guard ends. JFR continues without it.
        } finally {
            release();
        }
    }

    /**
     * The reason to give up; null if there is enough space.
     *
     * @param probe whether to try to write
     */
    private @Nullable String tooFull(boolean probe) {
        try {
            long usable = store.getUsableSpace();
            if (usable < low && store.getTotalSpace() > 0) { // a file system without a size reports no free space
                return "only " + usable / MEGA + " MB were left on the disk of JFR's repository";
            }
            return probe ? refusal() : null;
        } catch (RuntimeException | Error ignored) {
            return null; // out of memory: the next check tries again
        }
    }

    private synchronized @Nullable String refusal() {
        if (reserve == null) {
            return null;
        }
        try {
            write(reserve, RESERVE, PROBE);
            reserve.truncate(RESERVE);
            return null;
        } catch (ClosedChannelException ignored) {
            return null; // our thread was interrupted
        } catch (IOException e) {
            return "a write next to JFR's repository failed (" + FailureText.of(e) + ")";
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
        release();
    }
}
