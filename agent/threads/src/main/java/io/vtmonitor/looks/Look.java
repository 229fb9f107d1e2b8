package io.vtmonitor.looks;

/**
 * A recurring check of this JVM. Only the {@link WatchThread} calls its methods. A look must not wait for a lock that
 * the application may have, because all other looks would wait, too.
 */
public interface Look {
    /**
     * Checks once.
     *
     * @return how long to wait for the next look, in nanoseconds
     * @throws ReflectiveOperationException if this JDK looks different inside
     */
    long look() throws ReflectiveOperationException;

    /** How long to wait after a look that failed, even for lack of memory, in nanoseconds. */
    long retryNanos();

    /**
     * Three looks in a row have failed, so there are no more of them. The other checks continue.
     *
     * @param failed the failure of the last look
     */
    void lost(Throwable failed);

    /** There are no more looks, for whatever reason: releases what they needed. */
    void close();
}
