package io.vtmonitor.report;

import org.jspecify.annotations.Nullable;

/**
 * What callers requested of a pool while threads waited for it, and what follows by Little's law: the resources needed
 * at a time are the requests a second, times the seconds for which each is held.
 *
 * @param nanos time between pairs of looks that both found threads waiting
 * @param asked requests in this time; a caller that gave up and tried again counts each time
 * @param returns resources that were returned in this time
 * @param holdNanos for how long these had been lent, added up
 * @param mostCallers the most threads that had a resource or waited for one, at a look
 * @param needed how many resources can serve all requests of this time: {@code asked} a second, times the mean hold
 * @param newSize the size to set. If callers come faster than the pool serves them, {@code needed} plus its square
 *     root, so that waits stay short; else {@code mostCallers}, with which no caller waits
 * @param growing whether callers came faster than the pool served them
 * @param mostAdmitted the callers to admit at a time: the pool serves as many a second as before, and each caller waits
 *     for half a second; null if the size is not known
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
    /** Requests a second. */
    public double askedPerSecond() {
        return asked * 1e9 / nanos;
    }

    /** Returned resources a second. */
    public double servedPerSecond() {
        return returns * 1e9 / nanos;
    }

    /** For how many seconds a resource is held, on average. */
    public double holdSeconds() {
        return holdNanos / 1e9 / returns;
    }
}
