package io.vtmonitor.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.cli.ScanKnowledge;
import io.vtmonitor.scan.Assessment;
import io.vtmonitor.scan.Scan;
import io.vtmonitor.scan.ScanOptions;
import io.vtmonitor.scan.Sinks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What the knowledge base calls fixed, by the class files: the last release before holds where the entry says so, and
 * the first release after no more. With {@code -Dvtmonitor.scan.releases=FOLDER} for all entries whose releases lie in
 * that folder, with the table of docs/evidence/scan.md in {@code target/scan-releases.md} and what is left in
 * {@code target/scan-releases-left.txt}; else for a few.
 */
class ScanReleasesTest {
    private static final String FOLDER = System.getProperty("vtmonitor.scan.releases", "");
    private static final List<String> SAMPLE = List.of(
            "mysql-connector-j com.mysql:mysql-connector-j:8.4.0:9.7.0",
            "jsoup-stream org.jsoup:jsoup:1.16.2:1.24.1",
            "httpclient5 org.apache.httpcomponents.client5:httpclient5:5.3.1:5.4.4",
            "jedis redis.clients:jedis:5.1.5:5.2.0");

    private final KnowledgeBase knowledge = new KnowledgeBase();

    /** One line of the list. */
    private record Release(String entry, String artifact, String before, String after) {
        static Release of(String line) {
            String[] words = line.split("[ :]");
            return new Release(words[0], words[2], words[3], words[4]);
        }

        boolean isThere() {
            return Files.exists(jar(before)) && Files.exists(jar(after));
        }

        Path jar(String version) {
            return (FOLDER.isEmpty() ? Golden.JARS : Path.of(FOLDER)).resolve(artifact + "-" + version + ".jar");
        }
    }

    /** Findings that an entry is about. */
    private record Count(long certain, long guesses, String first, String left) {}

    @Test
    void holders_of_a_fixed_library_are_there_before_and_fewer_after() throws IOException {
        List<String> lines = FOLDER.isEmpty()
                ? SAMPLE
                : Files.readAllLines(Path.of("src/golden/advice-releases.txt")).stream()
                        .filter(line -> !line.startsWith("#"))
                        .toList();
        List<String> wrong = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        StringBuilder left = new StringBuilder();
        StringBuilder table = new StringBuilder("| entry | before | no guess | guess | after | no guess | guess |"
                + " first left |\n| --- | --- | ---: | ---: | --- | ---: | ---: | --- |\n");
        for (String line : lines) {
            Release release = Release.of(line);
            if (!release.isThere()) {
                missing.add(line);
                continue;
            }
            Count before = count(release, release.before());
            Count after = count(release, release.after());
            left.append(after.left());
            table.append("| " + release.entry() + " | " + release.before() + " | " + before.certain() + " | "
                    + before.guesses() + " | " + release.after() + " | " + after.certain() + " | " + after.guesses()
                    + " | " + after.first() + " |\n");
            boolean isFound = before.certain() + before.guesses() > 0;
            if (!isFound || after.certain() >= Math.max(1, before.certain())) {
                wrong.add(line);
            }
        }
        Files.writeString(Path.of("target/scan-releases.md"), table);
        Files.writeString(Path.of("target/scan-releases-left.txt"), left);
        assertThat(missing).as("releases that are not in the folder").isEmpty();
        if (FOLDER.isEmpty()) {
            assertThat(wrong).as(table.toString()).isEmpty();
        }
    }

    private Count count(Release release, String version) {
        List<Assessment> found = Assessment.of(
                Scan.of(
                                List.of(release.jar(version)),
                                List.of(),
                                new ScanOptions(21, Sinks.ours(), List.of(), 2),
                                (read, jars, known) -> {})
                        .findings(),
                true,
                new ScanKnowledge(knowledge));
        List<Assessment> ours = found.stream()
                .filter(each -> each.advice().id().equals(release.entry()))
                .toList();
        List<Assessment> certain = ours.stream().filter(Assessment::isCertain).toList();
        String first = certain.isEmpty()
                ? ""
                : "`" + certain.get(0).finding().holding().holder() + "` "
                        + certain.get(0).finding().kind();
        String left = certain.stream()
                .map(each -> release.entry() + " " + version + " " + described(each) + "\n")
                .collect(Collectors.joining());
        return new Count(certain.size(), ours.size() - certain.size(), first, left);
    }

    private static String described(Assessment left) {
        return left.finding().holding().holder() + " "
                + left.finding().holding().hold() + " "
                + left.finding().kind() + " by "
                + left.finding().path().stream()
                        .skip(1)
                        .map(step -> step.method() + ":" + step.line() + " > ")
                        .collect(Collectors.joining())
                + left.finding().sink();
    }
}
