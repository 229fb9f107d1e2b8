package io.vtmonitor.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many of the holders that were recorded a scan finds before anything runs, and of how many of the stacks its first
 * screen has a holder. With {@code -Dvtmonitor.scan.recall=all} over all golden stacks, with the table of
 * docs/evidence/scan.md in {@code target/scan-recall.md}; else over a few libraries.
 */
class ScanRecallTest {
    private static final boolean ALL = "all".equals(System.getProperty("vtmonitor.scan.recall"));
    private static final Set<String> SAMPLE = Set.of(
            "mysql-connector-j-8.0.33", "postgresql-42.5.6", "HikariCP-7.1.0", "sqlite-jdbc-3.54.1.0", "jsoup-1.16.2");
    private static final double ENOUGH = 0.95;
    private static final double ENOUGH_SHOWN = 0.9;

    @TempDir
    static Path programs;

    private final Map<List<String>, GoldenScan> scans = new HashMap<>();

    @BeforeAll
    static void compileThePrograms() throws IOException {
        Program.compileAll(programs);
    }

    /** One library's recorded holders, and the stacks that they were recorded in. */
    private static final class Row {
        private int recorded;
        private int found;
        private int stacks;
        private int onFirstScreen;
        private int sameAdvice;
        private final List<String> missed = new ArrayList<>();
    }

    @Test
    void a_scan_finds_the_holders_that_were_recorded() throws IOException {
        Map<String, Row> rows = new TreeMap<>();
        for (Golden golden : Golden.all()) {
            if (golden.pins() && (ALL || SAMPLE.contains(golden.library()))) {
                Row row = rows.computeIfAbsent(golden.library(), any -> new Row());
                List<String> what = new ArrayList<>(golden.jars());
                what.add(golden.program());
                GoldenScan scanned = scans.computeIfAbsent(what, any -> scan(golden));
                row.stacks++;
                List<String> shown = golden.holders().stream()
                        .map(line -> scanned.advice().get(GoldenScan.key(line)))
                        .filter(Objects::nonNull)
                        .toList();
                row.onFirstScreen += shown.isEmpty() ? 0 : 1;
                row.sameAdvice += shown.contains(golden.advice()) ? 1 : 0;
                for (String line : golden.holders()) {
                    row.recorded++;
                    if (scanned.found().contains(GoldenScan.key(line))) {
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
        int stacks = rows.values().stream().mapToInt(row -> row.stacks).sum();
        int shown = rows.values().stream().mapToInt(row -> row.onFirstScreen).sum();
        assertThat((double) shown / stacks).as(table(rows, recorded, found)).isGreaterThanOrEqualTo(ENOUGH_SHOWN);
        assertThat((double) found / recorded).as(table(rows, recorded, found)).isGreaterThanOrEqualTo(ENOUGH);
    }

    private static GoldenScan scan(Golden golden) {
        return GoldenScan.of(
                programs,
                golden.program(),
                golden.jars().stream().map(Golden.JARS::resolve).toList());
    }

    private static String table(Map<String, Row> rows, int recorded, int found) {
        StringBuilder table =
                new StringBuilder("| library | recorded holders | found | stacks | on the first screen | same advice |"
                        + " missed |\n| --- | ---: | ---: | ---: | ---: | ---: | --- |\n");
        rows.forEach((library, row) -> table.append("| " + library + " | " + row.recorded + " | " + row.found + " | "
                + row.stacks + " | " + row.onFirstScreen + " | " + row.sameAdvice + " | "
                + String.join("; ", row.missed) + " |\n"));
        return table + "| all | " + recorded + " | " + found + " | "
                + rows.values().stream().mapToInt(row -> row.stacks).sum() + " | "
                + rows.values().stream().mapToInt(row -> row.onFirstScreen).sum() + " | "
                + rows.values().stream().mapToInt(row -> row.sameAdvice).sum() + " | |\n";
    }
}
