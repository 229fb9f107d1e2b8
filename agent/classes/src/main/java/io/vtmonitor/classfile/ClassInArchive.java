package io.vtmonitor.classfile;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads a class from an archive as a JVM of that feature version would, multi-release jars included. */
final class ClassInArchive {
    private static final int FIRST_VERSIONED = 9;

    private ClassInArchive() {}

    /** @param className binary name */
    static byte @Nullable [] read(Archive archive, String className, int feature) throws IOException {
        boolean manyReleases = !(archive instanceof Folder) && archive.isMultiRelease();
        return readRelease(archive, className, manyReleases ? feature : 0);
    }

    /**
     * The same where it is known already whether the archive has several releases of a class; 0 is for one that has
     * not.
     */
    static byte @Nullable [] readRelease(Archive archive, String className, int feature) throws IOException {
        String name = fileName(className);
        for (int version = feature; version >= FIRST_VERSIONED; version--) {
            byte[] bytes = archive.read("META-INF/versions/" + version + "/" + name);
            if (bytes != null) {
                return bytes;
            }
        }
        return archive.read(name);
    }

    static String fileName(String className) {
        return className.replace('.', '/') + ".class";
    }
}
