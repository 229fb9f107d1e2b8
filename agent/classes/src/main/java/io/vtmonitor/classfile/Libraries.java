package io.vtmonitor.classfile;

import io.vtmonitor.model.Library;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Names and versions of libraries whose class files are available. */
public final class Libraries {
    private static final LruCache<CodeLocation, LibraryOfJar> KNOWN = new LruCache<>(64);

    private Libraries() {}

    /**
     * Whose a class is.
     *
     * @param location the address of the jar or folder it is in, as a class loader reports it
     * @param className binary name with dots
     * @return null if that is no file, or can't be read
     */
    public static @Nullable Library at(String location, String className) {
        CodeLocation parsed = CodeLocation.parse(location);
        if (parsed == null) {
            return null;
        }
        LibraryOfJar known = KNOWN.get(parsed);
        try {
            if (known == null) {
                known = parsed.library();
                KNOWN.put(parsed, known);
            }
            return known.of(className);
        } catch (IOException ignored) {
            return null;
        }
    }
}
