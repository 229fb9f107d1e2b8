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

/** {@code docs/safety.md} names tests; they exist. */
class PromiseTableTest {
    private static final Path PAGE = Path.of("../docs/safety.md");
    private static final Pattern NAMED = Pattern.compile("`(\\w+(?:IT|Test))(?:\\.(\\w+))?`");

    @Test
    void every_test_that_the_page_names_exists() throws IOException {
        Map<String, String> sources = sources();
        List<String> missing = NAMED.matcher(Files.readString(PAGE))
                .results()
                .filter(name -> {
                    String source = sources.get(name.group(1));
                    return source == null || (name.group(2) != null && !source.contains("void " + name.group(2) + "("));
                })
                .map(name -> name.group())
                .toList();
        assertThat(missing).isEmpty();
    }

    @Test
    void there_are_at_least_forty_promises_and_each_names_a_test() throws IOException {
        List<String> promises = Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.equals("## Promises to the host"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("| ") && !line.startsWith("| the agent") && !line.startsWith("| ---"))
                .toList();
        assertThat(promises)
                .hasSizeGreaterThanOrEqualTo(40)
                .allMatch(line -> NAMED.matcher(line).find());
    }

    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Path.of("."))) {
            for (Path file : files.filter(each -> each.toString().contains("/src/test/")
                            && each.toString().endsWith(".java"))
                    .toList()) {
                String name = file.getFileName().toString();
                sources.put(name.substring(0, name.length() - ".java".length()), Files.readString(file));
            }
        }
        return sources;
    }
}
