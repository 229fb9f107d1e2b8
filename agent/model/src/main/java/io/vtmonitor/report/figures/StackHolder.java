package io.vtmonitor.report.figures;

import io.vtmonitor.model.Hold;

/**
 * A frame of a stack that keeps the carrier.
 *
 * @param frame its place in the stack, 0 is the topmost
 * @param hold by what it holds
 * @param monitors how many monitors it owns
 */
public record StackHolder(int frame, Hold hold, int monitors) {}
