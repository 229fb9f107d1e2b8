package io.vtmonitor.unpin.lock;

/**
 * A carrier more for the time in which a pinned virtual thread waits. Who owns the lock may have no carrier, which the owner
 * of a monitor always has: if all carriers wait for that lock, it is never given back. Where the JVM has no such thing, on JDK
 * 22 and 23 or without memory, there is none, and the thread waits as it did.
 */
final class Spare {
    private Spare() {}

    /** Whether the current thread keeps its carrier where it waits: it owns a monitor, or native code called it. */
    static boolean isNeeded() {
        try {
            return Continuation.isPinned(VirtualThread.continuationScope());
        } catch (LinkageError | OutOfMemoryError none) {
            return false;
        }
    }

    /** Begins it; what it returns {@link #end} is to be given. */
    static long begin() {
        try {
            return Blocker.begin();
        } catch (LinkageError | RuntimeException | OutOfMemoryError none) {
            return 0;
        }
    }

    static void end(long begun) {
        if (begun != 0) {
            Blocker.end(begun);
        }
    }
}
