package io.vtmonitor.unpin;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which classes are meant; those of the JDK never are, whatever the pattern. */
final class Scope {
    private static final Set<String> JDK_PACKAGES = jdkPackages();

    private final List<ClassPattern> patterns;

    Scope(List<ClassPattern> patterns) {
        this.patterns = List.copyOf(patterns);
    }

    /** @param name internal */
    boolean matches(String name) {
        if (isOfJdkPackage(name)) {
            return false;
        }
        for (ClassPattern pattern : patterns) {
            if (pattern.matches(name)) {
                return true;
            }
        }
        return false;
    }

    static boolean isOfJdkPackage(String name) {
        int slash = name.lastIndexOf('/');
        return slash > 0 && JDK_PACKAGES.contains(name.substring(0, slash));
    }

    private static Set<String> jdkPackages() {
        Set<String> packages = new HashSet<>();
        for (Module module : ModuleLayer.boot().modules()) {
            if (module.getName().startsWith("java.") || module.getName().startsWith("jdk.")) {
                module.getPackages().forEach(name -> packages.add(name.replace('.', '/')));
            }
        }
        return packages;
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
