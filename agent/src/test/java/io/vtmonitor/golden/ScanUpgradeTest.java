package io.vtmonitor.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The first screen of a program names a recorded holder with the release that the library was recorded with, and none
 * with the first release that the advice calls free of it. With {@code -Dvtmonitor.scan.releases=FOLDER} over all
 * golden stacks whose advised release lies in that folder, with the table of docs/evidence/scan.md in
 * {@code target/scan-upgrade.md}; else over one library.
 */
class ScanUpgradeTest {
    private static final String FOLDER = System.getProperty("vtmonitor.scan.releases", "");
    private static final String SAMPLE = "jsoup-stream org.jsoup:jsoup:1.16.2:1.24.1";

    @TempDir
    static Path programs;

    private final Map<List<Path>, GoldenScan> scans = new HashMap<>();

    @BeforeAll
    static void compileThePrograms() throws IOException {
        Program.compileAll(programs);
    }

    /** A library's recorded holders on the first screens of its programs. */
    private static final class Row {
        private int stacks;
        private int before;
        private int sameAdvice;
        private final Set<String> after = new LinkedHashSet<>();
    }

    @Test
    void the_advised_release_takes_the_recorded_holders_off_the_first_screen() throws IOException {
        Map<String, Row> rows = new TreeMap<>();
        for (String line : FOLDER.isEmpty() ? List.of(SAMPLE) : lines()) {
            String[] words = line.split("[ :]");
            Path upgraded =
                    (FOLDER.isEmpty() ? Golden.JARS : Path.of(FOLDER)).resolve(words[2] + "-" + words[4] + ".jar");
            assertThat(upgraded).exists();
            for (Golden golden : Golden.all()) {
                String version = golden.pins() && words[0].equals(golden.advice()) ? version(golden, words[2]) : null;
                if (version != null && isOlder(version, words[4])) {
                    String what = words[2] + " " + version + " | " + words[4];
                    look(golden, words[2], upgraded, rows.computeIfAbsent(what, any -> new Row()));
                }
            }
        }
        StringBuilder table =
                new StringBuilder("| library | advised release | stacks | holder on the first screen before"
                        + " | same advice | after |\n| --- | --- | ---: | ---: | ---: | --- |\n");
        rows.forEach((what, row) -> table.append("| " + what + " | " + row.stacks + " | " + row.before + " | "
                + row.sameAdvice + " | " + (row.after.isEmpty() ? "none" : String.join(", ", row.after)) + " |\n"));
        Files.writeString(Path.of("target/scan-upgrade.md"), table);
        assertThat(rows).isNotEmpty();
        assertThat(rows.values().stream().flatMap(row -> row.after.stream()))
                .as(table.toString())
                .isEmpty();
        long stacks = rows.values().stream().mapToInt(row -> row.stacks).sum();
        long named = rows.values().stream().mapToInt(row -> row.sameAdvice).sum();
        assertThat((double) named / stacks).as(table.toString()).isGreaterThanOrEqualTo(0.9);
    }

    private static List<String> lines() throws IOException {
        return Files.readAllLines(Path.of("src/golden/advice-releases.txt")).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    /** False for a program that was recorded with a release after the fix. */
    private static boolean isOlder(String version, String fixed) {
        return Version.parse(version).compareTo(Version.parse(fixed)) < 0;
    }

    /** The release of a library that a program was recorded with, null where it was recorded without. */
    private static @Nullable String version(Golden golden, String artifact) {
        return golden.jars().stream()
                .filter(jar -> jar.matches(artifact + "-\\d.*"))
                .map(jar -> jar.substring(artifact.length() + 1, jar.length() - ".jar".length()))
                .findFirst()
                .orElse(null);
    }

    private void look(Golden golden, String artifact, Path upgraded, Row row) {
        List<Path> before = new ArrayList<>();
        List<Path> after = new ArrayList<>();
        for (String jar : golden.jars()) {
            before.add(Golden.JARS.resolve(jar));
            after.add(jar.matches(artifact + "-\\d.*") ? upgraded : Golden.JARS.resolve(jar));
        }
        Map<String, String> shownBefore = scan(golden, before).advice();
        Map<String, String> shownAfter = scan(golden, after).advice();
        List<String> holders = golden.holders().stream().map(GoldenScan::key).toList();
        List<String> cured = holders.stream()
                .filter(holder -> Objects.equals(shownBefore.get(holder), golden.advice()))
                .toList();
        row.stacks++;
        row.before += holders.stream().anyMatch(shownBefore::containsKey) ? 1 : 0;
        row.sameAdvice += cured.isEmpty() ? 0 : 1;
        cured.stream().filter(shownAfter::containsKey).forEach(row.after::add);
    }

    private GoldenScan scan(Golden golden, List<Path> jars) {
        List<Path> what = new ArrayList<>(jars);
        what.add(Path.of(golden.program()));
        return scans.computeIfAbsent(what, any -> GoldenScan.of(programs, golden.program(), jars));
    }
}
