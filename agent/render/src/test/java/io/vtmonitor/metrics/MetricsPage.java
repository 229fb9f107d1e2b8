package io.vtmonitor.metrics;

import io.vtmonitor.RepositoryRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The table of {@code docs/metrics.md}. */
final class MetricsPage {
    /** Surefire runs in the module's folder. */
    static final Path FILE = RepositoryRoot.resolve("docs/metrics.md");

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private MetricsPage() {}

    /** Rows by metric name. */
    static Map<String, Row> read() throws IOException {
        Map<String, Row> rows = new TreeMap<>();
        for (String line : Files.readAllLines(FILE)) {
            if (line.startsWith("| `")) {
                List<String> cells =
                        Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
                rows.put(code(cells.get(1)).get(0), new Row(cells.get(2), code(cells.get(4))));
            }
        }
        return rows;
    }

    private static List<String> code(String cell) {
        return CODE.matcher(cell)
                .results()
                .map((MatchResult code) -> code.group(1))
                .toList();
    }

    /** One metric. */
    record Row(String type, List<String> labels) {}
}
