package io.vtmonitor.process.pins;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.Truth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What was said of every scenario, alongside the truth: one row for each scenario, JDK and source. Any thread. */
final class TruthTable {
    private static final String NOTHING = "(nothing)";

    private final List<Row> rows = new CopyOnWriteArrayList<>();

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

        /** Not if it had a wrong holder, said to be exact, which must never be. */
        boolean isReplacedBy(Row later) {
            return scenario.equals(later.scenario) && jdk == later.jdk && source.equals(later.source) && !wrongAndExact;
        }

        boolean pins() {
            return !said.equals(NOTHING);
        }

        /** Every holder is said to be exact, and there is one. */
        boolean exact() {
            return said.contains("(exact)") && !said.contains("(likely)") && !said.contains("(unknown)");
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

    /** Compares, keeps the row instead of one that was run before, and hands it back. */
    Row add(Scenarios scenario, int jdk, String source, JsonNode report) {
        Truth truth = scenario.truth(jdk);
        List<String> holders = holders(truth, scenario.program());
        boolean wrongAndExact = report.path("sites")
                .valueStream()
                .flatMap(site -> site.path("holders").valueStream())
                .filter(holder -> text(holder, "confidence").equals(Confidence.EXACT.toString()))
                .anyMatch(holder -> !holders.contains(holder(holder)));
        String expected = truth.pins() ? line(truth, scenario.program(), holders) : NOTHING;
        Row row = new Row(scenario.toString(), jdk, source, expected, said(report), wrongAndExact);
        rows.removeIf(before -> before.isReplacedBy(row));
        rows.add(row);
        return row;
    }

    List<Row> rows() {
        return List.copyOf(rows);
    }

    double right() {
        return rows.stream().filter(Row::right).count() / (double) rows.size();
    }

    /** Of the rows with pins, the share that names every holder exactly. */
    double exact() {
        long pins = rows.stream().filter(Row::pins).count();
        return pins == 0 ? 1 : rows.stream().filter(Row::exact).count() / (double) pins;
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
                "%d rows, %.1f %% right; %d with pins, of which %d (%.1f %%) name every holder exactly;"
                        + " %d wrong holders said to be exact",
                rows.size(),
                100 * right(),
                rows.stream().filter(Row::pins).count(),
                rows.stream().filter(Row::exact).count(),
                100 * exact(),
                rows.stream().filter(Row::wrongAndExact).count()));
        Files.write(file, lines);
    }

    private static String line(Truth truth, String program, List<String> holders) {
        return truth.site(program) + " because of " + truth.reason() + ", held by " + holders + ", " + truth.verdict();
    }

    private static List<String> holders(Truth truth, String program) {
        return truth.holders().stream().map(holder -> holder.text(program)).toList();
    }

    private static String said(JsonNode report) {
        String sites = report.path("sites")
                .valueStream()
                .map(site -> text(site, "id") + " because of " + text(site, "reason") + ", held by "
                        + site.path("holders")
                                .valueStream()
                                .map(TruthTable::holder)
                                .toList()
                        + ", " + text(site, "verdict"))
                .collect(Collectors.joining("; "));
        return sites.isEmpty() ? NOTHING : sites;
    }

    private static String holder(JsonNode holder) {
        return text(holder, "className") + "." + text(holder, "methodName") + " by " + text(holder, "hold") + " ("
                + text(holder, "confidence") + ")";
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString();
    }
}
