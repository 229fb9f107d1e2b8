package io.vtmonitor.model;

import java.util.Collection;
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
     * @return best candidate first; empty if there is none
     */
    List<ClassFile> find(String className);

    /** True if no class is ever found, so that nobody need ask. */
    default boolean isEmpty() {
        return false;
    }

    /** True if the class files are of the JVM that is watched, so that their libraries are the ones it runs. */
    default boolean isOfRunningJvm() {
        return false;
    }

    /**
     * The class files as the JVM runs them, for where those of {@link #find} do not fit: other agents rewrite classes.
     * Costs more, so it is to be asked for such classes only; never throws.
     *
     * @param className binary name with dots
     * @return empty if only class files are available, where the JVM does not say, and when asked too often
     */
    default List<ClassFile> asLoaded(String className) {
        return List.of();
    }

    /**
     * The class files of a class that the running JVM has not loaded, from the places that loaded ones came from; never
     * throws.
     *
     * @param className binary name with dots
     * @param loaded names of classes that are loaded: a library's lie in one place, as a rule
     * @return empty if none is there, which does not say that there is no such class
     */
    default List<ClassFile> notLoaded(String className, Collection<String> loaded) {
        return List.of();
    }

    /** True if the JVM was asked too often to show a class of this name, and may show it later. */
    default boolean isAwaited(String className) {
        return false;
    }

    /**
     * A class file.
     *
     * @param bytes the class file; not to be written to
     * @param library where it came from
     * @param proven false if it has the name of the class, but nothing says that the class was made of it
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and a copy per look-up would be waste
    record ClassFile(byte[] bytes, Library library, boolean proven) {
        public ClassFile(byte[] bytes, Library library) {
            this(bytes, library, true);
        }
    }
}
