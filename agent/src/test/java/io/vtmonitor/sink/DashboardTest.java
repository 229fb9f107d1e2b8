package io.vtmonitor.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.Dashboard;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The rules of Grafana's own dashboard linter, and that every metric asked for exists. */
class DashboardTest {
    private static final Pattern SELECTOR = Pattern.compile("\\b(vthread_\\w+)(\\{[^}]*})?(\\[[^]]*])?");
    /** Of Grafana's unit ids, those in use here. */
    private static final Set<String> UNITS = Set.of("short", "percentunit", "s", "cps", "bytes");

    private final Dashboard dashboard = Dashboard.read();

    @Test
    void the_data_source_is_a_variable_and_everything_uses_it() {
        JsonNode variable = variables().get("datasource");
        assertThat(Dashboard.text(variable, "type")).isEqualTo("datasource");
        assertThat(Dashboard.text(variable, "query")).isEqualTo("prometheus");
        for (JsonNode panel : dashboard.panels()) {
            assertThat(Dashboard.text(panel.get("datasource"), "uid")).isEqualTo("${datasource}");
            for (JsonNode target : panel.get("targets")) {
                assertThat(Dashboard.text(target.get("datasource"), "uid")).isEqualTo("${datasource}");
            }
        }
    }

    @Test
    void job_and_instance_are_variables_that_take_several_values_and_all() {
        for (String name : new String[] {"job", "instance"}) {
            JsonNode variable = variables().get(name);
            assertThat(Dashboard.text(variable, "type")).isEqualTo("query");
            assertThat(Dashboard.text(variable.get("datasource"), "uid")).isEqualTo("${datasource}");
            assertThat(Dashboard.text(variable.get("query"), "query")).startsWith("label_values(vthread_info");
            assertThat(Dashboard.text(variable, "allValue")).isEqualTo(".+");
            assertThat(variable.get("multi").asBoolean()).isTrue();
            assertThat(variable.get("includeAll").asBoolean()).isTrue();
        }
    }

    @Test
    void every_selector_asks_for_job_and_instance_and_every_range_is_the_rate_interval() {
        for (Dashboard.Query query : dashboard.queries()) {
            Matcher selector = SELECTOR.matcher(query.expression());
            assertThat(selector.results().count()).as(query.name()).isPositive();
            selector.reset().results().forEach(found -> {
                assertThat(found.group(2)).as(query.name()).isEqualTo("{job=~\"$job\", instance=~\"$instance\"}");
                assertThat(found.group(3)).as(query.name()).isIn(null, "[$__rate_interval]");
            });
        }
    }

    @Test
    void every_metric_asked_for_is_on_the_metrics_page_and_none_of_those_is_left_out() throws IOException {
        Set<String> asked = new TreeSet<>();
        for (Dashboard.Query query : dashboard.queries()) {
            SELECTOR.matcher(query.expression())
                    .results()
                    .forEach(found -> asked.add(
                            found.group(1).replaceFirst("^(vthread_pinned_seconds)_(bucket|sum|count)$", "$1")));
        }
        assertThat(asked).isEqualTo(MetricsPage.read().keySet());
    }

    @Test
    void every_panel_has_a_title_a_description_and_a_known_unit() {
        assertThat(dashboard.panels()).hasSizeGreaterThan(10).allSatisfy(panel -> {
            assertThat(Dashboard.text(panel, "title")).isNotBlank();
            assertThat(Dashboard.text(panel, "description"))
                    .as(Dashboard.text(panel, "title"))
                    .endsWith(".");
            assertThat(Dashboard.text(panel.get("fieldConfig").get("defaults"), "unit"))
                    .isIn(UNITS);
        });
    }

    @Test
    void panels_have_ids_of_their_own_and_do_not_overlap() {
        Set<Integer> ids = new TreeSet<>();
        Set<String> cells = new TreeSet<>();
        for (JsonNode panel : dashboard.json().get("panels")) {
            assertThat(ids.add(panel.get("id").asInt())).isTrue();
            JsonNode place = panel.get("gridPos");
            for (int x = place.get("x").asInt();
                    x < place.get("x").asInt() + place.get("w").asInt();
                    x++) {
                assertThat(x).isLessThan(24);
                for (int y = place.get("y").asInt();
                        y < place.get("y").asInt() + place.get("h").asInt();
                        y++) {
                    assertThat(cells.add(x + "," + y))
                            .as("%s at %s,%s", Dashboard.text(panel, "title"), x, y)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void the_dashboard_is_not_editable_and_has_a_stable_uid() {
        assertThat(dashboard.json().get("editable").asBoolean()).isFalse();
        assertThat(Dashboard.text(dashboard.json(), "uid")).isEqualTo("vt-monitor");
    }

    private Map<String, JsonNode> variables() {
        return dashboard
                .json()
                .get("templating")
                .get("list")
                .valueStream()
                .collect(Collectors.toMap(
                        variable -> Dashboard.text(variable, "name"), variable -> variable, (a, b) -> b, TreeMap::new));
    }
}
