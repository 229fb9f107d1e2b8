package io.vtmonitor.cli.output;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How a result is written, and which file names ask for it. */
public enum Format {
    TEXT(".txt"),
    JSON(".json"),
    HTML(".html"),
    TRACE(""),
    COLLAPSED(".collapsed .folded"),
    CSV(".csv"),
    SARIF(".sarif .sarif.json"),
    JUNIT(".xml");

    private final String endings;

    /** Endings of file names, separated by spaces. */
    Format(String endings) {
        this.endings = endings;
    }

    /** What a file's name asks for; text where it has no ending, null where the ending is none of ours. */
    public static @Nullable Format of(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (name.endsWith(".sarif.json")) {
            return SARIF;
        }
        if (name.indexOf('.', 1) < 0) {
            return TEXT;
        }
        String ending = name.substring(name.lastIndexOf('.'));
        return Arrays.stream(values())
                .filter(format -> List.of(format.endings.split(" ")).contains(ending))
                .findFirst()
                .orElse(null);
    }

    /** The ending that a file of ours gets. */
    public String ending() {
        return endings.isEmpty() ? "." + this : endings.split(" ", 2)[0];
    }

    public static String allEndings() {
        return Arrays.stream(values())
                .map(format -> format.endings)
                .filter(endings -> !endings.isEmpty())
                .collect(Collectors.joining(" "));
    }

    /** The name as users type it: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
