package io.vtmonitor.classfile;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.model.ClassBytes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Class files from a class path, for recordings: folders of classes or of jars (Quarkus's layout, too), jars with those
 * their manifest names, Spring Boot jars and wars with what is nested in them, and JDK homes. Of a multi-release jar it
 * takes what the JDK of the class path would, without one what Java 21 would, the only release line where class files
 * are needed.
 */
public final class ClassPathBytes implements ClassBytes, Closeable {
    private static final int DEFAULT_FEATURE = 21;
    static final List<String> CLASS_FOLDERS = List.of("BOOT-INF/classes/", "WEB-INF/classes/");
    static final List<String> JAR_FOLDERS = List.of("BOOT-INF/lib/", "WEB-INF/lib/", "WEB-INF/lib-provided/");

    /** Of Quarkus and of those who put their jars into one folder. */
    static final List<String> FOLDERS_BESIDE = List.of("lib/", "lib/boot/", "lib/main/", "app/", "quarkus/");

    private final List<ClassPathElement> elements = new ArrayList<>();
    private final Set<CodeLocation> known = new HashSet<>();
    private final List<JdkImage> images = new ArrayList<>();
    private final List<Path> given;
    private @Nullable NestedJars nestedJars;
    private @Nullable UsedClasses seen;

    /** @throws IllegalArgumentException names the element that can't be read, and what is accepted */
    public ClassPathBytes(List<Path> classPath) {
        given = List.copyOf(classPath);
        for (Path element : classPath) {
            try {
                add(element);
            } catch (IOException | RuntimeException e) {
                close();
                String saw = Files.exists(element)
                        ? "can't be read: " + FailureText.reason(element.toString(), e)
                        : "does not exist";
                throw new IllegalArgumentException(
                        "class path element " + element + " " + saw
                                + "; accepted: a folder of classes or jars, a .jar or .war (Spring Boot's included),"
                                + " the home of a JDK",
                        e);
            }
        }
    }

    /**
     * The same elements, and others behind them as far as they can be read; to be closed by itself. What is asked of it
     * is remembered with what is asked of this one.
     *
     * @param more what a recording names
     * @param javaVersion of the recording's JVM: no other JDK's home is taken, and none if this has one
     * @return null if nothing of that can be read, or all is here already
     */
    public @Nullable ClassPathBytes with(List<Path> more, String javaVersion) {
        ClassPathBytes both = new ClassPathBytes(given);
        both.seen = seen;
        int before = both.known.size() + both.images.size();
        for (Path element : more) {
            try {
                if (!JdkImage.isHome(element)) {
                    both.add(element);
                } else if (images.isEmpty() && javaVersion.equals(JdkImage.version(element))) {
                    both.add(element);
                }
            } catch (IOException | RuntimeException ignored) {
                // It is gone, or another file by now: the class path of another machine, as a rule.
            }
        }
        if (both.known.size() + both.images.size() == before) {
            both.close();
            return null;
        }
        return both;
    }

    /** From now on remembers what is asked for, for {@link #writeSeen}. */
    public void keepSeen() {
        seen = new UsedClasses();
    }

    /**
     * Leaves the class files that were asked for in a jar, which says which library each is of and can stand for the
     * class path in another analysis of the same recording. Nothing if {@link #keepSeen} was not called.
     */
    public void writeSeen(Path jar) throws IOException {
        UsedClasses its = seen;
        if (its != null) {
            its.write(jar);
        }
    }

    private void add(Path element) throws IOException {
        if (JdkImage.isHome(element)) {
            images.add(JdkImage.open(element));
        } else if (Files.isDirectory(element)) {
            addFolder(element);
        } else if (Files.exists(element) && !Files.isRegularFile(element)) {
            throw new IOException("it is a pipe or a device, and class files are read from any place of a file");
        } else {
            addJar(element);
        }
    }

    private void addFolder(Path folder) throws IOException {
        for (String classes : CLASS_FOLDERS) {
            if (Files.isDirectory(folder.resolve(classes))) {
                addElement(new CodeLocation(folder.resolve(classes), ""), null);
            }
        }
        addElement(new CodeLocation(folder, ""), null);
        addJarsIn(folder);
        for (String jars :
                Stream.concat(JAR_FOLDERS.stream(), FOLDERS_BESIDE.stream()).toList()) {
            if (Files.isDirectory(folder.resolve(jars))) {
                addJarsIn(folder.resolve(jars));
            }
        }
    }

    private void addJarsIn(Path folder) throws IOException {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
            List<Path> sorted = new ArrayList<>();
            jars.forEach(sorted::add);
            sorted.sort(null);
            for (Path jar : sorted) {
                if (Files.exists(jar) && !Files.isRegularFile(jar)) {
                    throw new IOException(
                            jar + " is a pipe or a device, and class files are read from any place of a file");
                }
                addJar(jar);
            }
        }
    }

    private void addJar(Path jar) throws IOException {
        // Open until all of it is added: while a jar is open, the JDK does not read its directory again.
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            List<String> names = new ArrayList<>(zip.size());
            zip.entries().asIterator().forEachRemaining(entry -> names.add(entry.getName()));
            boolean added = false;
            for (String part : parts(names)) {
                CodeLocation location = new CodeLocation(jar, part);
                added |= addElement(location, location.isNestedJar() ? null : names);
            }
            if (added) {
                addNamed(jar);
            }
        }
    }

    /** Folders of classes in a jar, the jar itself, and jars in it, in the order in which they are searched. */
    private static List<String> parts(List<String> names) {
        Set<String> folders = new TreeSet<>();
        List<String> jars = new ArrayList<>();
        for (String name : names) {
            String folder = oneThatBegins(name, CLASS_FOLDERS);
            if (folder != null) {
                folders.add(folder);
            } else if (name.endsWith(".jar") && oneThatBegins(name, JAR_FOLDERS) != null) {
                jars.add(name);
            }
        }
        List<String> parts = new ArrayList<>(folders);
        parts.add("");
        parts.addAll(jars);
        return parts;
    }

    private static @Nullable String oneThatBegins(String name, List<String> folders) {
        for (String folder : folders) {
            if (name.startsWith(folder)) {
                return folder;
            }
        }
        return null;
    }

    /**
     * The jars and folders that the manifest's {@code Class-Path} names; the JVM passes over what is not there, too.
     */
    private void addNamed(Path jar) throws IOException {
        try (Jar archive = new Jar(jar, "")) {
            for (String name : LibraryOfJar.classPath(archive)) {
                Path named = CodeLocation.relative(jar, name);
                if (named != null && Files.isRegularFile(named)) {
                    addJar(named);
                } else if (named != null && Files.isDirectory(named)) {
                    addElement(new CodeLocation(named, ""), null);
                }
            }
        }
    }

    /** @param names of all that is in the jar, null if they are to be read */
    private boolean addElement(CodeLocation location, @Nullable List<String> names) throws IOException {
        Path file = location.file().toAbsolutePath().normalize();
        boolean added = known.add(new CodeLocation(file, location.nested()));
        if (added) {
            elements.add(new ClassPathElement(location, names, location.isNestedJar() ? nestedJars() : null));
        }
        return added;
    }

    /** Most class paths have none. */
    private NestedJars nestedJars() {
        NestedJars all = nestedJars;
        if (all == null) {
            all = new NestedJars();
            nestedJars = all;
        }
        return all;
    }

    @Override
    public boolean isEmpty() {
        return elements.isEmpty() && images.isEmpty();
    }

    /** Versions of the JDKs whose homes are on the class path, such as {@code 21.0.8}; not of those that do not say. */
    public List<String> jdkVersions() {
        List<String> versions = new ArrayList<>();
        for (JdkImage image : images) {
            image.version().ifPresent(versions::add);
        }
        return versions;
    }

    /** Of the JDK whose classes are read: which part of a multi-release jar counts. */
    private int feature() {
        for (JdkImage image : images) {
            if (image.feature() > 0) {
                return image.feature();
            }
        }
        return DEFAULT_FEATURE;
    }

    @Override
    public List<ClassFile> find(String className) {
        List<ClassFile> found = new ArrayList<>();
        int feature = feature();
        for (JdkImage image : images) {
            addTo(found, () -> image.find(className));
        }
        for (ClassPathElement element : elements) {
            addTo(found, () -> element.find(className, feature));
        }
        UsedClasses its = seen;
        if (its != null) {
            its.add(className, found);
        }
        return List.copyOf(found);
    }

    /** A damaged entry, or a name the file system does not take: as if the class were not there. */
    private static void addTo(List<ClassFile> found, Callable<@Nullable ClassFile> search) {
        try {
            ClassFile file = search.call();
            if (file != null) {
                found.add(file);
            }
        } catch (Exception e) {
            return;
        }
    }

    @Override
    public void close() {
        List<Closeable> all = new ArrayList<>(elements);
        all.addAll(images);
        if (nestedJars != null) {
            all.add(nestedJars);
        }
        for (Closeable element : all) {
            try {
                element.close();
            } catch (IOException e) {
                // read only: nothing is lost
            }
        }
    }
}
