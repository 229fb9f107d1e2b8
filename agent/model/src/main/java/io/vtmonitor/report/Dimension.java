package io.vtmonitor.report;

import java.util.List;

/**
 * The pinned time by one property of the pins. The parts and {@code other} add up to the total.
 *
 * @param parts most pinned seconds first, at most a thousand
 * @param other the rest
 */
public record Dimension(List<Part> parts, Figures other) {
    public Dimension {
        parts = List.copyOf(parts);
    }

    /**
     * The pins with the same key.
     *
     * @param key the common property
     * @param pins how many
     * @param pinnedNanos sum of their durations
     * @param maxNanos the longest
     */
    public record Part(String key, long pins, long pinnedNanos, long maxNanos) {}

    /**
     * The pins that are in no part.
     *
     * @param pins how many
     * @param pinnedNanos sum of their durations
     * @param maxNanos the longest
     */
    public record Figures(long pins, long pinnedNanos, long maxNanos) {}
}
