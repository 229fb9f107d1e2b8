package io.vtmonitor.report;

import java.util.List;

/**
 * The pinned time divided by one property of the pins; the parts and {@code other} add up to all of it.
 *
 * @param parts most pinned seconds first, at most a thousand
 * @param other the rest
 */
public record Dimension(List<Part> parts, Figures other) {
    public Dimension {
        parts = List.copyOf(parts);
    }

    /**
     * The pins that have a key in common.
     *
     * @param key what they have in common
     * @param pins how many
     * @param pinnedNanos sum of their durations
     * @param maxNanos the longest
     */
    public record Part(String key, long pins, long pinnedNanos, long maxNanos) {}

    /**
     * The pins of no part.
     *
     * @param pins how many
     * @param pinnedNanos sum of their durations
     * @param maxNanos the longest
     */
    public record Figures(long pins, long pinnedNanos, long maxNanos) {}
}
