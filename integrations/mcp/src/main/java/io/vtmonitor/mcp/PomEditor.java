package io.vtmonitor.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names another release in a {@code pom.xml}. */
final class PomEditor {
    private static final Pattern COMMENT = Pattern.compile("<!--.*?-->|<!\\[CDATA\\[.*?]]>", Pattern.DOTALL);
    /** What is left out of a dependency, and what the build itself runs with. */
    private static final Pattern OTHERS =
            Pattern.compile("<exclusions>.*?</exclusions>|<plugins>.*?</plugins>", Pattern.DOTALL);

    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");

    private PomEditor() {}

    /** Returns what was done or why nothing was, in sentences. */
    static String apply(BuildFile pom, Upgrade upgrade) {
        String text = blanked(OTHERS, blanked(COMMENT, pom.text()));
        List<Dependency> named = Dependency.all(text, upgrade);
        boolean versioned = named.stream().anyMatch(dependency -> dependency.version() != null);
        List<String> done = new ArrayList<>();
        for (Dependency dependency : named) {
            if (!upgrade.isSameLibrary() && dependency.group() != null) {
                pom.replace(dependency.group().begin(), dependency.group().end(), String.valueOf(upgrade.newGroup()));
                pom.replace(dependency.artifact().begin(), dependency.artifact().end(), upgrade.newArtifact());
            }
            if (dependency.version() != null) {
                done.add(version(pom, text, upgrade, dependency.version()));
            } else if (!versioned) {
                done.add(managed(pom, text, upgrade, dependency.artifact()));
            }
        }
        return done.isEmpty()
                ? pom.name() + " does not name " + upgrade.artifact()
                        + ": it comes with another dependency, or from another file. mvn dependency:tree -Dincludes=:"
                        + upgrade.artifact() + " shows which."
                : String.join(" ", done);
    }

    private static String managed(BuildFile pom, String text, Upgrade upgrade, Element artifact) {
        String before = text.substring(text.lastIndexOf('\n', artifact.begin()) + 1, artifact.begin());
        boolean ownLine = before.strip().equals("<artifactId>");
        String lineBreak = text.contains("\r\n") ? "\r\n" : "\n";
        String indent = ownLine ? lineBreak + before.substring(0, before.indexOf('<')) : "";
        int close = text.indexOf('>', artifact.end()) + 1;
        pom.replace(close, close, indent + "<version>" + upgrade.version() + "</version>");
        return place(pom, artifact) + "the version comes from a parent or a BOM; a version written here overrides it.";
    }

    private static String version(BuildFile pom, String text, Upgrade upgrade, Element version) {
        Matcher property = PROPERTY.matcher(version.value());
        if (!property.matches()) {
            return literal(pom, upgrade, version);
        }
        Element defined = Element.in(text, property.group(1), 0, text.length());
        if (defined == null) {
            return place(pom, version) + "the version is " + version.value()
                    + ", which another file defines: set it to " + upgrade.version() + " there.";
        }
        long uses = Pattern.compile(Pattern.quote(version.value()))
                .matcher(text)
                .results()
                .count();
        return literal(pom, upgrade, defined)
                + (uses > 1 ? " The property is used " + uses + " times: check whether all of them may change." : "");
    }

    private static String place(BuildFile pom, Element element) {
        return pom.name() + ":" + pom.line(element.begin()) + ": ";
    }

    private static String literal(BuildFile pom, Upgrade upgrade, Element version) {
        String where = place(pom, version);
        if (upgrade.isSameLibrary() && upgrade.isReachedBy(version.value())) {
            return where + version.value() + " already has the fix: the recording is of an older build, or another"
                    + " dependency brings the older release.";
        }
        pom.replace(version.begin(), version.end(), upgrade.version());
        return where + version.value() + " becomes " + upgrade.version() + ".";
    }

    private static String blanked(Pattern pattern, String text) {
        return pattern.matcher(text).replaceAll(match -> BuildFile.blank(match.group()));
    }

    /** A dependency that the file declares or manages. */
    private record Dependency(
            @Nullable Element group,
            Element artifact,
            @Nullable Element version) {
        static List<Dependency> all(String text, Upgrade upgrade) {
            List<Dependency> all = new ArrayList<>();
            Matcher blocks = DEPENDENCY.matcher(text);
            while (blocks.find()) {
                Element artifact = Element.in(text, "artifactId", blocks.start(1), blocks.end(1));
                Element group = Element.in(text, "groupId", blocks.start(1), blocks.end(1));
                if (artifact != null
                        && artifact.value().equals(upgrade.artifact())
                        && (upgrade.group() == null
                                || (group != null && group.value().equals(upgrade.group())))) {
                    all.add(new Dependency(
                            group, artifact, Element.in(text, "version", blocks.start(1), blocks.end(1))));
                }
            }
            return all;
        }
    }

    /** The text of an element without the space around it. */
    private record Element(String value, int begin, int end) {
        static @Nullable Element in(String text, String name, int from, int to) {
            Matcher element = Pattern.compile(
                            "<" + Pattern.quote(name) + ">\\s*([^<]*?)\\s*</" + Pattern.quote(name) + ">")
                    .matcher(text)
                    .region(from, to);
            return element.find() ? new Element(element.group(1), element.start(1), element.end(1)) : null;
        }
    }
}
