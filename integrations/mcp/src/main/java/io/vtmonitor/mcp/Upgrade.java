package io.vtmonitor.mcp;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Another release of a library, or of another library in its place.
 *
 * @param group the group of the library in use, null where the report names its jar alone
 * @param artifact name of the library in use
 * @param newGroup null for the same
 * @param newArtifact the same as {@code artifact} for an upgrade
 * @param version the first release that is free
 */
record Upgrade(
        @Nullable String group, String artifact, @Nullable String newGroup, String newArtifact, String version) {
    private static final Pattern RELEASE =
            Pattern.compile("upgrade ([\\w.-]+)(?: [\\w.+-]+)? to (\\d[\\w.+-]*) or later");

    private static final Pattern REPLACED =
            Pattern.compile("replace ([\\w.-]+):([\\w.-]+) by ([\\w.-]+):([\\w.-]+) (\\d[\\w.+-]*) or later");

    /** What a step of the report asks for; null where that is no release of one library. */
    static @Nullable Upgrade of(String what) {
        Matcher release = RELEASE.matcher(what);
        if (release.matches()) {
            return new Upgrade(null, release.group(1), null, release.group(1), release.group(2));
        }
        Matcher replaced = REPLACED.matcher(what);
        return replaced.matches()
                ? new Upgrade(
                        replaced.group(1), replaced.group(2), replaced.group(3), replaced.group(4), replaced.group(5))
                : null;
    }

    boolean isSameLibrary() {
        return newGroup == null;
    }

    /** Whether a version in a build file is as new, number by number. */
    boolean isReachedBy(String used) {
        String[] these = used.split("[.+-]");
        String[] those = version.split("[.+-]");
        for (int i = 0; i < Math.max(these.length, those.length); i++) {
            int difference = number(these, i) - number(those, i);
            if (difference != 0) {
                return difference > 0;
            }
        }
        return true;
    }

    private static int number(String[] parts, int i) {
        return i < parts.length && parts[i].matches("\\d{1,8}") ? Integer.parseInt(parts[i]) : 0;
    }
}
