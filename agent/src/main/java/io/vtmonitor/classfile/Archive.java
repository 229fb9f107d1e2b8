package io.vtmonitor.classfile;

import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** What class files lie in: a folder, a jar, a jar within a jar. Names are separated by slashes. */
interface Archive extends Closeable {
    /** The entry's bytes, null where there is none. */
    byte @Nullable [] read(String name) throws IOException;

    /** Names of all files; empty for a folder, where nobody needs them. */
    Collection<String> names();

    @Override
    void close() throws IOException;
}
