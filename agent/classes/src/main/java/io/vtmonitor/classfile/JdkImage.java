package io.vtmonitor.classfile;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.model.ClassBytes.ClassFile;
import io.vtmonitor.model.Library;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.lang.module.ModuleDescriptor;
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
    private static final String MODULES = "/modules";

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

    /** Such as {@code 21.0.8} or {@code 28-ea}, as {@code java.version} says; null if it does not say. */
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

    /** Such as {@code 21.0.8}, if the image says. */
    Optional<String> version() {
        return Optional.ofNullable(version);
    }

    /** Feature version, 0 if the image does not say. */
    int feature() {
        return feature;
    }

    @Nullable
    ClassFile find(String className) throws IOException {
        int dot = className.lastIndexOf('.');
        for (String module : dot < 0 ? List.<String>of() : modulesOf(className.substring(0, dot))) {
            Path file = image.getPath(MODULES, module, ClassInArchive.fileName(className));
            if (Files.isRegularFile(file)) {
                return new ClassFile(Files.readAllBytes(file), library(module));
            }
        }
        return null;
    }

    /** The modules with classes in a package; empty if there is none. */
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

    private Library library(String module) throws IOException {
        String ofModule = null;
        Path descriptor = image.getPath(MODULES, module, "module-info.class");
        if (!LibraryOfJar.isOfJdk(module) && Files.isRegularFile(descriptor)) {
            try (InputStream in = Files.newInputStream(descriptor)) {
                ofModule = ModuleDescriptor.read(in).rawVersion().orElse(null);
            }
        }
        return LibraryOfJar.ofModule(module, ofModule, version);
    }

    /**
     * Hands over the classes of the modules that were linked into an image and are not the JDK's, by their names.
     *
     * @return false if no more are wanted
     */
    static boolean giveApplication(Path home, ClassPathWalk.Taker taker) {
        try (JdkImage image = open(home);
                Stream<Path> all = Files.list(image.image.getPath(MODULES))) {
            List<String> modules = all.map(module -> String.valueOf(module.getFileName()))
                    .filter(module -> !LibraryOfJar.isOfJdk(module))
                    .sorted()
                    .toList();
            for (String module : modules) {
                if (!image.give(module, taker)) {
                    return false;
                }
            }
        } catch (IOException | RuntimeException e) { // the image's own reader may throw anything
            taker.unread("the classes of the image in " + home + " can't be read: " + FailureText.of(e));
        }
        return true;
    }

    /**
     * Hands over all classes of a module, in the order of their names.
     *
     * @return false if no more are wanted
     */
    boolean give(String module, ClassPathWalk.Taker taker) throws IOException {
        Library library = library(module);
        boolean application = !LibraryOfJar.isOfJdk(module);
        List<Path> files;
        try (Stream<Path> all = Files.walk(image.getPath(MODULES, module))) {
            files = all.filter(file -> file.toString().endsWith(".class") && !file.endsWith("module-info.class"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            if (!taker.take(Files.readAllBytes(file), library, application, file.toString())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        image.close();
    }
}
