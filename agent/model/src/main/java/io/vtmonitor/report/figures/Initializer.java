package io.vtmonitor.report.figures;

import java.util.List;

/**
 * A class for whose initialization threads waited.
 *
 * @param className its binary name as the JVM gave it, which may be truncated
 * @param frames the stack of a pin of the virtual thread that ran its static initializer, topmost first; empty if no
 *     pin shows one
 */
public record Initializer(String className, List<StackFrame> frames) {}
