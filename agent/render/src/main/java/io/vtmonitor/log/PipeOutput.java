package io.vtmonitor.log;

import io.vtmonitor.common.DaemonThread;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A pipe or a device that lines are written to. Opening a pipe that nobody reads does not end, so a separate thread
 * does that; the writer waits for it.
 */
final class PipeOutput extends OutputStream {
    private final CompletableFuture<OutputStream> opened = new CompletableFuture<>();

    private PipeOutput() {}

    /** Begins to open it. */
    static PipeOutput of(Path file) {
        PipeOutput output = new PipeOutput();
        Thread thread = DaemonThread.of("vt-monitor-log", () -> output.open(file));
        thread.start();
        return output;
    }

    private void open(Path file) {
        try {
            OutputStream stream = Files.newOutputStream(file, StandardOpenOption.APPEND);
            if (!opened.complete(stream)) {
                stream.close();
            }
        } catch (Throwable e) {
            opened.completeExceptionally(e);
        }
    }

    /**
     * Waits until it is open, for so long.
     *
     * @return false where it is not: nobody reads it yet
     * @throws IOException where it can't be opened
     */
    boolean isOpen(Duration patience) throws IOException {
        try {
            opened.get(patience.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException ignored) {
            return false;
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw refused(e);
        }
    }

    private OutputStream stream() throws IOException {
        try {
            return opened.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } catch (ExecutionException e) {
            throw refused(e);
        }
    }

    private static IOException refused(ExecutionException cant) {
        return cant.getCause() instanceof IOException cause ? cause : new IOException(cant.getCause());
    }

    @Override
    public void write(int b) throws IOException {
        stream().write(b);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        stream().write(bytes, from, length);
    }

    /** Who waits to write gives up; the thread that opens it stays where it is until somebody reads. */
    @Override
    public void close() throws IOException {
        if (!opened.completeExceptionally(new IOException("closed"))) {
            stream().close();
        }
    }
}
