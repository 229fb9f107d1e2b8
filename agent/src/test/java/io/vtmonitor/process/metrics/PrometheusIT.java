package io.vtmonitor.process.metrics;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.metrics.Dashboard;
import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.metrics.DashboardAnswers.Answer;
import io.vtmonitor.process.programs.PinForever;
import io.vtmonitor.scenario.NativeCall;
import io.vtmonitor.scenario.NestedMonitors;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real Prometheus of each major version that can be had scrapes three JVMs with the agent: on JDK 21 both of two
 * carriers are pinned, so that nothing else makes progress; on JDK 25 one of eight is; on JDK 21 with {@code unpin}
 * none is. Every query of the dashboards, every recorded series and every alert must tell so.
 */
@TestMethodOrder(OrderAnnotation.class)
class PrometheusIT {
    private static final String RATE_INTERVAL = "10s";

    private static final DashboardAnswers STALLED = new DashboardAnswers(
            "21",
            PinForever.class.getName() + ".hundredMillis [sleep]",
            "monitor",
            "agent",
            2,
            2,
            Map.of("pinned", 0.001, "monitor", 0.02, "file", 0.02));
    private static final DashboardAnswers BUSY = new DashboardAnswers(
            "25",
            "jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor.invoke0 [sleep]",
            "native",
            "jdk",
            1,
            8,
            Map.of("pinned", 0.01, "file", 0.02));

    @TempDir
    private static Path folder;

    private static final List<ChildJvm> JVMS = new ArrayList<>();
    private static final List<String> INSTANCES = new ArrayList<>();
    private static final Map<Integer, PrometheusServer> SERVERS = new TreeMap<>();

    @BeforeAll
    static void two_jvms_are_watched_for_a_while() throws IOException, InterruptedException {
        Map<Integer, Path> programs = new TreeMap<>();
        for (int major : List.of(2, 3)) {
            PrometheusServer.programs(major).ifPresent(found -> programs.put(major, found));
        }
        assumeFalse(programs.isEmpty(), "no Prometheus here (Debian: apt-get install prometheus)");
        start(21, 2, List.of("stall=2s"), List.of(), PinForever.class, List.of());
        start(
                25,
                8,
                List.of("threshold=10ms"),
                List.of("-Djdk.reflect.useNativeAccessorOnly=true"),
                NativeCall.class,
                List.of("100000", "100"));
        JVMS.get(1).send("go");
        start(
                21,
                2,
                List.of("unpin=" + NestedMonitors.class.getName(), "threshold=10ms"),
                List.of(),
                NestedMonitors.class,
                List.of("100000", "100"));
        JVMS.get(2).send("go");
        List<Path> rules = List.of(
                PrometheusServer.faster("recording.yml", RATE_INTERVAL, folder),
                PrometheusServer.faster("alerts.yml", RATE_INTERVAL, folder));
        for (Map.Entry<Integer, Path> found : programs.entrySet()) {
            Path own = folder.resolve("prometheus-" + found.getKey());
            SERVERS.put(found.getKey(), PrometheusServer.start(found.getValue(), own, INSTANCES, rules));
        }
        for (PrometheusServer prometheus : SERVERS.values()) {
            prometheus.await("count(count_over_time(vthread_site_pinned_seconds_total{site!=\"other\"}[" + RATE_INTERVAL
                    + "]) >= 9) == 2");
            prometheus.await("rate(vthread_stalled_seconds_total[" + RATE_INTERVAL + "]) > 0.7");
            prometheus.await("instance:vthread_starved:ratio_rate5m > 0.5");
        }
    }

    /** Those that run. */
    static Collection<PrometheusServer> servers() {
        return SERVERS.values();
    }

    private static void start(
            int jdk, int carriers, List<String> options, List<String> flags, Class<?> main, List<String> arguments)
            throws IOException, InterruptedException {
        int port = PrometheusServer.freePort();
        List<String> all = new ArrayList<>(options);
        all.add("port=" + port);
        ChildJvm jvm = ChildJvm.on(jdk, folder)
                .agent(all.toArray(String[]::new))
                .flags(List.of("-Djdk.virtualThreadScheduler.parallelism=" + carriers))
                .flags(flags)
                .main(List.of(Watched.testClasses()), main.getName(), arguments)
                .start();
        JVMS.add(jvm);
        INSTANCES.add("127.0.0.1:" + port);
        jvm.awaitWatching();
    }

    @AfterAll
    static void stop() {
        SERVERS.values().forEach(PrometheusServer::close);
        JVMS.forEach(ChildJvm::close);
        SERVERS.clear();
        JVMS.clear();
        INSTANCES.clear();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    @Order(0)
    void this_major_version_of_prometheus_is_asked(int major) {
        assumeTrue(SERVERS.containsKey(major), "no Prometheus " + major + " here");
        assertThat(SERVERS.get(major)).isNotNull();
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("servers")
    @Order(1)
    void the_pinning_dashboard_tells_who_stalls_a_jvm(PrometheusServer prometheus)
            throws IOException, InterruptedException {
        check(prometheus, INSTANCES.get(0), STALLED.byQuery());
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("servers")
    @Order(1)
    void the_pinning_dashboard_tells_who_takes_one_carrier_of_a_jvm_that_gets_on(PrometheusServer prometheus)
            throws IOException, InterruptedException {
        check(prometheus, INSTANCES.get(1), BUSY.byQuery());
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("servers")
    @Order(1)
    void the_pinning_dashboard_tells_what_unpin_has_taken_away(PrometheusServer prometheus)
            throws IOException, InterruptedException {
        check(prometheus, INSTANCES.get(2), UnpinnedAnswers.byQuery(2));
    }

    @Test
    void every_query_of_the_pinning_dashboard_is_asked() {
        assertThat(Dashboard.pinning().queries())
                .extracting(Dashboard.Query::name)
                .containsExactlyInAnyOrderElementsOf(STALLED.byQuery().keySet());
    }

    private static void check(PrometheusServer prometheus, String instance, Map<String, Answer> answers)
            throws IOException, InterruptedException {
        Map<String, Dashboard.Query> queries =
                Dashboard.pinning().queries().stream().collect(Collectors.toMap(Dashboard.Query::name, query -> query));
        assertThat(queries).containsKeys(answers.keySet().toArray(String[]::new));
        String only = instance.replace(".", "\\\\.");
        for (String name : answers.keySet()) {
            Dashboard.Query query = queries.get(name);
            String promql = query.with(PrometheusServer.JOB, only, RATE_INTERVAL);
            Until.passes(() -> assertThat(prometheus.ask(promql))
                    .as("%s: %s", query.name(), promql)
                    .satisfies(answers.get(query.name())));
            for (String nobody : List.of(
                    query.with("other-job", only, RATE_INTERVAL),
                    query.with(PrometheusServer.JOB, "elsewhere", RATE_INTERVAL))) {
                assertThat(prometheus.ask(nobody)).as(nobody).isEmpty();
            }
        }
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("servers")
    @Order(1)
    void the_fleet_dashboard_tells_the_jvms_apart_and_adds_them_up(PrometheusServer prometheus)
            throws IOException, InterruptedException {
        Map<String, Answer> answers = FleetAnswers.of(STALLED, BUSY, 2, INSTANCES);
        List<Dashboard.Query> queries = Dashboard.fleet().queries();
        assertThat(queries).extracting(Dashboard.Query::name).containsExactlyInAnyOrderElementsOf(answers.keySet());
        for (Dashboard.Query query : queries) {
            String promql = query.with(PrometheusServer.JOB, ".+", RATE_INTERVAL);
            Until.passes(() -> assertThat(prometheus.ask(promql))
                    .as("%s: %s", query.name(), promql)
                    .satisfies(answers.get(query.name())));
        }
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("servers")
    @Order(1)
    void the_variables_offer_what_there_is(PrometheusServer prometheus) throws IOException, InterruptedException {
        Map<String, List<String>> offered = Map.of(
                "job", List.of(PrometheusServer.JOB),
                "instance", INSTANCES,
                "library", List.of("other", STALLED.library(), BUSY.library()));
        List<Dashboard.Query> variables = Dashboard.pinning().variables();
        assertThat(variables).extracting(Dashboard.Query::name).containsExactlyInAnyOrderElementsOf(offered.keySet());
        for (Dashboard.Query variable : variables) {
            Until.passes(() -> assertThat(prometheus.ask(variable.with(PrometheusServer.JOB, ".+", RATE_INTERVAL)))
                    .extracting(sample -> sample.label(variable.name()))
                    .containsExactlyInAnyOrderElementsOf(offered.get(variable.name())));
        }
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("servers")
    @Order(1)
    void alerts_fire_for_what_is_wrong_and_for_nothing_else(PrometheusServer prometheus)
            throws IOException, InterruptedException {
        Until.passes(() -> assertThat(prometheus.ask("ALERTS{alertstate=\"firing\"}"))
                .extracting(alert -> alert.label("alertname") + " " + alert.label("instance") + alert.label("site"))
                .containsExactlyInAnyOrder(
                        "VirtualThreadCapacityLost " + INSTANCES.get(0),
                        "VirtualThreadsStarved " + INSTANCES.get(0),
                        "VirtualThreadsStalled " + INSTANCES.get(0),
                        "VirtualThreadNewPinningSite " + STALLED.site(),
                        "VirtualThreadNewPinningSite " + BUSY.site()));
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("servers")
    @Order(1)
    void promtool_has_nothing_to_say_about_names_types_and_helps(PrometheusServer prometheus)
            throws IOException, InterruptedException {
        for (String instance : INSTANCES) {
            Path scrape = folder.resolve("scrape.txt");
            HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://" + instance + "/metrics"))
                                    .build(),
                            BodyHandlers.ofFile(scrape, CREATE, WRITE, TRUNCATE_EXISTING));
            Path said = folder.resolve("promtool.txt");
            int code = new ProcessBuilder(prometheus.promtool().toString(), "check", "metrics")
                    .redirectInput(scrape.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start()
                    .waitFor();
            assertThat(said).as(instance).content().isEmpty();
            assertThat(code).isZero();
        }
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("servers")
    @Order(1)
    void a_jvm_has_fewer_series_than_the_scrape_configuration_allows(PrometheusServer prometheus)
            throws IOException, InterruptedException {
        Until.passes(() -> assertThat(prometheus.ask("count by (instance) ({__name__=~\"vthread_.+\"})"))
                .hasSize(3)
                .allSatisfy(jvm -> assertThat(jvm.value()).isBetween(60.0, 250.0)));
    }

    @Test
    @Order(2)
    void an_alert_fires_when_the_agent_does_not_answer_any_more() throws IOException, InterruptedException {
        JVMS.get(1).close();

        for (PrometheusServer prometheus : servers()) {
            prometheus.await("ALERTS{alertname=\"VirtualThreadMonitorBlind\", alertstate=\"firing\"}");
            assertThat(prometheus.ask("ALERTS{alertname=\"VirtualThreadMonitorBlind\"}"))
                    .singleElement()
                    .matches(alert -> alert.label("instance").equals(INSTANCES.get(1)));
        }
    }
}
