package io.vtmonitor.mcp;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names another release in a {@code build.gradle} or {@code build.gradle.kts}. */
final class GradleEditor {
    private static final Pattern COMMENT_OR_TEXT = Pattern.compile(
            "/\\*.*?\\*/|//[^\\n]*|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'", Pattern.DOTALL);

    private static final Pattern VARIABLE = Pattern.compile("\\$(?:\\{([\\w.]+)}|(\\w+))");

    private GradleEditor() {}

    /** Returns what was done or why nothing was, in sentences. */
    static String apply(BuildFile build, Upgrade upgrade) {
        String text = COMMENT_OR_TEXT
                .matcher(build.text())
                .replaceAll(match -> Matcher.quoteReplacement(
                        match.group().startsWith("/") ? BuildFile.blank(match.group()) : match.group()));
        String group = upgrade.group() == null ? "[\\w.-]+" : Pattern.quote(upgrade.group());
        String artifact = Pattern.quote(upgrade.artifact());
        Matcher notation = Pattern.compile("([\"'])(" + group + "):(" + artifact + ")(?::([^\"':@]+))?(?=[\"':@])")
                .matcher(text);
        Matcher named = Pattern.compile("group\\s*[:=]\\s*[\"'](" + group + ")[\"']\\s*,\\s*name\\s*[:=]\\s*[\"']("
                        + artifact + ")[\"']\\s*,\\s*version\\s*[:=]\\s*[\"']([^\"']+)[\"']")
                .matcher(text);
        StringBuilder done = new StringBuilder();
        while (notation.find()) {
            library(build, upgrade, notation, 2, 3);
            done.append(done.isEmpty() ? "" : " ").append(version(build, text, upgrade, notation, 4));
        }
        while (named.find()) {
            library(build, upgrade, named, 1, 2);
            done.append(done.isEmpty() ? "" : " ").append(version(build, text, upgrade, named, 3));
        }
        return done.isEmpty()
                ? build.name() + " does not name " + upgrade.artifact()
                        + ": it comes with another dependency, from a version catalog, or from another file."
                        + " gradle dependencyInsight --dependency " + upgrade.artifact() + " shows which."
                : done.toString();
    }

    private static void library(BuildFile build, Upgrade upgrade, Matcher found, int group, int artifact) {
        if (!upgrade.isSameLibrary()) {
            build.replace(found.start(group), found.end(group), String.valueOf(upgrade.newGroup()));
            build.replace(found.start(artifact), found.end(artifact), upgrade.newArtifact());
        }
    }

    private static String version(BuildFile build, String text, Upgrade upgrade, Matcher found, int version) {
        String where = build.name() + ":" + build.line(found.start()) + ": ";
        if (found.group(version) == null) {
            build.replace(found.end(), found.end(), ":" + upgrade.version());
            return where + "the version comes from a platform or a plugin; a version written here overrides it"
                    + " unless the platform is enforced.";
        }
        Matcher variable = VARIABLE.matcher(found.group(version));
        if (!variable.matches()) {
            return literal(build, upgrade, found, version, where);
        }
        String name = variable.group(1) == null ? variable.group(2) : variable.group(1);
        String simple = name.substring(name.lastIndexOf('.') + 1);
        Matcher defined = Pattern.compile("(?:\\b|[.\"'])" + Pattern.quote(simple)
                        + "[\"']?]?\\s*(?:=|by extra\\s*\\()\\s*[\"']([^\"'$]+)[\"']")
                .matcher(text);
        if (!defined.find()) {
            return where + "the version is " + found.group(version) + ", which another file defines: set it to "
                    + upgrade.version() + " there.";
        }
        return literal(build, upgrade, defined, 1, build.name() + ":" + build.line(defined.start(1)) + ": ");
    }

    private static String literal(BuildFile build, Upgrade upgrade, Matcher found, int version, String where) {
        String used = found.group(version);
        if (upgrade.isSameLibrary() && upgrade.isReachedBy(used)) {
            return where + used
                    + " already has the fix: the recording is of an older build, or another dependency brings the"
                    + " older release.";
        }
        build.replace(found.start(version), found.end(version), upgrade.version());
        return where + used + " becomes " + upgrade.version() + ".";
    }
}
