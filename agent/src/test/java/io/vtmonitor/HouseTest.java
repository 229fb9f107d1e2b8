package io.vtmonitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What keeps the sources readable: short files, small packages, comments and names of one kind. */
class HouseTest {
    private static final int MOST_LINES = 600;
    private static final int MOST_FILES = 50;
    private static final int WIDEST_LINE = 120;
    private static final String TEXT_BLOCK = "\"\"\"";
    private static final Path ROOT = Path.of("..");
    private static final Set<String> SOURCES = Set.of("agent", "sample-app/src", "integrations");
    private static final Set<String> EXCEPTION_NAMES = Set.of("e", "ignored", "expected");
    private static final Pattern CAUGHT = Pattern.compile("catch \\((?:final )?[\\w.]+(?: ?\\| ?[\\w.]+)* (\\w+)\\)");
    private static final Pattern COMMENT = Pattern.compile("^\\s*(/\\*\\*?|\\*|//)\\s*(.*)");

    private record Line(Path file, int number, String text) {
        @Override
        public String toString() {
            return file + ":" + number + ": " + text.strip();
        }
    }

    @Test
    void no_source_file_has_more_than_six_hundred_lines() throws IOException {
        List<String> longer = new ArrayList<>();
        for (Path file : sources(".java", ".js")) {
            int lines = lines(file).size();
            if (lines > MOST_LINES) {
                longer.add(file + ": " + lines);
            }
        }
        assertThat(longer).isEmpty();
    }

    @Test
    void no_package_has_more_than_fifty_files() throws IOException {
        Map<Path, Long> packages = sources(".java").stream()
                .filter(file -> !isTest(file))
                .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));
        packages.values().removeIf(files -> files <= MOST_FILES);
        assertThat(packages).isEmpty();
    }

    /** The formatter breaks code, and neither comments nor strings. Text blocks are data, as wide as they are. */
    @Test
    void no_line_is_wider_than_the_formatter_makes_code() throws IOException {
        List<Line> wider = new ArrayList<>();
        for (Path file : sources(".java", ".js")) {
            List<String> lines = lines(file);
            boolean textBlock = false;
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                boolean checked = file.toString().endsWith(".java")
                        ? !textBlock && !line.contains(TEXT_BLOCK)
                        : COMMENT.matcher(line).matches();
                if (checked && line.length() > WIDEST_LINE && !line.contains("://")) {
                    wider.add(new Line(file, i + 1, line));
                }
                textBlock ^= line.split(TEXT_BLOCK, -1).length % 2 == 0;
            }
        }
        assertThat(wider).isEmpty();
    }

    @Test
    void caught_exceptions_have_the_usual_names() throws IOException {
        assertThat(where(HouseTest::namesExceptionOtherwise)).isEmpty();
    }

    @Test
    void no_comment_leaves_to_the_one_before_it_what_it_means() throws IOException {
        assertThat(where(line -> {
                    Matcher comment = COMMENT.matcher(line);
                    return comment.matches()
                            && (comment.group(2).startsWith("Likewise")
                                    || comment.group(2).startsWith("One of them"));
                }))
                .isEmpty();
    }

    private static boolean namesExceptionOtherwise(String line) {
        Matcher caught = CAUGHT.matcher(line);
        while (caught.find()) {
            if (!EXCEPTION_NAMES.contains(caught.group(1))) {
                return true;
            }
        }
        return false;
    }

    private static List<Line> where(Predicate<String> wrong) throws IOException {
        List<Line> found = new ArrayList<>();
        for (Path file : sources(".java", ".js")) {
            List<String> lines = lines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (wrong.test(lines.get(i))) {
                    found.add(new Line(file, i + 1, lines.get(i)));
                }
            }
        }
        return found;
    }

    private static boolean isTest(Path file) {
        return file.toString().contains("/src/test/");
    }

    private static List<Path> sources(String... endings) throws IOException {
        List<Path> all = new ArrayList<>();
        for (String folder : SOURCES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.filter(file -> !file.toString().contains("/target/"))
                        .filter(file -> Stream.of(endings)
                                .anyMatch(ending -> file.toString().endsWith(ending)))
                        .forEach(all::add);
            }
        }
        assertThat(all).as("sources that were found").hasSizeGreaterThan(500);
        return all;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
