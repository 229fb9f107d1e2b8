package io.vtmonitor.bench;

/**
 * A place outside the pattern, for {@link FirstLocks}: it locks what it is handed, of whatever class, so {@code unpin}
 * makes it look whether a rewritten place may lock the same object.
 */
final class OutsideLocks {
    private long count;

    /** Its own method takes the monitor of its objects, so that each other place does, too. */
    static final class KeepsMonitor {
        synchronized int one() {
            return 1;
        }
    }

    long lock(Object object) {
        synchronized (object) {
            return count++;
        }
    }
}
