package io.vtmonitor.sink;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Names of frames and sites across builds and runs. */
final class FrameNames {
    /** What a compiler, a proxy generator or the JVM counts up anew, and what stays of it. */
    private static final List<Map.Entry<Pattern, String>> COUNTED = List.of(
            Map.entry(Pattern.compile("\\$\\$Lambda(\\$\\d+)?(/(0x)?[0-9a-f]+)?"), "\\$\\$Lambda"),
            Map.entry(Pattern.compile("lambda\\$([\\w]+)\\$\\d+"), "lambda\\$$1"),
            Map.entry(Pattern.compile("\\$Proxy\\d+"), "\\$Proxy"),
            Map.entry(Pattern.compile("(\\$\\$\\w*CGLIB)\\$\\$\\w+"), "$1"),
            Map.entry(Pattern.compile("(\\$ByteBuddy|\\$HibernateProxy)\\$\\w+"), "$1"),
            Map.entry(Pattern.compile("(Generated\\w*Accessor)\\d+"), "$1"),
            Map.entry(Pattern.compile("(\\w)/0x[0-9a-f]+"), "$1"),
            Map.entry(Pattern.compile(":\\d+$"), ""));

    private FrameNames() {}

    /** A frame's text, or a site's id, without its line and without what another build or run would number otherwise. */
    static String withoutBuild(String name) {
        String kept = name;
        for (Map.Entry<Pattern, String> counted : COUNTED) {
            kept = counted.getKey().matcher(kept).replaceAll(counted.getValue());
        }
        return kept;
    }
}
