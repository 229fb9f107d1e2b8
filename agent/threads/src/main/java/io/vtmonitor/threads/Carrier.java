package io.vtmonitor.threads;

import org.jspecify.annotations.Nullable;

/**
 * A carrier and what is mounted on it.
 *
 * @param thread the carrier
 * @param mounted what is mounted, compared by identity; null if nothing is
 * @param virtualThread the virtual thread that is, null if the JDK hides it
 */
public record Carrier(
        Thread thread, @Nullable Object mounted, @Nullable Thread virtualThread) {}
