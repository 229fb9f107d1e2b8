package io.vtmonitor.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.scan.Scan;
import io.vtmonitor.scan.ScanOptions;
import io.vtmonitor.scan.Sinks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many of the holders that were recorded a scan finds before anything runs. With
 * {@code -Dvtmonitor.scan.recall=all} over all golden stacks, with the table of docs/scan.md in
 * {@code target/scan-recall.md}; else over a few libraries.
 */
class ScanRecallTest {
    private static final boolean ALL = "all".equals(System.getProperty("vtmonitor.scan.recall"));
    private static final Set<String> SAMPLE = Set.of(
            "mysql-connector-j-8.0.33", "postgresql-42.5.6", "HikariCP-7.1.0", "sqlite-jdbc-3.54.1.0", "jsoup-1.16.2");
    private static final double ENOUGH = 0.95;

    @TempDir
    static Path programs;

    private final Map<List<String>, Set<String>> scans = new HashMap<>();

    @BeforeAll
    static void compileThePrograms() throws IOException {
        Program.compileAll(programs);
    }

    /** One library's recorded holders. */
    private static final class Row {
        private int recorded;
        private int found;
        private final List<String> missed = new ArrayList<>();
    }

    @Test
    void a_scan_finds_the_holders_that_were_recorded() throws IOException {
        Map<String, Row> rows = new TreeMap<>();
        for (Golden golden : Golden.all()) {
            if (golden.pins() && (ALL || SAMPLE.contains(golden.library()))) {
                Row row = rows.computeIfAbsent(golden.library(), any -> new Row());
                for (String line : golden.holders()) {
                    row.recorded++;
                    if (found(golden).contains(key(line))) {
                        row.found++;
                    } else {
                        row.missed.add(golden.what() + ": " + line);
                    }
                }
            }
        }
        int recorded = rows.values().stream().mapToInt(row -> row.recorded).sum();
        int found = rows.values().stream().mapToInt(row -> row.found).sum();
        Files.writeString(Path.of("target/scan-recall.md"), table(rows, recorded, found));
        assertThat(recorded).isGreaterThan(ALL ? 140 : 50);
        assertThat((double) found / recorded).as(table(rows, recorded, found)).isGreaterThanOrEqualTo(ENOUGH);
    }

    private Set<String> found(Golden golden) {
        return scans.computeIfAbsent(golden.jars(), jars -> {
            List<Path> classPath = new ArrayList<>(List.of(programs));
            jars.forEach(jar -> classPath.add(Golden.JARS.resolve(jar)));
            return Scan.of(classPath, new ScanOptions(21, Sinks.ours(), List.of(), 2), any -> {}).findings().stream()
                    .map(finding -> finding.holder() + " " + finding.hold())
                    .collect(Collectors.toSet());
        });
    }

    /** Whoever waits to enter a monitor waits for one who owns it: the same method. */
    private static String key(String line) {
        String[] words = line.split("[ ,]");
        return words[0] + " " + words[1].replace("monitor_enter", "monitor");
    }

    private static String table(Map<String, Row> rows, int recorded, int found) {
        StringBuilder table =
                new StringBuilder("| library | recorded holders | found | missed |\n| --- | ---: | ---: | --- |\n");
        rows.forEach((library, row) -> table.append("| " + library + " | " + row.recorded + " | " + row.found + " | "
                + String.join("; ", row.missed) + " |\n"));
        return table + "| all | " + recorded + " | " + found + " | |\n";
    }
}
