package io.vtmonitor.plan;

import io.vtmonitor.report.Remedy.Kind;

/**
 * One thing to do.
 *
 * @param kind what it changes
 * @param what in words
 * @param estimate true where it is not certain that it removes the holders
 */
record Step(Kind kind, String what, boolean estimate) {
    static final Step JDK_24 = new Step(Kind.JDK_24, "run on JDK 24 or later", false);
    static final Step JDK_26 = new Step(Kind.JDK_26, "run on JDK 26 or later", true);
}
