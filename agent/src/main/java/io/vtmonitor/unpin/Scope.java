package io.vtmonitor.unpin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which classes are meant. */
final class Scope {
    private final List<ClassPattern> patterns;

    Scope(List<ClassPattern> patterns) {
        this.patterns = List.copyOf(patterns);
    }

    /** @param name internal */
    boolean matches(String name) {
        for (ClassPattern pattern : patterns) {
            if (pattern.matches(name)) {
                return true;
            }
        }
        return false;
    }

    /** Loaded by the JDK's own loaders, or of a JDK module: never rewritten. */
    static boolean isJdk(@Nullable ClassLoader loader, @Nullable Module module, String name) {
        if (loader == null || ClassLoader.getPlatformClassLoader().equals(loader) || name.startsWith("java/")) {
            return true;
        }
        String of = module == null ? null : module.getName();
        return of != null && (of.startsWith("java.") || of.startsWith("jdk."));
    }
}
