package io.vtmonitor.threads;

import org.jspecify.annotations.Nullable;

/**
 * A carrier and what is mounted on it.
 *
 * @param thread the carrier
 * @param mounted the mounted continuation, compared by identity; null if there is none
 * @param virtualThread the mounted virtual thread; null if there is none, or if the JDK hides it
 */
public record Carrier(
        Thread thread, @Nullable Object mounted, @Nullable Thread virtualThread) {}
