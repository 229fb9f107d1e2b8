package io.vtmonitor.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds system properties and environment variables that look like options but are not. Without a warning, a mistyped
 * option would have no effect, and nobody would notice.
 */
final class Mistyped {
    private static final String PROPERTY = "vtmonitor.";
    private static final String VARIABLE = "VTMONITOR_";

    /** Properties of our build and its tests. */
    private static final Set<String> OTHER_PROPERTIES =
            Set.of("jar", "root", "recordings", "fuzz", "fuzz.seconds", "unpin.rounds");

    private static final List<String> OTHER_PROPERTIES_BEGIN = List.of("test.", "bench.");
    private static final String TOKEN = "token";
    private static final String JDK = "jdk";

    private Mistyped() {}

    /**
     * A sentence for each, in the order of their names.
     *
     * @param properties the names of the system properties
     * @param variables the names of the environment variables
     */
    static List<String> warnings(Set<String> properties, Set<String> variables) {
        List<String> warnings = new ArrayList<>();
        for (String name : new TreeSet<>(properties)) {
            if (name.startsWith(PROPERTY)) {
                String key = name.substring(PROPERTY.length());
                if (isNone(key) && !isOurs(key)) {
                    warnings.add(warning("system property", name, Option.nearest(key), Option::property));
                }
            }
        }
        for (String name : new TreeSet<>(variables)) {
            if (name.startsWith(VARIABLE)) {
                String key = key(name);
                if (isNone(key) && !key.equals(TOKEN) && !key.startsWith(JDK)) {
                    warnings.add(warning("environment variable", name, Option.nearest(key), Option::variable));
                }
            }
        }
        return warnings;
    }

    private static String key(String variable) {
        return variable.substring(VARIABLE.length()).toLowerCase(Locale.ROOT).replace('_', '.');
    }

    private static boolean isNone(String key) {
        for (Option option : Option.values()) {
            if (option.key().equals(key)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOurs(String key) {
        for (String begin : OTHER_PROPERTIES_BEGIN) {
            if (key.startsWith(begin)) {
                return true;
            }
        }
        return OTHER_PROPERTIES.contains(key);
    }

    private static String warning(
            String what, String name, @Nullable Option nearest, Function<Option, String> spelled) {
        return "the " + what + " " + name + " is not an option and has no effect"
                + (nearest == null ? "" : "; did you mean " + spelled.apply(nearest) + "?");
    }
}
