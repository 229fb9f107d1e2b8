package io.vtmonitor.report.figures;

import java.util.List;

/**
 * A class whose initialization was waited for.
 *
 * @param className its binary name, as the JVM gave it: it can be cut off
 * @param frames what a virtual thread that ran its static initializer was pinned in, topmost first; empty if no pin
 *     shows one
 */
public record Initializer(String className, List<StackFrame> frames) {}
