package io.vtmonitor.agent;

import io.vtmonitor.common.DaemonThread;
import org.jspecify.annotations.Nullable;

/**
 * Writes the current findings into recordings, each time on a separate thread. To do so, JFR needs locks that a virtual
 * thread without a carrier may hold. The thread that looks at the JVM must not wait for them.
 */
final class StateWriter {
    private final Runnable write;
    private @Nullable Thread writing;
    private boolean again;

    /** @param write writes the findings; not called by two threads at a time */
    StateWriter(Runnable write) {
        this.write = write;
    }

    /**
     * Requests that the current findings are written. If a write is under way, another one follows it. Returns
     * immediately, and throws nothing. Any thread.
     */
    synchronized void ask() {
        if (writing != null) {
            again = true;
            return;
        }
        try {
            Thread thread = DaemonThread.of("vt-monitor-state", this::write);
            writing = thread;
            thread.start();
        } catch (RuntimeException | Error ignored) {
            writing = null; // out of memory: the log has the findings, and the end of the chunk is another chance
        }
    }

    private void write() {
        do {
            try {
                write.run();
            } catch (Throwable ignored) {
                // Out of memory, or our jar was replaced: the log has the findings.
            }
        } while (isAskedAgain());
    }

    private synchronized boolean isAskedAgain() {
        boolean writeAgain = again;
        again = false;
        writing = writeAgain ? writing : null;
        return writeAgain;
    }

    /** Waits until all that was requested is written, for at most a second. */
    void finish() {
        Thread thread;
        synchronized (this) {
            thread = writing;
        }
        if (thread != null) {
            DaemonThread.join(thread);
        }
    }
}
