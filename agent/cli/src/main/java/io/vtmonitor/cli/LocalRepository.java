package io.vtmonitor.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The local repository of Maven on this machine. Nothing is downloaded.
 *
 * @param folder that it lies in
 */
record LocalRepository(Path folder) {
    private static final int MOST_VISITED = 1_000_000;
    private static final Pattern SETTING = Pattern.compile("<localRepository>\\s*([^<]*?)\\s*</localRepository>");

    /** Where Maven's own property {@code maven.repo.local} says, else its settings, else in the user's home. */
    static LocalRepository ofUser() {
        String home = System.getProperty("user.home", "");
        String named = System.getProperty("maven.repo.local", "");
        Path maven = Path.of(home, ".m2");
        try {
            String told = named.isEmpty() ? setting(maven.resolve("settings.xml"), home) : named;
            return new LocalRepository(told.isEmpty() ? maven.resolve("repository") : Path.of(told));
        } catch (IOException | InvalidPathException ignored) { // settings that can't be read set nothing
            return new LocalRepository(maven.resolve("repository"));
        }
    }

    private static String setting(Path settings, String home) throws IOException {
        if (!Files.isRegularFile(settings)) {
            return "";
        }
        Matcher setting = SETTING.matcher(Files.readString(settings));
        return setting.find() ? setting.group(1).replace("${user.home}", home) : "";
    }

    /** The folders of all artifacts of that name, whatever their group; in the order of their paths. */
    List<Path> artifacts(String name) {
        TreeSet<Path> found = new TreeSet<>();
        try {
            Files.walkFileTree(folder, new Visitor(name, found));
        } catch (IOException ignored) {
            return List.of(); // there is none, or it is not ours to read
        }
        return List.copyOf(found);
    }

    /** The releases of an artifact whose jar is there. */
    static List<String> releases(Path artifact) {
        List<String> releases = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(artifact, Files::isDirectory)) {
            for (Path release : folders) {
                String version = String.valueOf(release.getFileName());
                if (jar(artifact, version) != null) {
                    releases.add(version);
                }
            }
        } catch (IOException ignored) {
            return List.of();
        }
        return releases;
    }

    /** The jar of a release, null where it is not there. */
    static @Nullable Path jar(Path artifact, String version) {
        Path jar = artifact.resolve(version).resolve(artifact.getFileName() + "-" + version + ".jar");
        return Files.isReadable(jar) ? jar : null;
    }

    private static final class Visitor extends SimpleFileVisitor<Path> {
        private final String name;
        private final Set<Path> found;
        private int visited;

        Visitor(String name, Set<Path> found) {
            this.name = name;
            this.found = found;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            if (folder.endsWith(name)) {
                found.add(folder);
                return FileVisitResult.SKIP_SUBTREE;
            }
            return ++visited > MOST_VISITED ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
        }

        /** The folder of a release has no artifacts below it. */
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String text = file.toString();
            return text.endsWith(".pom") || text.endsWith(".jar")
                    ? FileVisitResult.SKIP_SIBLINGS
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }
    }
}
