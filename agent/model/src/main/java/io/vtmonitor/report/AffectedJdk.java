package io.vtmonitor.report;

import org.jspecify.annotations.Nullable;

/**
 * A watched JVM runs a build of the JDK with a bug that leaves virtual threads stuck.
 *
 * @param javaVersion of the JVM, such as {@code 25.0.2}
 * @param bug such as {@code JDK-8369227}
 * @param summary what happens, one sentence
 * @param fixed the first version of the same feature release that is known to be free of it; null for none
 * @param evidence address of the source
 */
public record AffectedJdk(
        String javaVersion,
        String bug,
        String summary,
        @Nullable String fixed,
        String evidence) {
    /** What a report can't show of it: a stuck thread has no carrier, so it is no pin. */
    public Limit limit() {
        return Limit.of(LimitKind.STUCK_THREADS, javaVersion, bug, fixed == null ? "" : fixed);
    }
}
