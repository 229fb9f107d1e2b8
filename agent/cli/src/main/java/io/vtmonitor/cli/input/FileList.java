package io.vtmonitor.cli.input;

import io.vtmonitor.common.FailureText;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files that arguments name: files, the files in folders and below, and files that match a pattern, if the shell
 * has not expanded it. A file that is named twice is listed once.
 */
public final class FileList {
    /** The name of a folder in which a JVM keeps the chunks of its recordings, which are read as one recording. */
    private static final String REPOSITORY = "\\d{4}(_\\d{2}){5}_\\d+";

    private static final String CHUNK = ".jfr";

    /** What Java puts into an argument for bytes that are not valid in the locale. Such a name can't be opened. */
    private static final char UNDECODABLE = '\uFFFD';

    private final Path current;
    private final List<String> endings;
    private final List<String> otherwise;
    private final Predicate<Path> orIs;
    private final String orNamed;
    private final List<Path> files = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final Set<Object> known = new HashSet<>();

    private FileList(Path current, List<String> endings, List<String> otherwise, Predicate<Path> orIs, String orNamed) {
        this.current = current;
        this.endings = endings;
        this.otherwise = otherwise;
        this.orIs = orIs;
        this.orNamed = orNamed;
    }

    /**
     * Expands arguments, each in the order of names.
     *
     * @param endings of the files that count in folders
     */
    public static FileList of(List<String> arguments, List<String> endings) {
        return of(arguments, endings, List.of(), file -> false, "");
    }

    /**
     * Expands arguments, each in the order of names.
     *
     * @param endings of the files that count in folders
     * @param otherwise endings of the files that count in a folder without any of the former, in it or below
     * @param orIs whether another file counts in such a folder, by its content
     * @param orNamed what these files are, such as {@code , and no heap dump,}; empty if there are none
     */
    static FileList of(
            List<String> arguments,
            List<String> endings,
            List<String> otherwise,
            Predicate<Path> orIs,
            String orNamed) {
        return of(Path.of("").toAbsolutePath(), arguments, endings, otherwise, orIs, orNamed);
    }

    /** @param current the current folder, as Java understands its name */
    static FileList of(
            Path current,
            List<String> arguments,
            List<String> endings,
            List<String> otherwise,
            Predicate<Path> orIs,
            String orNamed) {
        FileList list = new FileList(current, endings, otherwise, orIs, orNamed);
        arguments.forEach(list::expand);
        return list;
    }

    public List<Path> files() {
        return files;
    }

    /** The arguments that named no file, a sentence each. */
    public List<String> problems() {
        return problems;
    }

    private void expand(String argument) {
        Path path = path(argument);
        if (path != null && Files.isDirectory(path) && !isRepository(path)) {
            folder(path, argument);
        } else if ((path == null || !Files.exists(path)) && indexOfGlob(argument) < argument.length()) {
            match(argument);
        } else if (argument.indexOf(UNDECODABLE) >= 0 && (path == null || !Files.exists(path))) {
            problems.add("can't read " + argument + ": Java can't decode this name in the current locale; set LC_ALL to"
                    + " the locale in which it was written, or name the folder that contains it. It is left out.");
        } else if (path != null && !path.isAbsolute() && !Files.exists(path) && !Files.isDirectory(current)) {
            problems.add("can't read " + argument + ": Java can't decode the name of the current folder in the current"
                    + " locale, so no name in it can be found; set LC_ALL to the locale in which it was written, or"
                    + " name a folder above it. It is left out.");
        } else if (path == null) {
            problems.add("'" + argument + "' is not a valid file name. It is left out.");
        } else {
            add(path);
        }
    }

    private static @Nullable Path path(String argument) {
        try {
            return Path.of(argument);
        } catch (InvalidPathException ignored) {
            return null; // on some systems, a name must not have an asterisk
        }
    }

    private void folder(Path folder, String argument) {
        int before = problems.size();
        boolean any = walk(folder, file -> endsIn(endings, file))
                || walk(folder, file -> endsIn(otherwise, file) || orIs.test(file));
        if (!any && problems.size() == before) { // else there may be some where this process can't look
            List<String> wanted = new ArrayList<>(endings);
            wanted.addAll(otherwise);
            problems.add("there is no " + String.join(", ", wanted) + " file" + orNamed + " in " + argument);
        }
    }

    private static boolean endsIn(List<String> endings, Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return endings.stream().anyMatch(name::endsWith);
    }

    /** False if only reports are wanted: chunks are not reports. */
    private boolean isRepository(Path folder) {
        return endings.contains(CHUNK) && String.valueOf(folder.getFileName()).matches(REPOSITORY);
    }

    /**
     * Whether a pattern matches the folder, or all chunks in it. A pattern that matches only some chunks selects these.
     */
    private static boolean isWanted(Path repository, Predicate<Path> wanted) {
        if (wanted.test(repository)) {
            return true;
        }
        boolean any = false;
        try (DirectoryStream<Path> chunks = Files.newDirectoryStream(repository, "*" + CHUNK)) {
            for (Path chunk : chunks) {
                if (!wanted.test(chunk)) {
                    return false;
                }
                any = true;
            }
        } catch (IOException | DirectoryIteratorException ignored) {
            return false; // the walk reports the failure
        }
        return any;
    }

    private void match(String pattern) {
        // The folders before the first special character are literal.
        String plain = pattern.substring(0, indexOfGlob(pattern));
        int separator = plain.lastIndexOf('/');
        Path folder = separator < 0 ? Path.of("") : Path.of(plain.substring(0, separator + 1));
        try {
            PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
            if (!walk(folder, depth(pattern, plain), matcher::matches, failed -> canMatchIn(pattern, failed))) {
                problems.add("no file matches " + pattern);
            }
        } catch (IllegalArgumentException e) {
            String why = e instanceof PatternSyntaxException syntax ? syntax.getDescription() : e.getMessage();
            problems.add("'" + pattern + "' is neither a file nor a pattern: " + why);
        }
    }

    private static int indexOfGlob(String pattern) {
        int i = 0;
        while (i < pattern.length() && "*?[{".indexOf(pattern.charAt(i)) < 0) {
            i++;
        }
        return i;
    }

    /** How many parts of a pattern follow the literal folders; no limit if it does not show that. */
    private static int depth(String pattern, String plain) {
        return isUnbounded(pattern) ? Integer.MAX_VALUE : separators(pattern) - separators(plain) + 1;
    }

    /** Whether a part of the pattern can match several folders. */
    private static boolean isUnbounded(String pattern) {
        return pattern.contains("**") || pattern.matches(".*\\{[^}]*/.*");
    }

    private static int separators(String path) {
        return (int) path.chars().filter(c -> c == '/').count();
    }

    /** Whether a pattern can match files in a folder: the folder has to match the pattern's first parts. */
    static boolean canMatchIn(String pattern, Path folder) {
        if (isUnbounded(pattern)) {
            return true;
        }
        int parts = separators(folder.toString().replace(File.separatorChar, '/')) + 1;
        String first = Stream.of(pattern.split("/")).limit(parts).collect(Collectors.joining("/"));
        return FileSystems.getDefault().getPathMatcher("glob:" + first).matches(folder);
    }

    private boolean walk(Path folder, Predicate<Path> wanted) {
        return walk(folder, Integer.MAX_VALUE, wanted, failed -> true);
    }

    /**
     * Adds the files that are wanted; returns false if there are none.
     *
     * @param depth 1 for the files in the folder itself
     * @param missed whether a folder that can't be read can have wanted files
     */
    private boolean walk(Path folder, int depth, Predicate<Path> wanted, Predicate<Path> missed) {
        List<Path> found = new ArrayList<>();
        Walk walk = new Walk(wanted, failed -> failed.equals(folder) || missed.test(failed), found);
        try {
            Files.walkFileTree(folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), depth, walk);
        } catch (IOException e) {
            unreadable(FailureText.of(folder, e));
        }
        found.stream().sorted().forEach(this::add);
        return !found.isEmpty();
    }

    /** Reports a folder that can't be read. Only once, although a folder may be walked for several kinds of files. */
    private void unreadable(String what) {
        String problem = "can't look into " + what;
        if (!problems.contains(problem)) {
            problems.add(problem);
        }
    }

    private void add(Path file) {
        if (known.add(key(file))) {
            files.add(file);
        }
    }

    private static Object key(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException ignored) {
            return file;
        }
    }

    /** Collects files. A folder that can't be read does not stop the walk. */
    private final class Walk extends SimpleFileVisitor<Path> {
        private final Predicate<Path> wanted;
        private final Predicate<Path> missed;
        private final List<Path> found;

        Walk(Predicate<Path> wanted, Predicate<Path> missed, List<Path> found) {
            this.wanted = wanted;
            this.missed = missed;
            this.found = found;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            if (isRepository(folder) && isWanted(folder, wanted)) {
                found.add(folder);
                return FileVisitResult.SKIP_SUBTREE;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isDirectory()) { // as deep as the pattern goes
                preVisitDirectory(file, attributes);
            } else if (wanted.test(file)) {
                found.add(file);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failed) {
            // If links lead in a circle, the target of the link is already being walked.
            if (!(failed instanceof FileSystemLoopException) && missed.test(file)) {
                unreadable(FailureText.of(file, failed));
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
