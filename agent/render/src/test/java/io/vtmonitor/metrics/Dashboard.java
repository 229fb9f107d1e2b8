package io.vtmonitor.metrics;

import io.vtmonitor.RepositoryRoot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A dashboard of {@code dashboards/}, as far as tests look at it. */
public record Dashboard(JsonNode json) {
    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.*), (\\w+)\\)");

    /** The close look at one service. */
    public static Dashboard pinning() {
        return read("vt-monitor.json");
    }

    /** The overview of many. */
    public static Dashboard fleet() {
        return read("vt-monitor-fleet.json");
    }

    public static Stream<Dashboard> all() {
        return Stream.of(pinning(), fleet());
    }

    private static Dashboard read(String name) {
        return new Dashboard(JsonMapper.shared().readTree(folder().resolve(name)));
    }

    /** {@code dashboards} in the checkout. */
    public static Path folder() {
        return RepositoryRoot.resolve("dashboards");
    }

    /** All panels but rows. */
    public List<JsonNode> panels() {
        List<JsonNode> panels = new ArrayList<>();
        for (JsonNode panel : json.get("panels")) {
            if (!text(panel, "type").equals("row")) {
                panels.add(panel);
            }
        }
        return panels;
    }

    /** What panels, annotations and variables ask. */
    public List<Query> queries() {
        List<Query> queries = new ArrayList<>();
        for (JsonNode panel : panels()) {
            for (JsonNode target : panel.path("targets")) {
                queries.add(new Query(text(panel, "title") + " " + text(target, "refId"), text(target, "expr")));
            }
        }
        for (JsonNode annotation : json.get("annotations").get("list")) {
            queries.add(new Query(text(annotation, "name"), text(annotation, "expr")));
        }
        return queries;
    }

    /** What the variables offer: by variable, a query whose answers have that label. */
    public List<Query> variables() {
        List<Query> queries = new ArrayList<>();
        for (JsonNode variable : json.get("templating").get("list")) {
            Matcher values = LABEL_VALUES.matcher(text(variable.path("query"), "query"));
            if (values.matches()) {
                queries.add(new Query(
                        text(variable, "name"), "group by (" + values.group(2) + ") (" + values.group(1) + ")"));
            }
        }
        return queries;
    }

    /** A field's text, empty where there is none. */
    public static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }

    @Override
    public String toString() {
        return text(json, "title");
    }

    /**
     * One query of a panel.
     *
     * @param name the panel's title and the query's letter
     * @param expression PromQL with the dashboard's variables
     */
    public record Query(String name, String expression) {
        public String with(String job, String instance, String rateInterval) {
            return expression
                    .replace("$__rate_interval", rateInterval)
                    .replace("$job", job)
                    .replace("$instance", instance)
                    .replace("$library", ".*");
        }
    }
}
