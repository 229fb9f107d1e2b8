package io.vtmonitor.report.figures;

/**
 * A stretch of a timeline. Compensated pins are left out, as they are of starved time.
 *
 * @param heldNanos carrier-nanoseconds
 * @param mostCarriers most carriers pinned at one instant of it
 * @param starvedNanos the part of it in which every carrier was pinned at once
 */
public record Bin(long heldNanos, int mostCarriers, long starvedNanos) {}
