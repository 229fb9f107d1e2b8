package io.vtmonitor.classfile;

import io.vtmonitor.model.ClassBytes.ClassFile;
import io.vtmonitor.model.Library;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The classes of a JDK's own image, which need not be the one we run on. */
final class JdkImage implements Closeable {
    private final FileSystem image;
    private final @Nullable String version;
    private final int feature;

    private JdkImage(FileSystem image, @Nullable String version) {
        this.image = image;
        this.version = version;
        this.feature = version == null ? 0 : Runtime.Version.parse(version).feature();
    }

    static boolean isHome(Path folder) {
        return Files.isRegularFile(folder.resolve("lib/modules"));
    }

    static JdkImage open(Path home) throws IOException {
        String version = version(home);
        URI jrt = URI.create("jrt:/");
        return new JdkImage(
                FileSystems.newFileSystem(
                        jrt, Map.of("java.home", home.toAbsolutePath().toString())),
                version);
    }

    /** Such as {@code 21.0.8} or {@code 28-ea}, as {@code java.version} says; null where it does not tell. */
    static @Nullable String version(Path home) throws IOException {
        Path release = home.resolve("release");
        if (!Files.isRegularFile(release)) {
            return null;
        }
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(release)) {
            properties.load(in);
        }
        String version = unquoted(properties, "JAVA_VERSION");
        return version.isEmpty() ? null : version + preRelease(version, unquoted(properties, "JAVA_RUNTIME_VERSION"));
    }

    private static String unquoted(Properties release, String name) {
        return release.getProperty(name, "").replace("\"", "");
    }

    /**
     * Such as {@code -ea}: {@code java.version} ends so, and of a release file's versions the long one alone has it.
     */
    private static String preRelease(String version, String runtimeVersion) {
        int build = runtimeVersion.indexOf('+');
        return build > 0 && runtimeVersion.startsWith(version + "-")
                ? runtimeVersion.substring(version.length(), build)
                : "";
    }

    /** Such as {@code 21.0.8}, where the image tells. */
    Optional<String> version() {
        return Optional.ofNullable(version);
    }

    /** Feature version, 0 where the image does not tell. */
    int feature() {
        return feature;
    }

    @Nullable
    ClassFile find(String className) throws IOException {
        byte[] bytes = read(className);
        return bytes == null ? null : new ClassFile(bytes, LibraryOfJar.ofJdk(version));
    }

    /** The modules with classes in a package; empty where there is none. */
    List<String> modulesOf(String packageName) throws IOException {
        Path links = image.getPath("/packages", packageName);
        List<String> modules = new ArrayList<>();
        if (Files.isDirectory(links)) {
            try (DirectoryStream<Path> each = Files.newDirectoryStream(links)) {
                each.forEach(link -> modules.add(String.valueOf(link.getFileName())));
            }
        }
        return modules;
    }

    /**
     * Hands over all classes of a module, in the order of their names.
     *
     * @return false where no more are wanted
     */
    boolean give(String module, ClassPathWalk.Taker taker) throws IOException {
        Library library = LibraryOfJar.ofJdk(version);
        List<Path> files;
        try (Stream<Path> all = Files.walk(image.getPath("/modules", module))) {
            files = all.filter(file -> file.toString().endsWith(".class") && !file.endsWith("module-info.class"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            if (!taker.take(Files.readAllBytes(file), library, false, file.toString())) {
                return false;
            }
        }
        return true;
    }

    private byte @Nullable [] read(String className) throws IOException {
        int dot = className.lastIndexOf('.');
        for (String module : dot < 0 ? List.<String>of() : modulesOf(className.substring(0, dot))) {
            Path file = image.getPath("/modules", module, ClassInArchive.fileName(className));
            if (Files.isRegularFile(file)) {
                return Files.readAllBytes(file);
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        image.close();
    }
}
