package io.vtmonitor.unpin.lock;

/**
 * A carrier more for the time in which a pinned virtual thread waits. Who owns the lock may have no carrier, which the owner
 * of a monitor always has: if all carriers wait for that lock, it is never given back. Where the JVM has no such thing, on JDK
 * 22 and 23 or without memory, there is none, and the thread waits as it did.
 */
final class Spare {
    private Spare() {}

    /**
     * Whether the current thread keeps its carrier where it waits: it owns a monitor, or native code called it. Where that
     * can't be told a virtual thread is taken for one that does. The JDK is asked for a virtual thread alone: what else
     * initialises that class has the scheduler read its settings, which are the application's to set until then.
     */
    static boolean isNeeded() {
        Class<?> kind = Thread.currentThread().getClass();
        if (kind != VirtualThread.class) {
            return false;
        }
        try {
            return Continuation.isPinned(VirtualThread.continuationScope());
        } catch (LinkageError | OutOfMemoryError unknown) {
            return true;
        }
    }

    /** Has the scheduler make one; the answer is for {@link #end}. */
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
