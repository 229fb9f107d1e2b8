package io.vtmonitor.scan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/** Small classes, compiled for one test and scanned. */
public final class Sources {
    private static final Pattern NAME = Pattern.compile("(?:class|interface|enum|record) (\\w+)");

    private Sources() {}

    /** Compiles sources of one top-level type each into a folder. */
    public static Path compile(Path folder, String... sources) throws IOException {
        Path texts = Files.createTempDirectory(folder, "sources");
        Path classes = Files.createTempDirectory(folder, "classes");
        List<String> command =
                new ArrayList<>(List.of("--release", "21", "-g", "-nowarn", "-proc:none", "-d", classes.toString()));
        for (String source : sources) {
            Matcher name = NAME.matcher(source);
            if (!name.find()) {
                throw new IOException("no type in " + source);
            }
            command.add(Files.writeString(texts.resolve(name.group(1) + ".java"), source)
                    .toString());
        }
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(String[]::new)) != 0) {
            throw new IOException("does not compile: " + String.join("\n", sources));
        }
        return classes;
    }

    static ScanResult scan(int feature, Path... classPath) {
        return Scan.of(
                List.of(classPath),
                List.of(),
                new ScanOptions(feature, Sinks.ours(), List.of(), 2),
                (read, jars, known) -> {});
    }

    /** One line for each finding: place, what is held, what waits, how certain, and the path to the wait. */
    static List<String> lines(List<ScanFinding> found) {
        return found.stream()
                .map(finding -> finding.holding().holder() + ":"
                        + finding.holding().source().line() + " "
                        + finding.holding().hold() + " of "
                        + finding.holding().lock() + ", " + finding.kind() + ", " + finding.certainty() + ": "
                        + String.join(
                                " > ",
                                finding.path().stream()
                                        .map(step -> step.method().methodName())
                                        .toList()))
                .toList();
    }
}
