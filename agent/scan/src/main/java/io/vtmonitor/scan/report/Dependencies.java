package io.vtmonitor.scan.report;

import io.vtmonitor.common.ProjectFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where the build files of a folder name a library: the line of its {@code artifactId} in {@code pom.xml}. */
public final class Dependencies {
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>\\s*([^<\\s]+)\\s*</artifactId>");
    private static final int DEEPEST = 4;

    private final Map<String, Line> lines = new HashMap<>();

    private Dependencies() {}

    /**
     * A line of a build file.
     *
     * @param uri of the file, relative to the folder
     * @param line its number
     */
    record Line(String uri, int line) {}

    /**
     * Reads the build files of a folder, a few folders deep.
     *
     * @throws IOException if the folder can't be read
     */
    public static Dependencies of(Path root) throws IOException {
        Dependencies found = new Dependencies();
        List<Path> poms = ProjectFiles.in(root, DEEPEST, "pom.xml"::equals);
        poms.sort(null);
        for (Path pom : poms) {
            found.add(ProjectFiles.uri(pom), root.resolve(pom));
        }
        return found;
    }

    private void add(String uri, Path pom) {
        String[] text;
        try {
            text = new String(Files.readAllBytes(pom), StandardCharsets.UTF_8).split("\n", -1);
        } catch (IOException ignored) { // its libraries have no line then
            return;
        }
        for (int i = 0; i < text.length; i++) {
            Matcher artifact = ARTIFACT.matcher(text[i]);
            while (artifact.find()) {
                lines.putIfAbsent(artifact.group(1), new Line(uri, i + 1));
            }
        }
    }

    /** Null if no build file names it. */
    @Nullable
    Line of(String artifact) {
        return lines.get(artifact);
    }
}
