package io.vtmonitor.scan;

import io.vtmonitor.model.Hold;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The order of findings: first what an entry of the application reaches, then what needs no guess; of these what waits for
 * something outside of the JVM before what waits for another thread, and short paths before long ones.
 */
final class Ranking {
    private static final int REACHED = 12;

    private Ranking() {}

    static List<Finding> sorted(List<Finding> findings) {
        List<Finding> sorted = new ArrayList<>(findings);
        sorted.sort(Comparator.comparingInt(Ranking::score)
                .thenComparing(finding -> finding.holder().toString())
                .thenComparing(Finding::descriptor)
                .thenComparing(finding -> finding.library().toString()));
        return sorted;
    }

    /** Less is more important. */
    static int score(Finding finding) {
        int score = finding.length() + weight(finding.kind()) + weight(finding.hold());
        if (finding.certainty() == Certainty.ONE_TARGET) {
            score += 4;
        } else if (finding.certainty() == Certainty.MANY_TARGETS) {
            score += 10;
        }
        return finding.entry() == null ? score : score - REACHED;
    }

    private static int weight(BlockingKind kind) {
        return switch (kind) {
            case SOCKET, HTTP, JDBC, DNS, PROCESS -> 0;
            case SLEEP, QUEUE, FUTURE, STREAM, SELECTOR, FILE_LOCK, OTHER -> 4;
            case CONDITION -> 6;
            case OBJECT_WAIT -> 8;
            case LOCK -> 10;
        };
    }

    /** What happens once costs less than what happens with each request. */
    private static int weight(Hold hold) {
        return switch (hold) {
            case CLASS_INIT, CLASS_LOAD -> 12;
            case OBJECT_WAIT -> 2;
            default -> 0;
        };
    }
}
