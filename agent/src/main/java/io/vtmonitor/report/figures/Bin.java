package io.vtmonitor.report.figures;

/**
 * A stretch of a timeline. Compensated pins are left out, as they are of starved time.
 *
 * @param heldSeconds carrier-seconds
 * @param mostCarriers most carriers pinned at one instant of it
 * @param starvedSeconds the part of it in which every carrier was pinned at once
 */
public record Bin(double heldSeconds, int mostCarriers, double starvedSeconds) {}
