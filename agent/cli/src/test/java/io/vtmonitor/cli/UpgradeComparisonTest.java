package io.vtmonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.text.PlanText;
import io.vtmonitor.report.text.TextStyle;
import io.vtmonitor.scan.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Advised releases, compared by jars of a local Maven repository. */
class UpgradeComparisonTest {
    private static final String PINS = "package com.mysql.cj.protocol; public class ReadAheadInputStream {"
            + " public synchronized int read() throws Exception { Thread.sleep(1); return 0; } }";
    private static final String FREE = PINS.replace("synchronized", "");
    private static final String ADVICE = "upgrade mysql-connector-j 8.0.33 to 9.0.0 or later";

    @TempDir
    Path folder;

    @Test
    void the_first_release_that_is_called_free_is_compared_with_the_one_in_use() throws IOException {
        jar("com/mysql", "8.0.33", PINS);
        jar("com/mysql", "8.4.0", PINS);
        jar("com/mysql", "9.1.0", FREE);
        jar("com/mysql", "9.7.0", PINS);
        assertThat(lines())
                .containsExactly(ADVICE
                        + ": of 1 recorded holder, a scan finds 1 in 8.0.33 and 0 in 9.1.0. Places that hold a carrier "
                        + "while they can block: gone 1, new 0, left 0.");
    }

    @Test
    void a_release_that_still_holds_is_contradicted_by_name() throws IOException {
        jar("com/mysql", "8.0.33", PINS);
        jar("com/mysql", "9.0.0", PINS);
        assertThat(lines())
                .containsExactly(ADVICE + ": of 1 recorded holder, a scan finds 1 in 8.0.33 and 1 in 9.0.0 "
                        + "(com.mysql.cj.protocol.ReadAheadInputStream.read). Places that hold a carrier while they can "
                        + "block: gone 0, new 0, left 1.");
    }

    @Test
    void what_the_repository_lacks_is_not_compared_nor_taken_from_an_artifact_of_that_name() throws IOException {
        assertThat(lines())
                .containsExactly(ADVICE + ": not compared, because the local Maven repository has no jar of"
                        + " mysql-connector-j 8.0.33.");
        jar("com/mysql", "8.0.33", PINS);
        jar("org/other", "9.0.0", FREE);
        assertThat(lines())
                .containsExactly(ADVICE + ": not compared, because the local Maven repository has no jar of"
                        + " mysql-connector-j in which this is fixed.");
        Files.writeString(jar("com/mysql", "9.0.0", FREE), "no zip");
        assertThat(lines())
                .containsExactly(ADVICE + ": not compared, because the jar of 9.0.0 in the local Maven repository can't"
                        + " be read, or has no classes.");
    }

    @Test
    void a_plan_shows_what_was_compared() throws IOException {
        jar("com/mysql", "8.0.33", PINS);
        jar("com/mysql", "9.0.0", FREE);
        assertThat(PlanText.write(report(), lines(), TextStyle.PLAIN))
                .contains("Releases compared by their class files in the local Maven repository:\n  " + ADVICE)
                .containsIgnoringWhitespaces("a scan finds 1 in 8.0.33 and 0 in 9.0.0.");
        assertThat(PlanText.write(report(), List.of(), TextStyle.PLAIN)).doesNotContain("Releases compared");
    }

    private List<String> lines() {
        return new UpgradeComparison(new KnowledgeBase(), new LocalRepository(folder.resolve("repository")))
                .lines(report());
    }

    private static Report report() {
        SiteFigures site = Reports.site();
        Advice advice = site.advice();
        return Reports.of(List.of(site.with(new Advice(
                "mysql-connector-j",
                advice.kind(),
                advice.summary(),
                advice.action(),
                List.of(new MethodName("com.mysql.cj.protocol.ReadAheadInputStream", "read")),
                List.of(),
                advice.evidence(),
                advice.confidence(),
                null,
                new Advice.Cure(Advice.Cure.Kind.RELEASE, ADVICE, true),
                List.of()))));
    }

    private Path jar(String group, String version, String source) throws IOException {
        Path release = Files.createDirectories(
                folder.resolve("repository").resolve(group).resolve("mysql-connector-j/" + version));
        Files.writeString(release.resolve("mysql-connector-j-" + version + ".pom"), "<project/>");
        Path jar = release.resolve("mysql-connector-j-" + version + ".jar");
        Path classes = Sources.compile(folder, source);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                out.write(Files.readAllBytes(file));
            }
        }
        return jar;
    }
}
