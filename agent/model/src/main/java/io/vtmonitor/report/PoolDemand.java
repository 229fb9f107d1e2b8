package io.vtmonitor.report;

import org.jspecify.annotations.Nullable;

/**
 * What callers asked of a pool while threads waited for it, and the numbers that follow by Little's law: as many are
 * needed at a time as come in a second, times the seconds for which each is held.
 *
 * @param nanos time between looks at both of which threads waited
 * @param asked callers that came in this time; who gave up and asked again counts each time
 * @param returns resources that were returned in this time
 * @param holdNanos for how long these had been lent, together
 * @param mostCallers most threads that had one or waited for one at a look
 * @param needed how many resources serve all that asked in this time, 0 or more: {@code asked} a second times the mean
 *     hold
 * @param newSize the size to set: where callers come faster than the pool serves them, what is needed and its square
 *     root, so that waits stay short; else {@code mostCallers}, with which none of them waits
 * @param growing whether callers came faster than the pool served them
 * @param mostAdmitted with so many callers at a time, the pool serves as many a second, and each waits for half a
 *     second; null if its size is not known
 */
public record PoolDemand(
        long nanos,
        long asked,
        long returns,
        long holdNanos,
        int mostCallers,
        double needed,
        int newSize,
        boolean growing,
        @Nullable Integer mostAdmitted) {
    /** Callers that came in a second. */
    public double askedPerSecond() {
        return asked * 1e9 / nanos;
    }

    /** Resources that came back in a second. */
    public double servedPerSecond() {
        return returns * 1e9 / nanos;
    }

    /** For how many seconds one is held, on average. */
    public double holdSeconds() {
        return holdNanos / 1e9 / returns;
    }
}
