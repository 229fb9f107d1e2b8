package io.vtmonitor.unpinned;

/** One way in which a generated class comes by the lock of its program, and locks it. */
public interface Route {
    /** Adds to the counter so many times, each in the lock. */
    void add(long[] counter, int times) throws Exception;

    /** Waits in the lock for the flag. */
    void awaitSet(boolean[] flag) throws Exception;

    /** Sets the flag in the lock, and notifies. */
    void set(boolean[] flag) throws Exception;

    /** What each region does: an addition that another thread would spoil. */
    static void addOnce(long[] counter) {
        long before = counter[0];
        Thread.onSpinWait();
        counter[0] = before + 1;
    }
}
