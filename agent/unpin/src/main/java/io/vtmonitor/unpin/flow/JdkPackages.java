package io.vtmonitor.unpin.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The packages of the JDK that runs, and those that others have, once class files of another JVM are judged. */
public final class JdkPackages {
    /**
     * The packages of each of its modules, as they are: to make one set of thousands takes longer than to look into
     * each.
     */
    private static final List<Set<String>> PACKAGES = packages();

    private static volatile Set<String> ofOthers = Set.of();

    private JdkPackages() {}

    /** Packages of other JDKs count, too. Never in a JVM whose own classes are rewritten. */
    public static void alsoHas(Set<String> packages) {
        ofOthers = packages;
    }

    public static boolean has(String name) {
        int slash = name.lastIndexOf('/');
        if (slash <= 0) {
            return false;
        }
        String dotted = name.substring(0, slash).replace('/', '.');
        for (Set<String> packages : PACKAGES) {
            if (packages.contains(dotted)) {
                return true;
            }
        }
        return ofOthers.contains(dotted);
    }

    private static List<Set<String>> packages() {
        List<Set<String>> packages = new ArrayList<>();
        for (Module module : ModuleLayer.boot().modules()) {
            if (module.getName().startsWith("java.") || module.getName().startsWith("jdk.")) {
                packages.add(module.getPackages());
            }
        }
        return packages;
    }
}
