package io.vtmonitor.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code dashboards/vt-monitor.json}, as far as tests look at it. */
public record Dashboard(JsonNode json) {
    /** Read from the checkout: named to failsafe, which runs in {@code target}; above the module for surefire. */
    public static Dashboard read() {
        Path root = Path.of(System.getProperty("vtmonitor.test.root", ".."));
        return new Dashboard(JsonMapper.shared().readTree(root.resolve("dashboards/vt-monitor.json")));
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

    public List<Query> queries() {
        List<Query> queries = new ArrayList<>();
        for (JsonNode panel : panels()) {
            for (JsonNode target : panel.get("targets")) {
                queries.add(new Query(text(panel, "title") + " " + text(target, "refId"), text(target, "expr")));
            }
        }
        return queries;
    }

    /** A field's text, empty where there is none. */
    public static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }

    /**
     * One query of a panel.
     *
     * @param name the panel's title and the query's letter
     * @param expression PromQL with the dashboard's variables
     */
    public record Query(String name, String expression) {
        String with(String job, String instance, String rateInterval) {
            return expression
                    .replace("$__rate_interval", rateInterval)
                    .replace("$job", job)
                    .replace("$instance", instance);
        }
    }
}
