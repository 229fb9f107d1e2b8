package io.vtmonitor.report.figures;

/**
 * A bin of a timeline. Compensated pins are left out, as in starved time.
 *
 * @param heldNanos carrier-nanoseconds
 * @param mostCarriers the most carriers pinned at one instant of it
 * @param starvedNanos the part of it in which every carrier was pinned at once
 */
public record Bin(long heldNanos, int mostCarriers, long starvedNanos) {}
