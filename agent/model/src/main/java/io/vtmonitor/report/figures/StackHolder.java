package io.vtmonitor.report.figures;

import io.vtmonitor.model.Hold;

/**
 * A frame of a stack that holds the carrier.
 *
 * @param frame its index in the stack, 0 for the topmost frame
 * @param hold in which way it holds the carrier
 * @param monitors how many monitors it owns
 */
public record StackHolder(int frame, Hold hold, int monitors) {}
