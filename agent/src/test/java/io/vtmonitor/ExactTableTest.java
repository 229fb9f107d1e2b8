package io.vtmonitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/evidence/verification.md} lists what makes an answer exact; the list is complete. */
class ExactTableTest {
    private static final Path PAGE = Path.of("../docs/evidence/verification.md");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:IT|Test))(?:\\.(\\w+))?`");

    @Test
    void each_class_that_calls_something_exact_is_in_the_table_or_is_said_to_pass_it_on() throws IOException {
        String section = String.join("\n", section());
        List<String> missing = sources("/src/main/").entrySet().stream()
                .filter(source -> source.getValue().contains("Confidence.EXACT"))
                .map(Map.Entry::getKey)
                .filter(name -> !section.contains("`" + name + "`"))
                .toList();
        assertThat(missing).isEmpty();
    }

    @Test
    void each_row_names_a_class_and_tests_that_there_are() throws IOException {
        Map<String, String> classes = sources("/src/main/");
        Map<String, String> tests = sources("/src/test/");
        List<String> rows =
                section().stream().filter(line -> line.startsWith("| `")).toList();
        assertThat(rows).hasSizeGreaterThan(10);
        for (String row : rows) {
            assertThat(classes.getOrDefault(row.split("`")[1], "")).as(row).contains("Confidence.EXACT");
            assertThat(TEST.matcher(row).results().toList())
                    .as(row)
                    .isNotEmpty()
                    .allMatch(test -> tests.getOrDefault(test.group(1), "")
                            .contains(test.group(2) == null ? "" : "void " + test.group(2) + "("))
                    .allMatch(test -> tests.containsKey(test.group(1)));
        }
    }

    private static List<String> section() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.equals("## What makes an answer exact"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .toList();
    }

    private static Map<String, String> sources(String folder) throws IOException {
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Path.of("."))) {
            for (Path file : files.filter(each ->
                            each.toString().contains(folder) && each.toString().endsWith(".java"))
                    .toList()) {
                String name = file.getFileName().toString();
                sources.put(name.substring(0, name.length() - ".java".length()), Files.readString(file));
            }
        }
        return sources;
    }
}
