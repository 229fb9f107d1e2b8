package io.vtmonitor.classfile;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The class files of a jar by their names. */
final class ClassNames {
    private static final String CLASS = ".class";
    private static final String VERSIONS = "META-INF/versions/";

    private ClassNames() {}

    /**
     * The names of the class files that a JVM may load from a jar's root, in their order.
     *
     * @param feature release of Java whose classes a multi-release jar gives; 0 for a jar of one release
     */
    static Set<String> of(Collection<String> names, int feature) {
        Set<String> sorted = new TreeSet<>();
        for (String name : names) {
            String plain = name.endsWith(CLASS) ? plainName(name, feature) : null;
            if (plain != null && !plain.endsWith("module-info.class")) {
                sorted.add(plain);
            }
        }
        return sorted;
    }

    private static @Nullable String plainName(String name, int feature) {
        if (!name.startsWith("META-INF/")) {
            return ClassPathBytes.CLASS_FOLDERS.stream().anyMatch(name::startsWith) ? null : name;
        }
        int end = name.indexOf('/', VERSIONS.length());
        if (feature == 0 || !name.startsWith(VERSIONS) || end < 0) {
            return null;
        }
        String version = name.substring(VERSIONS.length(), end);
        boolean counts = version.matches("\\d{1,3}") && Integer.parseInt(version) <= feature;
        return counts ? name.substring(end + 1) : null;
    }
}
