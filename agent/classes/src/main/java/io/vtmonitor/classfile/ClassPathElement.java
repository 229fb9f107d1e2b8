package io.vtmonitor.classfile;

import io.vtmonitor.model.ClassBytes.ClassFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One place of a class path. Plain jars stay open; a nested one is opened when a class of one of its packages is asked
 * for, and the last few are kept open.
 */
final class ClassPathElement implements Closeable {
    private static final String VERSIONS = "META-INF/versions/";

    private final CodeLocation location;

    /** Null unless it is one. */
    private final @Nullable NestedJars nestedJars;

    private final @Nullable Archive open;

    /** Of a jar; a folder is asked for each class. */
    private final Set<String> packages;

    private @Nullable LibraryOfJar library;

    /**
     * @param names of all files of the jar that it is, or is a folder of; null if they are to be read
     * @param nestedJars the last few, shared by all elements; null if it is not one
     */
    ClassPathElement(CodeLocation location, @Nullable List<String> names, @Nullable NestedJars nestedJars)
            throws IOException {
        this.location = location;
        this.nestedJars = nestedJars;
        Archive archive = location.openUnpacked();
        open = location.isNestedJar() ? null : archive;
        if (open instanceof Folder) {
            packages = Set.of();
        } else {
            packages = names == null ? packagesIn(archive.names(), "") : packagesIn(names, location.nested());
        }
        if (open == null) {
            archive.close();
        }
    }

    /** A class path has a hundred thousand files, and most follow one of their own package. */
    private static Set<String> packagesIn(Collection<String> names, String folder) {
        Set<String> packages = new HashSet<>();
        String last = "";
        for (String file : names) {
            if (!file.startsWith(folder)) {
                continue;
            }
            String name = file.substring(folder.length());
            int end = name.lastIndexOf('/') + 1;
            boolean again = end == last.length() && name.startsWith(last) && end > 0;
            if (!again && name.endsWith(".class")) {
                last = name.substring(0, end);
                packages.add(
                        last.startsWith(VERSIONS) ? last.substring(last.indexOf('/', VERSIONS.length()) + 1) : last);
            }
        }
        return packages;
    }

    private static String packageOf(String fileName) {
        return fileName.substring(0, fileName.lastIndexOf('/') + 1);
    }

    @Nullable
    ClassFile find(String className, int feature) throws IOException {
        if (!(open instanceof Folder) && !packages.contains(packageOf(ClassInArchive.fileName(className)))) {
            return null;
        }
        byte[] bytes = read(archive -> ClassInArchive.read(archive, className, feature));
        return bytes == null ? null : new ClassFile(bytes, library().of(className));
    }

    private <T extends @Nullable Object> T read(NestedJars.Reader<T> reader) throws IOException {
        return open != null
                ? reader.from(open)
                : Objects.requireNonNull(nestedJars).read(location, reader);
    }

    private synchronized LibraryOfJar library() throws IOException {
        if (library == null) {
            library = location.isNestedJar()
                    ? read(archive -> LibraryOfJar.of(location.fileName(), archive))
                    : location.library();
        }
        return library;
    }

    @Override
    public void close() throws IOException {
        if (open != null) {
            open.close();
        }
    }
}
