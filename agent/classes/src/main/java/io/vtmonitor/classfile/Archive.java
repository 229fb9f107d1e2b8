package io.vtmonitor.classfile;

import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What class files lie in: a folder, a jar, a jar within a jar. Names are separated by slashes. */
interface Archive extends Closeable {
    /** The entry's bytes, null if there is none. */
    byte @Nullable [] read(String name) throws IOException;

    /** Names of all files; empty for a folder, where they are not needed. */
    Collection<String> names() throws IOException;

    /** Those that begin so. */
    default List<String> names(String prefix) throws IOException {
        return names().stream().filter(name -> name.startsWith(prefix)).toList();
    }

    /** Whether class files for newer Java versions lie next to the others. */
    default boolean isMultiRelease() throws IOException {
        return LibraryOfJar.isMultiRelease(this);
    }

    @Override
    void close() throws IOException;
}
