package io.vtmonitor.common;

import org.jspecify.annotations.Nullable;

/**
 * How many carriers the JDK's scheduler may have, by the rule of
 * {@code java.lang.VirtualThread.createDefaultScheduler}.
 *
 * @param parallelism carriers it aims at, 1 at least
 * @param maxPoolSize carriers it can have at once, spare ones included; never fewer than the parallelism
 * @param minRunnable on JDK 21 to 23 it starts a spare carrier for a blocked one only where fewer than this are left
 */
public record CarrierPool(int parallelism, int maxPoolSize, int minRunnable) {
    /** The property that allows no more carriers than this. */
    public static final String MAX_POOL_SIZE = "jdk.virtualThreadScheduler.maxPoolSize";

    /** The property that says how many are to be left. */
    public static final String MIN_RUNNABLE = "jdk.virtualThreadScheduler.minRunnable";

    private static final int DEFAULT_MAX = 256;

    /** A {@link java.util.concurrent.ForkJoinPool}'s. */
    public static final int MOST_CARRIERS = 32_767;

    public CarrierPool {
        maxPoolSize = Math.max(parallelism, maxPoolSize);
    }

    /** With no property set. */
    public static CarrierPool of(int parallelism) {
        return of(parallelism, null, null);
    }

    /**
     * With the values of the properties; null for those that are not set. One that is no number counts as not set.
     *
     * @param parallelism carriers it aims at
     */
    public static CarrierPool of(int parallelism, @Nullable String maxPoolSize, @Nullable String minRunnable) {
        Integer most = number(maxPoolSize);
        Integer least = number(minRunnable);
        return new CarrierPool(
                parallelism, most == null ? DEFAULT_MAX : most, least == null ? Math.max(parallelism / 2, 1) : least);
    }

    /** A value of one of the scheduler's properties; null if it is not set or no number that the JDK takes. */
    public static @Nullable Integer number(@Nullable String value) {
        try {
            int number = value == null ? 0 : Integer.parseInt(value);
            return number < 1 || number > MOST_CARRIERS ? null : Integer.valueOf(number);
        } catch (NumberFormatException ignored) {
            return null;
        }
    }

    /**
     * The same, aiming at another number.
     *
     * @param carriers 1 at least
     */
    public CarrierPool aimingAt(int carriers) {
        return new CarrierPool(carriers, maxPoolSize, minRunnable);
    }

    /**
     * How many of the carriers that the scheduler aims at are missing at least, while so many are blocked in calls that
     * spare ones may stand in for.
     */
    public int missingAtLeast(int blocked) {
        return Math.max(0, blocked - (maxPoolSize - parallelism));
    }

    /**
     * How many of those carriers are missing at most: whether a spare one was there depends on what the pool had
     * started before.
     */
    public int missingAtMost(int blocked) {
        int left = Math.min(Math.max(parallelism - blocked, Math.min(minRunnable, parallelism)), maxPoolSize - blocked);
        return Math.max(missingAtLeast(blocked), parallelism - Math.max(0, left));
    }
}
