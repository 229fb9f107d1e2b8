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
 * A pipe or a device to which lines are written. Opening a pipe that nobody reads may block forever, so a separate
 * thread does that, and the writer waits for it.
 */
final class PipeOutput extends OutputStream {
    private final CompletableFuture<OutputStream> opened = new CompletableFuture<>();

    private PipeOutput() {}

    /** Starts a thread that opens the file. */
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
     * Waits for a limited time until the file is open.
     *
     * @return false if it is not open, because nobody reads it yet
     * @throws IOException if it can't be opened
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

    /** A thread that waits to write gets an exception. The thread that opens the file waits until somebody reads it. */
    @Override
    public void close() throws IOException {
        if (!opened.completeExceptionally(new IOException("closed"))) {
            stream().close();
        }
    }
}
