package io.vtmonitor.report;

import org.jspecify.annotations.Nullable;

/**
 * A watched JVM runs a build of the JDK with a bug that leaves virtual threads stuck.
 *
 * @param javaVersion the version of the JVM's Java, such as {@code 25.0.2}
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
    /** The limit of a report on such a JVM: a stuck thread has no carrier, so no pin shows it. */
    public Limit limit() {
        return Limit.of(LimitKind.STUCK_THREADS, javaVersion, bug, fixed == null ? "" : fixed);
    }
}
