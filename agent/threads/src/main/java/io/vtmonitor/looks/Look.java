package io.vtmonitor.looks;

/**
 * A recurring check of this JVM. All methods are called on the {@link WatchThread} only. A look must not wait for a
 * lock that the application may have: the other looks would wait with it.
 */
public interface Look {
    /**
     * Looks once.
     *
     * @return how long to wait for the next time, in nanoseconds
     * @throws ReflectiveOperationException if this JDK looks different inside
     */
    long look() throws ReflectiveOperationException;

    /** How long to wait after a look that failed, or that found no memory, in nanoseconds. */
    long retryNanos();

    /**
     * Three looks in a row have failed: there are no more. The other looks go on.
     *
     * @param failed why the last one did
     */
    void lost(Throwable failed);

    /** There are no more looks, for whatever reason: lets go of what they needed. */
    void close();
}
