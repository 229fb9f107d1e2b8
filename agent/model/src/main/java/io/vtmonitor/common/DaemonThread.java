package io.vtmonitor.common;

/**
 * Our threads alongside an application: the JVM does not wait for their end, and they have neither its class loader nor
 * what its threads inherit.
 */
public final class DaemonThread {
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
}
