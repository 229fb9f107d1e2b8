package io.vtmonitor.unpinned;

/** Runs something under a monitor; not matched by any pattern of the tests. */
final class Pinned {
    private static final Object MONITOR = new Object();

    private Pinned() {}

    static void run(Runnable body) {
        synchronized (MONITOR) {
            body.run();
        }
    }
}
