package io.vtmonitor.cli.output;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The formats of results, and the file names that stand for them. */
public enum Format {
    TEXT(".txt"),
    JSON(".json"),
    HTML(".html"),
    MARKDOWN(".md"),
    COLLAPSED(".collapsed", ".folded"),
    CSV(".csv"),
    WAITS_COLLAPSED(".waits.collapsed", ".waits.folded"),
    WAITS_CSV(".waits.csv"),
    SARIF(".sarif", ".sarif.json"),
    JUNIT(".xml");

    @SuppressWarnings("ImmutableEnumChecker") // it can't be changed
    private final List<String> endings;

    Format(String... endings) {
        this.endings = List.of(endings);
    }

    /** The format that a file's name stands for: text if it has no ending, null if the ending is not known. */
    public static @Nullable Format of(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (name.indexOf('.', 1) < 0) {
            return TEXT;
        }
        String dotted = "." + name; // so that "waits.csv" has the ending of "app.waits.csv"
        Format longestMatch = null;
        int longest = 0;
        for (Format format : values()) {
            for (String ending : format.endings) {
                if (ending.length() > longest && dotted.endsWith(ending)) {
                    longestMatch = format;
                    longest = ending.length();
                }
            }
        }
        return longestMatch;
    }

    /** The ending that we give to files of this format. */
    public String ending() {
        return endings.get(0);
    }

    /** The endings of these formats, in the order of formats. */
    public static String endings(Set<Format> formats) {
        return Arrays.stream(values())
                .filter(formats::contains)
                .flatMap(format -> format.endings.stream())
                .collect(Collectors.joining(" "));
    }

    /** The name as users type it: {@code waits-csv}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
