package io.vtmonitor.waits.census;

/** Takes the virtual threads that a look finds waiting for an object. */
@FunctionalInterface
public interface WaitingThreads {
    /** Takes none. */
    WaitingThreads NONE = (thread, atMillis, nanos) -> {};

    /**
     * A thread that waits for an object.
     *
     * @param thread its id
     * @param atMillis when, since the epoch
     * @param nanos since the look before: for so long this one stands
     */
    void waits(long thread, long atMillis, long nanos);
}
