package io.vtmonitor.agent;

import io.vtmonitor.common.DaemonThread;
import org.jspecify.annotations.Nullable;

/**
 * Writes what was found by now into recordings, each time on a thread of its own. JFR takes locks for that which a
 * virtual thread without a carrier may have: who looks at the JVM must not wait for them.
 */
final class StateWriter {
    private final Runnable write;
    private @Nullable Thread writing;
    private boolean again;

    /** @param write never called twice at a time */
    StateWriter(Runnable write) {
        this.write = write;
    }

    /**
     * What was found by now will be written; where that is under way, once more after it. Returns at once, and throws
     * nothing. Any thread.
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
            writing = null; // no memory, or no thread: the log has it, and the chunk's end is another chance
        }
    }

    private void write() {
        do {
            try {
                write.run();
            } catch (Throwable ignored) {
                // No memory, or our jar was replaced: the same holds as where there is no thread.
            }
        } while (isAskedAgain());
    }

    private synchronized boolean isAskedAgain() {
        boolean writeAgain = again;
        again = false;
        writing = writeAgain ? writing : null;
        return writeAgain;
    }

    /** Waits, at most a second, until all that was asked for is written. */
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
