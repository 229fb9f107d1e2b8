package io.vtmonitor.unpin;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which classes are meant; those of the JDK never are, whatever the pattern. */
final class Scope {
    /** The packages of each of its modules, as they are: to make one set of thousands takes longer than to look into each. */
    private static final List<Set<String>> JDK_PACKAGES = jdkPackages();

    private final List<ClassPattern> patterns;
    private final Proven proven;

    Scope(List<ClassPattern> patterns) {
        this(patterns, Proven.NONE);
    }

    /** @param proven libraries that are meant beside the patterns */
    Scope(List<ClassPattern> patterns, Proven proven) {
        this.patterns = List.copyOf(patterns);
        this.proven = proven;
    }

    /**
     * Whether a class is meant.
     *
     * @param name internal
     * @param files of its loader, which tell its library's release
     */
    boolean matches(String name, ClassFiles files) {
        return !isOfJdkPackage(name) && (isNamed(name) || proven.matches(name, files));
    }

    /** Whether it may be meant, as far as its name tells. */
    boolean mayMatch(String name) {
        return !isOfJdkPackage(name) && (isNamed(name) || proven.mayMatch(name));
    }

    private boolean isNamed(String name) {
        for (ClassPattern pattern : patterns) {
            if (pattern.matches(name)) {
                return true;
            }
        }
        return false;
    }

    static boolean isOfJdkPackage(String name) {
        int slash = name.lastIndexOf('/');
        if (slash <= 0) {
            return false;
        }
        String dotted = name.substring(0, slash).replace('/', '.');
        for (Set<String> packages : JDK_PACKAGES) {
            if (packages.contains(dotted)) {
                return true;
            }
        }
        return false;
    }

    private static List<Set<String>> jdkPackages() {
        List<Set<String>> packages = new ArrayList<>();
        for (Module module : ModuleLayer.boot().modules()) {
            if (module.getName().startsWith("java.") || module.getName().startsWith("jdk.")) {
                packages.add(module.getPackages());
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
