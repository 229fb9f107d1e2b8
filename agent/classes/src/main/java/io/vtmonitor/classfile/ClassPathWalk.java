package io.vtmonitor.classfile;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.model.Library;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Goes over all class files of a class path, one after the other and in its order: what {@link ClassPathBytes} takes,
 * without the JDK's. What can't be read costs itself and a line of text; of a jar within a jar within a jar nothing is
 * read.
 */
public final class ClassPathWalk {
    static final int LARGEST_CLASS = 16 << 20;
    private static final String CLASS = ".class";

    private final int feature;
    private final Taker taker;
    private final Set<Path> known = new HashSet<>();
    private int found;
    private int done;

    /** Takes what is found. */
    public interface Taker {
        /**
         * A class file.
         *
         * @param bytes the class file
         * @param library where it is from
         * @param application whether it is of the application: the first jar, the classes of a layout that also has
         *     jars, or a folder of classes
         * @param place file and entry, for messages
         * @return false to end the walk
         */
        boolean take(byte[] bytes, Library library, boolean application, String place);

        /** One more jar or folder was read, of those that are known to be there; more may turn up. */
        void elements(int done, int found);

        /** Something that could not be read, in a sentence. */
        void unread(String what);
    }

    /** @param feature version of Java whose classes a multi-release jar gives */
    public ClassPathWalk(int feature, Taker taker) {
        this.feature = feature;
        this.taker = taker;
    }

    /** Reads more jars and folders, none of which belongs to the application. */
    public void further(List<Path> elements) {
        found += elements.size();
        for (Path element : elements) {
            if (!(Files.isDirectory(element) ? classesIn(element, false) : jar(element, false))) {
                return;
            }
            oneMore();
        }
    }

    /** Goes over the elements of a class path; of a JDK's home over the modules that were linked into it. */
    public void walk(List<Path> classPath) {
        found = classPath.size();
        taker.elements(0, found);
        for (Path element : classPath) {
            boolean more = JdkImage.isHome(element)
                    ? JdkImage.giveApplication(element, taker)
                    : Files.isDirectory(element) ? folder(element) : jar(element, element.equals(classPath.get(0)));
            if (!more) {
                return;
            }
            oneMore();
        }
    }

    private void oneMore() {
        done++;
        taker.elements(done, found);
    }

    private boolean folder(Path folder) {
        boolean hasLayout = false;
        for (String classes : ClassPathBytes.CLASS_FOLDERS) {
            if (Files.isDirectory(folder.resolve(classes))) {
                hasLayout = true;
                if (!classesIn(folder.resolve(classes), true)) {
                    return false;
                }
            }
        }
        if (!classesIn(folder, !hasLayout) || !jarsIn(folder, false)) {
            return false;
        }
        for (String jars : Stream.concat(ClassPathBytes.JAR_FOLDERS.stream(), ClassPathBytes.FOLDERS_BESIDE.stream())
                .toList()) {
            if (Files.isDirectory(folder.resolve(jars)) && !jarsIn(folder.resolve(jars), jars.equals("app/"))) {
                return false;
            }
        }
        return true;
    }

    private boolean jarsIn(Path folder, boolean application) {
        List<Path> sorted = new ArrayList<>();
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
            jars.forEach(sorted::add);
        } catch (IOException e) {
            taker.unread(folder + " can't be read: " + FailureText.reason(folder.toString(), e));
        }
        sorted.sort(null);
        found += sorted.size();
        for (Path jar : sorted) {
            if (!jar(jar, application)) {
                return false;
            }
            oneMore();
        }
        return true;
    }

    private boolean classesIn(Path folder, boolean application) {
        Path root;
        List<Path> files = new ArrayList<>();
        try {
            root = folder.toRealPath(); // a walk does not follow a link, not even the one that it begins with
        } catch (IOException e) {
            taker.unread(folder + " can't be read: " + FailureText.reason(folder.toString(), e));
            return true;
        }
        addClasses(root, files);
        return take(root, files, application);
    }

    private void addClasses(Path root, List<Path> files) {
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (file.toString().endsWith(CLASS) && !isOfLayout(root, file) && Files.isRegularFile(file)) {
                        files.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failed) {
                    return unread(file, failed);
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failed) {
                    return failed == null ? FileVisitResult.CONTINUE : unread(visited, failed);
                }
            });
        } catch (IOException e) {
            unread(root, e);
        }
        files.sort(null);
    }

    private FileVisitResult unread(Path file, IOException failed) {
        taker.unread(file + " can't be read: " + FailureText.reason(file.toString(), failed));
        return FileVisitResult.CONTINUE;
    }

    private boolean take(Path root, List<Path> files, boolean application) {
        Library library =
                LibraryOfJar.ofFolder(root.toAbsolutePath().normalize()).own();
        for (Path file : files) {
            try {
                if (Files.size(file) > LARGEST_CLASS) {
                    taker.unread(file + " is larger than any class file");
                } else if (!taker.take(Files.readAllBytes(file), library, application, file.toString())) {
                    return false;
                }
            } catch (IOException e) {
                taker.unread(file + " can't be read: " + FailureText.reason(file.toString(), e));
            }
        }
        return true;
    }

    private static boolean isOfLayout(Path root, Path file) {
        String name = root.relativize(file).toString().replace('\\', '/');
        return ClassPathBytes.CLASS_FOLDERS.stream().anyMatch(name::startsWith);
    }

    private boolean jar(Path file, boolean application) {
        if (!known.add(file.toAbsolutePath().normalize())) {
            return true;
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            taker.unread(file
                    + " can't be read: it is a pipe or a device, and class files are read from any place of a file");
            return true;
        }
        List<Path> named = new ArrayList<>();
        try (Jar jar = new Jar(file, "")) {
            if (!layout(file, jar, application)) {
                return false;
            }
            for (String name : LibraryOfJar.classPath(jar)) {
                Path found = CodeLocation.relative(file, name);
                if (found != null) {
                    named.add(found);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            taker.unread(file + " can't be read: " + FailureText.reason(file.toString(), e));
        }
        for (Path found : named) {
            boolean more =
                    Files.isDirectory(found) ? classesIn(found, false) : !Files.exists(found) || jar(found, false);
            if (!more) {
                return false;
            }
        }
        return true;
    }

    private boolean layout(Path file, Jar jar, boolean application) throws IOException {
        Collection<String> names = jar.names();
        LibraryOfJar library = LibraryOfJar.of(String.valueOf(file.getFileName()), jar);
        String folder = ClassPathBytes.CLASS_FOLDERS.stream()
                .filter(classes -> names.stream().anyMatch(name -> name.startsWith(classes)))
                .findFirst()
                .orElse(null);
        if (folder != null) {
            try (Jar part = new Jar(file, folder)) {
                if (!classes(part, library, application, file + "!/" + folder)) {
                    return false;
                }
            }
        }
        if (!classes(jar, library, application && folder == null, file + "!/")) {
            return false;
        }
        List<String> jars = names.stream()
                .filter(name -> name.endsWith(".jar")
                        && ClassPathBytes.JAR_FOLDERS.stream().anyMatch(name::startsWith))
                .toList();
        found += jars.size();
        for (String nested : jars) {
            if (!nested(file, nested)) {
                return false;
            }
            oneMore();
        }
        unfollowed(file.toString(), names, jars.size());
        return true;
    }

    /** Jars that no class loader would find there. */
    private void unfollowed(String place, Collection<String> names, int followed) {
        long jars = names.stream().filter(name -> name.endsWith(".jar")).count() - followed;
        if (jars > 0) {
            taker.unread(place + " holds " + jars + (jars == 1 ? " jar" : " jars")
                    + " where no class path looks for one: not read");
        }
    }

    private boolean nested(Path file, String name) {
        String place = file + "!/" + name;
        try (Archive jar = new CodeLocation(file, name).openUnpacked()) {
            unfollowed(place, jar.names(), 0);
            String fileName = name.substring(name.lastIndexOf('/') + 1);
            return classes(jar, LibraryOfJar.of(fileName, jar), false, place + "!/");
        } catch (IOException | IllegalArgumentException e) {
            taker.unread(place + " can't be read: " + FailureText.reason(place, e));
            return true;
        }
    }

    private boolean classes(Archive archive, LibraryOfJar library, boolean application, String place)
            throws IOException {
        boolean manyReleases = archive.isMultiRelease();
        int unread = 0;
        String first = null;
        for (String name : ClassNames.of(archive.names(), manyReleases ? feature : 0)) {
            String className = name.substring(0, name.length() - CLASS.length());
            byte[] bytes = null;
            try {
                bytes = ClassInArchive.readRelease(archive, className, manyReleases ? feature : 0);
            } catch (IOException | IllegalArgumentException e) {
                first = first == null ? name + ": " + FailureText.reason(name, e) : first;
                unread++;
            }
            if (bytes != null && bytes.length > LARGEST_CLASS) {
                first = first == null ? name + ": larger than any class file" : first;
                unread++;
            } else if (bytes != null
                    && !taker.take(bytes, library.of(className.replace('/', '.')), application, place + name)) {
                return false;
            }
        }
        if (unread > 0) {
            taker.unread(place + ": " + unread + (unread == 1 ? " class file" : " class files") + " can't be read, "
                    + (unread == 1 ? "" : "the first ") + first);
        }
        return true;
    }
}
