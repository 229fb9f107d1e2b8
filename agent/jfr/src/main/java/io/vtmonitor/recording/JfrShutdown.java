package io.vtmonitor.recording;

/**
 * Whether JFR's own shutdown hook, which ends all recordings and writes their files, is running. A recording that is
 * started after it waits forever, inside JFR's lock (JDK 25: {@code JVM.beginRecording}), so JFR itself can't be asked.
 */
public final class JfrShutdown {
    /** Its name since JDK 11: {@code jdk.jfr.internal.ShutdownHook}. */
    private static final String HOOK = "JFR Shutdown Hook";

    /** The hooks of a JVM are started one after the other, within a moment. */
    private static final long ALL_STARTED_NANOS = 200_000_000;

    private long begin;
    private boolean begun;

    /** Whether it has ended, so that nothing is written any more. To be asked only when the JVM has begun to end. */
    synchronized boolean isOver() {
        if (!begun) {
            begun = true;
            begin = System.nanoTime();
        }
        return System.nanoTime() - begin > ALL_STARTED_NANOS && !isAlive();
    }

    private static boolean isAlive() {
        ThreadGroup top = Thread.currentThread().getThreadGroup();
        while (top.getParent() != null) {
            top = top.getParent();
        }
        Thread[] threads = new Thread[2 * top.activeCount() + 16];
        int found = top.enumerate(threads);
        for (int i = 0; i < found; i++) {
            if (threads[i].getName().equals(HOOK)) {
                return true;
            }
        }
        return found == threads.length; // there may be more
    }
}
