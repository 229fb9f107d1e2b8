package io.vtmonitor.report.export;

import io.vtmonitor.common.ProjectFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The source files below a folder, found by class name. Recordings have no names of source files: a class is expected
 * in a file that is named after its outermost class, in a folder whose path ends like its package. For Kotlin, Scala,
 * and Groovy, which need no such folder, the package declaration in the file counts, too.
 */
public final class SourceTree {
    private static final List<String> LANGUAGES = List.of(".java", ".kt", ".scala", ".groovy");
    private static final int LINES_BEFORE_PACKAGE = 200;

    private final Path root;
    private final Map<String, List<Path>> byName = new HashMap<>();
    private final Map<String, String> found = new HashMap<>();

    private SourceTree(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    /**
     * Lists the files.
     *
     * @throws IOException if the folder can't be read
     */
    public static SourceTree of(Path root) throws IOException {
        SourceTree tree = new SourceTree(root);
        for (Path file : ProjectFiles.in(root, Integer.MAX_VALUE, SourceTree::isSource)) {
            tree.byName
                    .computeIfAbsent(String.valueOf(file.getFileName()), fresh -> new ArrayList<>())
                    .add(file);
        }
        // Short paths first: copies and generated files are usually in deeper folders.
        tree.byName
                .values()
                .forEach(files ->
                        files.sort(Comparator.comparingInt(Path::getNameCount).thenComparing(Path::toString)));
        return tree;
    }

    /**
     * The file of a class, relative to the root, as a URI reference; null if there is none.
     *
     * @param className binary name
     */
    public @Nullable String uri(String className) {
        String uri = found.computeIfAbsent(className, name -> {
            Path file = find(name);
            return file == null ? "" : ProjectFiles.uri(file);
        });
        return uri.isEmpty() ? null : uri;
    }

    private @Nullable Path find(String className) {
        int dot = className.lastIndexOf('.');
        String packageName = className.substring(0, Math.max(0, dot));
        String simple = className.substring(dot + 1);
        int nested = simple.indexOf('$', 1);
        String outer = nested < 0 ? simple : simple.substring(0, nested);
        Stream<String> names = LANGUAGES.stream().map(language -> outer + language);
        if (outer.endsWith("Kt")) {
            names = Stream.concat(names, Stream.of(outer.substring(0, outer.length() - 2) + ".kt"));
        }
        List<Path> candidates = names.flatMap(name -> byName.getOrDefault(name, List.of()).stream())
                .toList();
        return candidates.stream()
                .filter(file -> isInFolderOf(root.resolve(file), packageName))
                .findFirst()
                .or(() -> candidates.stream()
                        .filter(file -> declares(root.resolve(file), packageName))
                        .findFirst())
                .orElse(null);
    }

    private static boolean isSource(String name) {
        return LANGUAGES.stream().anyMatch(name::endsWith);
    }

    private static boolean isInFolderOf(Path file, String packageName) {
        Path folder = file.getParent();
        return packageName.isEmpty() || (folder != null && folder.endsWith(packageName.replace('.', '/')));
    }

    private static boolean declares(Path file, String packageName) {
        if (file.toString().endsWith(".java") || !Files.isRegularFile(file)) {
            return false;
        }
        Pattern declaration = Pattern.compile("\\s*package\\s+" + Pattern.quote(packageName) + "\\s*;?\\s*");
        try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
            return lines.limit(LINES_BEFORE_PACKAGE)
                    .anyMatch(line -> declaration.matcher(line).matches());
        } catch (IOException | UncheckedIOException ignored) {
            return false;
        }
    }
}
