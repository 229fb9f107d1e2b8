package io.vtmonitor.process;

import io.vtmonitor.model.Confidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What was said of every scenario, beside the truth: one row for each scenario, JDK and source. */
final class TruthTable {
    private static final String NOTHING = "(nothing)";

    private final List<Row> rows = new ArrayList<>();

    /**
     * One comparison.
     *
     * @param truth who holds by what, operation, reason, confidence, verdict: in one line
     * @param said the same as the report says it
     * @param wrongAndExact a holder that is none, said to be exact
     */
    record Row(String scenario, int jdk, String source, String truth, String said, boolean wrongAndExact) {
        boolean right() {
            return truth.equals(said);
        }

        String line() {
            return String.format(
                    Locale.ROOT,
                    "%-22s %-3d %-9s %-5s %s%s",
                    scenario,
                    jdk,
                    source,
                    right() ? "right" : "WRONG",
                    said,
                    right() ? "" : "  TRUTH " + truth);
        }
    }

    /** Compares, keeps the row and hands it back. */
    Row add(Scenarios scenario, int jdk, String source, JsonNode report) {
        Truth truth = scenario.truth(jdk);
        List<String> holders = truth.kind() == Truth.Kind.HELD ? holders(truth, scenario.program()) : List.of();
        boolean wrongAndExact = report.path("sites")
                .valueStream()
                .flatMap(site -> site.path("holders").valueStream())
                .filter(holder -> text(holder, "confidence").equals(Confidence.EXACT.toString()))
                .anyMatch(holder -> !holders.contains(holder(holder)));
        String expected = truth.pins() ? expected(truth, scenario.program()) : NOTHING;
        Row row = new Row(scenario.toString(), jdk, source, expected, said(report), wrongAndExact);
        rows.add(row);
        return row;
    }

    List<Row> rows() {
        return List.copyOf(rows);
    }

    double right() {
        return rows.stream().filter(Row::right).count() / (double) rows.size();
    }

    void write(Path file) throws IOException {
        List<String> lines = rows.stream()
                .sorted(Comparator.comparing(Row::scenario)
                        .thenComparing(Row::jdk)
                        .thenComparing(Row::source))
                .map(Row::line)
                .collect(Collectors.toCollection(ArrayList::new));
        lines.add(String.format(
                Locale.ROOT,
                "%d rows, %.1f %% right, %d wrong holders said to be exact",
                rows.size(),
                100 * right(),
                rows.stream().filter(Row::wrongAndExact).count()));
        Files.write(file, lines);
    }

    private static String expected(Truth truth, String program) {
        String holders = truth.kind() == Truth.Kind.HELD ? String.join(", ", holders(truth, program)) : "";
        return truth.site(program) + " " + truth.reason() + " | " + holders + " | " + truth.confidence() + " | "
                + truth.verdict();
    }

    private static List<String> holders(Truth truth, String program) {
        return truth.holders().stream()
                .map(holder -> holder.in(program) + " by " + holder.hold())
                .toList();
    }

    /** Holders that are only likely are no part of the comparison, but their confidence is. */
    private static String said(JsonNode report) {
        String sites = report.path("sites")
                .valueStream()
                .map(site -> {
                    List<JsonNode> holders = site.path("holders").valueStream().toList();
                    String exact = holders.stream()
                            .filter(holder -> text(holder, "confidence").equals(Confidence.EXACT.toString()))
                            .map(TruthTable::holder)
                            .collect(Collectors.joining(", "));
                    String confidence = holders.stream()
                            .map(holder -> text(holder, "confidence"))
                            .distinct()
                            .collect(Collectors.joining(" and "));
                    return text(site, "id") + " " + text(site, "reason") + " | " + exact + " | "
                            + (confidence.isEmpty() ? Confidence.UNKNOWN : confidence) + " | "
                            + text(site, "verdict");
                })
                .collect(Collectors.joining("; "));
        return sites.isEmpty() ? NOTHING : sites;
    }

    private static String holder(JsonNode holder) {
        return text(holder, "className") + "." + text(holder, "methodName") + " by " + text(holder, "hold");
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString();
    }
}
