package io.vtmonitor.common;

import org.jspecify.annotations.Nullable;

/**
 * Our threads alongside an application: the JVM does not wait for their end, and they have neither its class loader nor
 * what its threads inherit.
 */
public final class DaemonThread {
    private static final int MOST_CAUSES = 10;

    private DaemonThread() {}

    /** One that has not begun. */
    public static Thread of(String name, Runnable work) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }

    /** Waits, at most a second, until it is gone. */
    public static void join(Thread thread) {
        try {
            thread.join(1_000);
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Whether something failed because the heap was full, so that a later try may succeed. {@code java.lang.invoke}
     * wraps the {@code OutOfMemoryError} in other errors. The method is in this class because this class is loaded
     * before any of our threads runs: while the heap is full, no class can be loaded.
     */
    public static boolean isOutOfMemory(Throwable failed) {
        @Nullable Throwable cause = failed;
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            if (cause instanceof OutOfMemoryError) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
