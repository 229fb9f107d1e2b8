package io.vtmonitor.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The rules of Grafana's own dashboard linter, and that every metric asked for exists. */
class DashboardTest {
    /** A metric or a recorded series, its matchers, its range. */
    private static final Pattern SELECTOR =
            Pattern.compile("((?:[a-z_]+:)?vthread_\\w+(?::\\w+)?)(\\{[^}]*})?(\\[[^]]*])?");
    /** Of Grafana's unit ids, those in use here. */
    private static final Set<String> UNITS = Set.of("short", "percentunit", "s", "cps", "bytes");

    static Stream<Dashboard> dashboards() {
        return Dashboard.all();
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void the_data_source_is_a_variable_and_everything_uses_it(Dashboard dashboard) {
        JsonNode variable = variables(dashboard).get("datasource");
        assertThat(Dashboard.text(variable, "type")).isEqualTo("datasource");
        assertThat(Dashboard.text(variable, "query")).isEqualTo("prometheus");
        for (JsonNode panel : dashboard.panels()) {
            assertThat(Dashboard.text(panel.get("datasource"), "uid")).isEqualTo("${datasource}");
            for (JsonNode target : panel.get("targets")) {
                assertThat(Dashboard.text(target.get("datasource"), "uid")).isEqualTo("${datasource}");
            }
        }
        for (JsonNode annotation : dashboard.json().get("annotations").get("list")) {
            assertThat(Dashboard.text(annotation.get("datasource"), "uid")).isEqualTo("${datasource}");
        }
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void job_instance_and_library_are_variables_that_take_several_values_and_all(Dashboard dashboard) {
        Map<String, String> all = Map.of("job", ".+", "instance", ".+", "library", ".*");
        all.forEach((name, everything) -> {
            JsonNode variable = variables(dashboard).get(name);
            assertThat(Dashboard.text(variable, "type")).isEqualTo("query");
            assertThat(Dashboard.text(variable.get("datasource"), "uid")).isEqualTo("${datasource}");
            assertThat(Dashboard.text(variable.get("query"), "query")).startsWith("label_values(vthread_");
            assertThat(Dashboard.text(variable, "allValue")).isEqualTo(everything);
            assertThat(variable.get("multi").asBoolean()).isTrue();
            assertThat(variable.get("includeAll").asBoolean()).isTrue();
        });
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void every_selector_asks_for_the_variables_it_has_labels_for_and_every_range_is_the_rate_interval(
            Dashboard dashboard) throws IOException {
        Map<String, MetricsPage.Row> page = MetricsPage.read();
        for (Dashboard.Query query : dashboard.queries()) {
            assertThat(selectors(query)).as(query.name()).isNotEmpty().allSatisfy(found -> {
                assertThat(found.group(2).replaceFirst(", (how=\"\\w+|reason!~\"class_\\.\\*)\"", ""))
                        .as(query.name())
                        .isEqualTo(matchers(found.group(1), page));
                assertThat(found.group(3)).as(query.name()).isIn(null, "[$__rate_interval]");
            });
        }
    }

    private static String matchers(String name, Map<String, MetricsPage.Row> page) {
        boolean recorded = name.contains(":");
        String instance = recorded && !name.startsWith("instance") ? "" : ", instance=~\"$instance\"";
        boolean bySite = recorded
                ? name.startsWith("job_site:")
                : page.get(family(name)).labels().contains("library");
        return "{job=~\"$job\"" + instance + (bySite ? ", library=~\"$library\"" : "") + "}";
    }

    @Test
    void every_metric_asked_for_is_on_the_metrics_page_and_none_of_those_is_left_out() throws IOException {
        Set<String> asked = new TreeSet<>();
        dashboards()
                .flatMap(dashboard -> dashboard.queries().stream())
                .flatMap(query -> selectors(query).stream())
                .map(found -> found.group(1))
                .filter(name -> !name.contains(":"))
                .forEach(name -> asked.add(family(name)));
        Set<String> listed = new TreeSet<>(MetricsPage.read().keySet());
        assertThat(asked).isEqualTo(listed);
    }

    @Test
    void every_recorded_series_asked_for_is_recorded() throws IOException {
        String rules = Files.readString(Dashboard.folder().resolve("prometheus/recording.yml"));
        assertThat(dashboards()
                        .flatMap(dashboard -> dashboard.queries().stream())
                        .flatMap(query -> selectors(query).stream())
                        .map(found -> found.group(1))
                        .filter(name -> name.contains(":")))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(rules).contains("- record: " + name + "\n"));
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void every_panel_has_a_title_a_description_a_known_unit_and_a_text_for_no_data(Dashboard dashboard) {
        assertThat(dashboard.panels()).hasSizeGreaterThan(10).allSatisfy(panel -> {
            String title = Dashboard.text(panel, "title");
            assertThat(title).isNotBlank();
            assertThat(Dashboard.text(panel, "description")).as(title).endsWith(".");
            JsonNode defaults = panel.get("fieldConfig").get("defaults");
            assertThat(Dashboard.text(defaults, "unit")).as(title).isIn(UNITS);
            assertThat(Dashboard.text(defaults, "noValue")).as(title).matches(".*[.?]");
        });
    }

    @Test
    void what_helps_is_said_for_every_reason() {
        Set<String> reasons = Stream.of(Reason.values()).map(Reason::toString).collect(Collectors.toSet());
        reasons.add(Site.OTHER);
        List<Set<String>> texts = new ArrayList<>();
        for (Dashboard dashboard : dashboards().toList()) {
            for (JsonNode panel : dashboard.panels()) {
                for (JsonNode override : panel.path("fieldConfig").path("overrides")) {
                    for (JsonNode property : override.path("properties")) {
                        if (Dashboard.text(property, "id").equals("mappings")) {
                            JsonNode mapping = property.path("value").path(0);
                            texts.add(Set.copyOf(mapping.path("options").propertyNames()));
                        }
                    }
                }
            }
        }
        assertThat(texts).hasSize(2).containsOnly(reasons);
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void every_series_has_a_legend_of_ours(Dashboard dashboard) {
        assertThat(dashboard.panels())
                .allSatisfy(panel -> assertThat(panel.get("targets"))
                        .allSatisfy(target -> assertThat(Dashboard.text(target, "legendFormat"))
                                .as(Dashboard.text(panel, "title"))
                                .matches(Dashboard.text(panel, "type").equals("table") ? "__auto" : "[^_].*")));
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void panels_have_ids_of_their_own_and_do_not_overlap(Dashboard dashboard) {
        Set<Integer> ids = new HashSet<>();
        Set<String> cells = new HashSet<>();
        for (JsonNode panel : dashboard.json().get("panels")) {
            assertThat(ids.add(panel.get("id").asInt())).isTrue();
            JsonNode place = panel.get("gridPos");
            int left = place.get("x").asInt();
            int top = place.get("y").asInt();
            for (int x = left; x < left + place.get("w").asInt(); x++) {
                assertThat(x).isLessThan(24);
                for (int y = top; y < top + place.get("h").asInt(); y++) {
                    assertThat(cells.add(x + "," + y))
                            .as("%s at %s,%s", Dashboard.text(panel, "title"), x, y)
                            .isTrue();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void a_dashboard_is_not_editable_and_links_to_the_other_with_what_is_selected(Dashboard dashboard) {
        assertThat(dashboard.json().get("editable").asBoolean()).isFalse();
        JsonNode link = dashboard.json().get("links").get(0);
        Set<String> others = dashboards()
                .map(other -> "/d/" + Dashboard.text(other.json(), "uid"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(others).hasSize(2).contains(Dashboard.text(link, "url"));
        assertThat(Dashboard.text(link, "url")).isNotEqualTo("/d/" + Dashboard.text(dashboard.json(), "uid"));
        assertThat(link.get("includeVars").asBoolean()).isTrue();
        assertThat(link.get("keepTime").asBoolean()).isTrue();
    }

    private static List<MatchResult> selectors(Dashboard.Query query) {
        return SELECTOR.matcher(query.expression()).results().toList();
    }

    /** The metric that a histogram's series are of. */
    private static String family(String name) {
        return name.replaceFirst("^(vthread_(?:pinned|schedule_delay)_seconds)_(bucket|sum|count)$", "$1");
    }

    private static Map<String, JsonNode> variables(Dashboard dashboard) {
        return dashboard
                .json()
                .get("templating")
                .get("list")
                .valueStream()
                .collect(Collectors.toMap(
                        variable -> Dashboard.text(variable, "name"), variable -> variable, (a, b) -> b, TreeMap::new));
    }
}
