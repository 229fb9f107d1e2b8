package io.vtmonitor.model;

import java.util.List;

/** Where class files come from: the running JVM's loaded classes, or a class path and a JDK image. */
@FunctionalInterface
public interface ClassBytes {
    /** Knows no class. */
    ClassBytes NONE = className -> List.of();

    /**
     * The class files that go by this name, several where several loaders define it; never throws.
     *
     * @param className binary name with dots
     * @return best candidate first; empty where there is none
     */
    List<ClassFile> find(String className);

    /**
     * A class file.
     *
     * @param bytes the class file; not to be written to
     * @param library where it came from
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and a copy per look-up would be waste
    record ClassFile(byte[] bytes, Library library) {}
}
