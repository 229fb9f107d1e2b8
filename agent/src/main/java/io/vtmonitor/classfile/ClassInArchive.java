package io.vtmonitor.classfile;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads a class from an archive as a JVM of that feature version would, multi-release jars included. */
final class ClassInArchive {
    private static final int FIRST_VERSIONED = 9;

    private ClassInArchive() {}

    /** @param className binary name */
    static byte @Nullable [] read(Archive archive, String className, int feature) throws IOException {
        String name = fileName(className);
        byte[] base = archive.read(name);
        if (archive instanceof Folder || !archive.isMultiRelease()) {
            return base;
        }
        for (int version = feature; version >= FIRST_VERSIONED; version--) {
            byte[] bytes = archive.read("META-INF/versions/" + version + "/" + name);
            if (bytes != null) {
                return bytes;
            }
        }
        return base;
    }

    static String fileName(String className) {
        return className.replace('.', '/') + ".class";
    }
}
