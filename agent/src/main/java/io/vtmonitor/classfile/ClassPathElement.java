package io.vtmonitor.classfile;

import io.vtmonitor.model.ClassBytes.ClassFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One place of a class path. Plain jars stay open; a nested one is opened when a class of one of its packages is asked
 * for, and the last few are kept.
 */
final class ClassPathElement implements Closeable {
    private static final Pattern RELEASE = Pattern.compile("^META-INF/versions/\\d+/");

    private final CodeLocation location;
    private final LruCache<CodeLocation, Archive> nestedJars;
    private final @Nullable Archive open;
    private final Set<String> packages;
    private @Nullable LibraryOfJar library;

    /** @param nestedJars the last few, shared by all elements */
    ClassPathElement(CodeLocation location, LruCache<CodeLocation, Archive> nestedJars) throws IOException {
        this.location = location;
        this.nestedJars = nestedJars;
        Archive archive = location.openUnpacked();
        open = location.isNestedJar() ? null : archive;
        packages = archive.names().stream()
                .filter(name -> name.endsWith(".class"))
                .map(ClassPathElement::packageOf)
                .distinct()
                .map(known -> RELEASE.matcher(known).replaceFirst(""))
                .collect(Collectors.toUnmodifiableSet());
        if (open == null) {
            archive.close();
        }
    }

    private static String packageOf(String fileName) {
        return fileName.substring(0, fileName.lastIndexOf('/') + 1);
    }

    @Nullable
    ClassFile find(String className, int feature) throws IOException {
        if (!(open instanceof Folder) && !packages.contains(packageOf(ClassInArchive.fileName(className)))) {
            return null;
        }
        byte[] bytes = ClassInArchive.read(archive(), className, feature);
        return bytes == null ? null : new ClassFile(bytes, library().of(className));
    }

    private Archive archive() throws IOException {
        Archive known = open != null ? open : nestedJars.get(location);
        if (known == null) {
            known = location.openUnpacked();
            nestedJars.put(location, known);
        }
        return known;
    }

    private synchronized LibraryOfJar library() throws IOException {
        if (library == null) {
            library = location.isNestedJar() ? LibraryOfJar.of(location.fileName(), archive()) : location.library();
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
