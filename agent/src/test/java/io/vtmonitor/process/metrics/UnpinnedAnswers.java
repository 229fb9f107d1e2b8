package io.vtmonitor.process.metrics;

import static io.vtmonitor.process.metrics.DashboardAnswers.none;
import static io.vtmonitor.process.metrics.DashboardAnswers.nothing;
import static io.vtmonitor.process.metrics.DashboardAnswers.one;

import io.vtmonitor.process.metrics.DashboardAnswers.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the queries of "Virtual thread pinning" must answer of a JVM whose virtual threads block 100 ms at a time under
 * two monitors, both of them rewritten by {@code unpin}: nothing is pinned.
 */
final class UnpinnedAnswers {
    /** What is asked of {@code unpin}. */
    static final List<String> QUERIES = List.of("A", "B", "C", "D", "E", "F", "G", "H").stream()
            .map(letter -> "What unpin= removed " + letter)
            .toList();

    private UnpinnedAnswers() {}

    /** By the query's name. */
    static Map<String, Answer> byQuery(int parallelism) {
        Map<String, Answer> answers = new LinkedHashMap<>();
        List.of(2, 1, 0, 2, 0, 0, 0).forEach(value -> answers.put(QUERIES.get(answers.size()), one(value, value)));
        answers.put(QUERIES.get(answers.size()), one(2, 3)); // what is locked a few times may have its lock for moments
        for (String zero : List.of(
                "Capacity lost A",
                "Capacity lost by JVM A",
                "Time starved A",
                "Time starved by JVM A",
                "Time stalled A",
                "Pinned and available carriers B",
                "Stalls A")) {
            answers.put(zero, none());
        }
        answers.put("Pinned and available carriers C", one(parallelism, parallelism));
        for (String empty : List.of(
                "Top sites A", "Top sites B", "Sites by their first pin A", "What removes them A", "New sites")) {
            answers.put(empty, nothing());
        }
        return answers;
    }
}
