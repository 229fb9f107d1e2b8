package io.vtmonitor.unpin.plan;

import io.vtmonitor.report.ClassPattern;
import io.vtmonitor.unpin.flow.ClassFiles;
import io.vtmonitor.unpin.flow.JdkPackages;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which classes are matched; those of the JDK never are, whatever the pattern. */
public final class Scope {
    private final List<ClassPattern> patterns;
    private final ProvenReleases proven;

    public Scope(List<ClassPattern> patterns) {
        this(patterns, ProvenReleases.NONE);
    }

    /**
     * With patterns and libraries.
     *
     * @param proven libraries that are meant apart from the patterns
     */
    public Scope(List<ClassPattern> patterns, ProvenReleases proven) {
        this.patterns = List.copyOf(patterns);
        this.proven = proven;
    }

    /**
     * Whether a class is meant.
     *
     * @param name internal
     * @param files of its loader, which tell its library's release
     */
    public boolean matches(String name, ClassFiles files) {
        return mayMatch(name) && (isNamed(name) || proven.matches(name, files));
    }

    /** Whether it may be meant, as far as its name tells. */
    public boolean mayMatch(String name) {
        return !JdkPackages.has(name) && !isExcluded(name) && (isNamed(name) || proven.mayMatch(name));
    }

    private boolean isNamed(String name) {
        for (ClassPattern pattern : patterns) {
            if (!pattern.excludes() && pattern.matches(name)) {
                return true;
            }
        }
        return false;
    }

    private boolean isExcluded(String name) {
        for (ClassPattern pattern : patterns) {
            if (pattern.excludes() && pattern.matches(name)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Loaded by the JDK's own loaders, or of a JDK module: never rewritten. What {@code -Xbootclasspath/a} and other
     * agents add to the boot loader is in no named module, and none of the JDK's.
     */
    public static boolean isJdk(@Nullable ClassLoader loader, @Nullable Module module, String name) {
        if (ClassLoader.getPlatformClassLoader().equals(loader) || name.startsWith("java/")) {
            return true;
        }
        if (loader == null) {
            return module == null || module.isNamed();
        }
        String of = module == null ? null : module.getName();
        return of != null && (of.startsWith("java.") || of.startsWith("jdk."));
    }
}
