package io.vtmonitor.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.process.DashboardAnswers.Answer;
import io.vtmonitor.process.PrometheusServer.Sample;
import io.vtmonitor.scenario.NativeCall;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus scrapes two JVMs with the agent: on JDK 21 both of two carriers are pinned, so that nothing else gets on;
 * on JDK 25 one of eight is. Every query of the dashboards, every recorded series and every alert must tell so.
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
            Map.of("pinned", 0.001, "monitor", 0.02));
    private static final DashboardAnswers BUSY = new DashboardAnswers(
            "25",
            "jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor.invoke0 [sleep]",
            "native",
            "jdk",
            1,
            8,
            Map.of("pinned", 0.01));

    @TempDir
    private static Path folder;

    private static final List<ChildJvm> JVMS = new ArrayList<>();
    private static final List<String> INSTANCES = new ArrayList<>();
    private static PrometheusServer prometheus;

    @BeforeAll
    static void two_jvms_are_watched_for_a_while() throws IOException, InterruptedException {
        Optional<Path> program = PrometheusServer.program("prometheus");
        assumeTrue(program.isPresent(), "prometheus is not on the path (Debian: apt-get install prometheus)");
        start(21, 2, List.of("stall=2s"), List.of(), PinForever.class, List.of());
        start(
                25,
                8,
                List.of("threshold=10ms"),
                List.of("-Djdk.reflect.useNativeAccessorOnly=true"),
                NativeCall.class,
                List.of("100000", "100"));
        JVMS.get(1).send("go");
        prometheus = PrometheusServer.start(
                program.get(), folder, INSTANCES, List.of(faster("recording.yml"), faster("alerts.yml")));
        prometheus.await("count(count_over_time(vthread_site_pinned_seconds_total{site!=\"other\"}[" + RATE_INTERVAL
                + "]) >= 9) == 2");
        prometheus.await("rate(vthread_stalled_seconds_total[" + RATE_INTERVAL + "]) > 0.7");
        prometheus.await("instance:vthread_starved:ratio_rate5m > 0.5");
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

    /** The same rules with a clock that goes faster: minutes are ten seconds, what has to last does not, an hour ago is just now. */
    private static Path faster(String rules) throws IOException {
        String text = Files.readString(Dashboard.folder().resolve("prometheus").resolve(rules))
                .replaceAll("\\[\\d+m]", "[" + RATE_INTERVAL + "]")
                .replaceAll("interval: \\w+", "interval: 1s")
                .replaceAll(" +for: \\w+\n", "")
                .replace("offset 1h", "offset 3s");
        return Files.writeString(folder.resolve(rules), text);
    }

    @AfterAll
    static void stop() {
        if (prometheus != null) {
            prometheus.close();
        }
        JVMS.forEach(ChildJvm::close);
    }

    @Test
    @Order(1)
    void the_pinning_dashboard_tells_who_stalls_a_jvm() throws IOException, InterruptedException {
        check(INSTANCES.get(0), STALLED);
    }

    @Test
    @Order(1)
    void the_pinning_dashboard_tells_who_takes_one_carrier_of_a_jvm_that_gets_on()
            throws IOException, InterruptedException {
        check(INSTANCES.get(1), BUSY);
    }

    private static void check(String instance, DashboardAnswers truth) throws IOException, InterruptedException {
        Map<String, Answer> answers = truth.byQuery();
        List<Dashboard.Query> queries = Dashboard.pinning().queries();
        assertThat(queries).extracting(Dashboard.Query::name).containsExactlyInAnyOrderElementsOf(answers.keySet());
        String only = instance.replace(".", "\\\\.");
        for (Dashboard.Query query : queries) {
            String promql = query.with(PrometheusServer.JOB, only, RATE_INTERVAL);
            assertThat(prometheus.ask(promql))
                    .as("%s: %s", query.name(), promql)
                    .satisfies(answers.get(query.name()));
            for (String nobody : List.of(
                    query.with("other-job", only, RATE_INTERVAL),
                    query.with(PrometheusServer.JOB, "elsewhere", RATE_INTERVAL))) {
                assertThat(prometheus.ask(nobody)).as(nobody).isEmpty();
            }
        }
    }

    @Test
    @Order(1)
    void the_fleet_dashboard_tells_both_jvms_apart_and_adds_them_up() throws IOException, InterruptedException {
        Map<String, Answer> answers = FleetAnswers.of(STALLED, BUSY, INSTANCES);
        List<Dashboard.Query> queries = Dashboard.fleet().queries();
        assertThat(queries).extracting(Dashboard.Query::name).containsExactlyInAnyOrderElementsOf(answers.keySet());
        for (Dashboard.Query query : queries) {
            String promql = query.with(PrometheusServer.JOB, ".+", RATE_INTERVAL);
            assertThat(prometheus.ask(promql))
                    .as("%s: %s", query.name(), promql)
                    .satisfies(answers.get(query.name()));
        }
    }

    @Test
    @Order(1)
    void the_variables_offer_what_there_is() throws IOException, InterruptedException {
        Map<String, List<String>> offered = Map.of(
                "job", List.of(PrometheusServer.JOB),
                "instance", INSTANCES,
                "library", List.of("other", STALLED.library(), BUSY.library()));
        List<Dashboard.Query> variables = Dashboard.pinning().variables();
        assertThat(variables).extracting(Dashboard.Query::name).containsExactlyInAnyOrderElementsOf(offered.keySet());
        for (Dashboard.Query variable : variables) {
            assertThat(prometheus.ask(variable.with(PrometheusServer.JOB, ".+", RATE_INTERVAL)))
                    .extracting(sample -> sample.label(variable.name()))
                    .containsExactlyInAnyOrderElementsOf(offered.get(variable.name()));
        }
    }

    @Test
    @Order(1)
    void alerts_fire_for_what_is_wrong_and_for_nothing_else() throws IOException, InterruptedException {
        assertThat(prometheus.ask("ALERTS{alertstate=\"firing\"}"))
                .extracting(alert -> alert.label("alertname") + " " + alert.label("instance") + alert.label("site"))
                .containsExactlyInAnyOrder(
                        "VirtualThreadCapacityLost " + INSTANCES.get(0),
                        "VirtualThreadsStarved " + INSTANCES.get(0),
                        "VirtualThreadsStalled " + INSTANCES.get(0),
                        "VirtualThreadNewPinningSite " + STALLED.site(),
                        "VirtualThreadNewPinningSite " + BUSY.site());
    }

    @Test
    @Order(1)
    void promtool_has_nothing_to_say_about_names_types_and_helps() throws IOException, InterruptedException {
        Optional<Path> promtool = PrometheusServer.program("promtool");
        assumeTrue(promtool.isPresent(), "promtool is not on the path (Debian: apt-get install prometheus)");
        for (String instance : INSTANCES) {
            Path scrape = folder.resolve("scrape.txt");
            HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://" + instance + "/metrics"))
                                    .build(),
                            BodyHandlers.ofFile(scrape));
            Path said = folder.resolve("promtool.txt");
            int code = new ProcessBuilder(promtool.get().toString(), "check", "metrics")
                    .redirectInput(scrape.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start()
                    .waitFor();
            assertThat(said).isEmptyFile();
            assertThat(code).isZero();
        }
    }

    @Test
    @Order(1)
    void a_jvm_has_fewer_series_than_the_scrape_configuration_allows() throws IOException, InterruptedException {
        List<Sample> series = prometheus.ask("count by (instance) ({__name__=~\"vthread_.+\"})");

        assertThat(series).hasSize(2).allSatisfy(jvm -> assertThat(jvm.value()).isBetween(60.0, 250.0));
    }

    @Test
    @Order(2)
    void an_alert_fires_when_the_agent_does_not_answer_any_more() throws IOException, InterruptedException {
        JVMS.get(1).close();

        prometheus.await("ALERTS{alertname=\"VirtualThreadMonitorBlind\", alertstate=\"firing\"}");
        assertThat(prometheus.ask("ALERTS{alertname=\"VirtualThreadMonitorBlind\"}"))
                .singleElement()
                .matches(alert -> alert.label("instance").equals(INSTANCES.get(1)));
    }
}
