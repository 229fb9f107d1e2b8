package io.vtmonitor.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** The places at which two JSON trees differ, one line each: path, left, right. */
public final class JsonDifferences {
    private final List<String> found = new ArrayList<>();

    /** What tells a live report from its recording's: where it came from, and what JDK 21 knows of threads too late. */
    public static final Set<String> OF_THE_SOURCE = Set.of("source", "threads", "owners");

    private JsonDifferences() {}

    /** Leaves out the given fields of the two roots. */
    public static List<String> between(JsonNode left, JsonNode right, Set<String> ignored) {
        JsonDifferences differences = new JsonDifferences();
        for (String name : names(left, right)) {
            if (!ignored.contains(name)) {
                differences.compare(name, left.path(name), right.path(name));
            }
        }
        return differences.found;
    }

    private void compare(String path, JsonNode left, JsonNode right) {
        if (left.isObject() && right.isObject()) {
            names(left, right).forEach(name -> compare(path + "." + name, left.path(name), right.path(name)));
        } else if (left.isArray() && right.isArray()) {
            for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
                compare(path + "[" + i + "]", left.path(i), right.path(i));
            }
        } else if (!left.equals(right)) {
            found.add(path + ": " + shown(left) + " <> " + shown(right));
        }
    }

    private static Set<String> names(JsonNode left, JsonNode right) {
        Set<String> names = new TreeSet<>(left.propertyNames());
        names.addAll(right.propertyNames());
        return names;
    }

    private static String shown(JsonNode node) {
        return node.isMissingNode() ? "(absent)" : node.toString();
    }
}
