package io.vtmonitor.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.RepositoryRoot;
import io.vtmonitor.http.Response;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.Reason;
import io.vtmonitor.report.RescueOutcome;
import io.vtmonitor.report.ScheduleDelays;
import io.vtmonitor.report.SchedulerFigures;
import io.vtmonitor.report.SchedulerVitals;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.NearMisses;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PrometheusMetricsTest {
    private static final Diagnosis DRIVER =
            Findings.diagnosis("com.mysql.cj.Reader", Reason.MONITOR, Operation.SOCKET_READ, false);
    private static final Diagnosis WAIT =
            Findings.diagnosis("com.acme.Queue", Reason.OBJECT_WAIT, Operation.OBJECT_WAIT, true);

    private final PrometheusMetrics metrics = new PrometheusMetrics(Findings::vitals, "0.1.0");

    @Test
    void a_pin_is_counted_in_the_histogram_under_its_site_and_as_carrier_time() {
        metrics.accept(Findings.finding(DRIVER, Duration.ofMillis(1500)));
        metrics.accept(Findings.finding(DRIVER, Duration.ofMillis(4)));

        String histogram = "{operation=\"socket_read\",reason=\"monitor\"";
        String site = "{library=\"mysql-connector-j\",operation=\"socket_read\",reason=\"monitor\","
                + "site=\"com.mysql.cj.Reader.read [socket_read]\"}";
        assertThat(metrics.scrape().lines())
                .contains(
                        "vthread_pinned_seconds_bucket" + histogram + ",le=\"0.002\"} 0",
                        "vthread_pinned_seconds_bucket" + histogram + ",le=\"0.005\"} 1",
                        "vthread_pinned_seconds_bucket" + histogram + ",le=\"1.0\"} 1",
                        "vthread_pinned_seconds_bucket" + histogram + ",le=\"2.5\"} 2",
                        "vthread_pinned_seconds_bucket" + histogram + ",le=\"+Inf\"} 2",
                        "vthread_pinned_seconds_count" + histogram + "} 2",
                        "vthread_pinned_seconds_sum" + histogram + "} 1.504",
                        "vthread_site_pinned_seconds_total" + site + " 1.504",
                        "vthread_site_pins_total" + site + " 2.0",
                        "vthread_carrier_pinned_seconds_total 1.504");
    }

    @Test
    void the_histogram_has_exactly_the_promised_buckets() {
        metrics.accept(Findings.finding(DRIVER, Duration.ofMillis(1)));

        assertThat(metrics.scrape()
                        .lines()
                        .filter(line -> line.startsWith("vthread_pinned_seconds_bucket{operation=\"socket_read\""))
                        .map(line -> line.replaceAll(".*le=\"(.*)\"}.*", "$1")))
                .containsExactly(
                        "0.001", "0.002", "0.005", "0.01", "0.02", "0.05", "0.1", "0.25", "0.5", "1.0", "2.5", "5.0",
                        "10.0", "+Inf");
    }

    @Test
    void a_compensated_wait_is_a_pin_but_no_lost_carrier_time() {
        metrics.accept(Findings.finding(WAIT, Duration.ofSeconds(2)));

        assertThat(metrics.scrape().lines())
                .contains("vthread_carrier_pinned_seconds_total 0.0")
                .contains("vthread_site_pinned_seconds_total{library=\"unknown\",operation=\"object_wait\","
                        + "reason=\"object_wait\",site=\"com.acme.Queue.read [object_wait]\"} 2.0");
    }

    @Test
    void equal_diagnoses_share_their_site_and_the_fifty_first_site_is_other() {
        for (int i = 0; i < 60; i++) {
            Diagnosis diagnosis = Findings.diagnosis("C" + i, Reason.NATIVE, Operation.PARK, false);
            Diagnosis twin = Findings.diagnosis("C" + i, Reason.NATIVE, Operation.PARK, false);
            metrics.accept(Findings.finding(diagnosis, Duration.ofSeconds(1)));
            metrics.accept(Findings.finding(twin, Duration.ofSeconds(1)));
        }

        List<String> sites = metrics.scrape()
                .lines()
                .filter(line -> line.startsWith("vthread_site_pinned_seconds_total{"))
                .toList();
        assertThat(sites)
                .hasSize(PinCounts.MAX_SITES + 1)
                .anyMatch(line -> line.contains("site=\"C49.read [park]\"} 2.0"))
                .noneMatch(line -> line.contains("site=\"C50.read"))
                .contains("vthread_site_pinned_seconds_total"
                        + "{library=\"other\",operation=\"other\",reason=\"other\",site=\"other\"} 20.0");
    }

    @Test
    void a_site_keeps_the_time_of_its_first_pin_and_other_has_none() {
        for (int i = 0; i < 60; i++) {
            Diagnosis diagnosis = Findings.diagnosis("C" + i, Reason.NATIVE, Operation.PARK, false);
            metrics.accept(new DiagnosedPin(pinAt(diagnosis, 1_700_000_000_500_000_000L), diagnosis));
            metrics.accept(new DiagnosedPin(pinAt(diagnosis, 1_700_000_009_000_000_000L), diagnosis));
        }

        assertThat(metrics.scrape()
                        .lines()
                        .filter(line -> line.startsWith("vthread_site_first_pin_timestamp_seconds{")))
                .hasSize(PinCounts.MAX_SITES)
                .allMatch(line -> line.endsWith("} 1.7000000005E9"))
                .noneMatch(line -> line.contains("site=\"other\""));
    }

    private static Pin pinAt(Diagnosis diagnosis, long startNanos) {
        return new Pin(diagnosis.blocking(), startNanos, 1_000_000, 7, "", null);
    }

    @Test
    void the_most_series_a_jvm_can_have_is_what_the_page_about_scaling_says() throws IOException {
        Map<String, Long> nearMisses = new HashMap<>();
        PrometheusMetrics metrics =
                new PrometheusMetrics(() -> Findings.vitals(NearMisses.of(1, 1_000, nearMisses)), "0.1.0");
        for (Reason reason : Reason.values()) {
            for (Operation operation : Operation.values()) {
                Diagnosis diagnosis = Findings.diagnosis("a.B", reason + "", reason, operation, false);
                metrics.accept(Findings.finding(diagnosis, Duration.ofMillis(1)));
                nearMisses.put(diagnosis.site().id(), 1_000L);
            }
        }
        metrics.unpin(() -> Findings.UNPINNED);
        metrics.waits(() -> Findings.WAITS);
        long series = samples(metrics.scrape()).count();

        assertThat(samples(metrics.scrape()).filter(line -> line.startsWith("vthread_site_pins_total")))
                .hasSize(PinCounts.MAX_SITES + 1);
        assertThat(RepositoryRoot.resolve("docs/fleet.md")).content().contains("at most " + series + " series");
        for (String folder : List.of("prometheus", "compose")) {
            assertThat(RepositoryRoot.resolve("dashboards/" + folder + "/prometheus.yml"))
                    .content()
                    .contains("sample_limit: 2500");
        }
        assertThat(series).isLessThan(2500);
    }

    @Test
    void the_series_of_a_jvm_that_has_just_started_are_as_many_as_that_page_says() throws IOException {
        long on21 = samples(metrics.scrape()).count();
        long on25 =
                samples(new PrometheusMetrics(Findings::idle, "0.1.0").scrape()).count();
        assertThat(RepositoryRoot.resolve("docs/fleet.md"))
                .content()
                .contains("nothing pinned | " + on21 + " on JDK 21, " + on25 + " on JDK 25 |")
                .contains("JDK 21, one site that pinned | " + (on21 + 20))
                .contains("JDK 25, one site that pinned | " + (on25 + 20));
    }

    @Test
    void a_near_miss_is_counted_under_its_site_and_never_falls() {
        String driver = DRIVER.site().id();
        AtomicReference<NearMisses> known =
                new AtomicReference<>(NearMisses.of(3, 0, Map.of(driver, 1_500_000_000L, "a.Folded", 250_000_000L)));
        PrometheusMetrics metrics = new PrometheusMetrics(() -> Findings.vitals(known.get()), "0.1.0");
        metrics.accept(Findings.finding(DRIVER, Duration.ofMillis(4)));
        metrics.scrape();

        known.set(NearMisses.of(2, 0, Map.of(driver, 1_000_000_000L, "a.Folded", 500_000_000L)));

        String series = "vthread_site_near_miss_seconds_total{library=";
        assertThat(metrics.scrape().lines())
                .contains(
                        "vthread_near_misses_total 3.0",
                        series + "\"mysql-connector-j\",operation=\"socket_read\",reason=\"monitor\",site=\"" + driver
                                + "\"} 1.5",
                        series + "\"other\",operation=\"other\",reason=\"other\",site=\"other\"} 0.5");
    }

    @Test
    void the_vitals_are_read_at_each_scrape() {
        assertThat(metrics.scrape().lines())
                .contains(
                        "vthread_info{agent_version=\"0.1.0\",java_version=\"21.0.8\"} 1",
                        "vthread_threshold_seconds{event=\"pinned\"} 0.001",
                        "vthread_threshold_seconds{event=\"monitor\"} 0.02",
                        "vthread_threshold_seconds{event=\"file\"} 0.004",
                        "vthread_submit_failed_total 6.0",
                        "vthread_watched{feature=\"pins\"} 1.0",
                        "vthread_watched{feature=\"scheduler\"} 0.0",
                        "vthread_carriers_pinned_mean 0.5",
                        "vthread_carriers_pinned_max 2.0",
                        "vthread_capacity_lost_ratio 0.25",
                        "vthread_scheduler_parallelism 2.0",
                        "vthread_starved_seconds_total 1.5",
                        "vthread_blind_seconds 0.75",
                        "vthread_events_lost_bytes_total 4096.0",
                        "vthread_stacks_truncated_total 3.0",
                        "vthread_pins_folded_total 9.0",
                        "vthread_self_seconds_total 0.0625",
                        "vthread_self_allocated_bytes_total 5000000.0");
    }

    @Test
    void before_the_first_pin_every_metric_is_there_and_zero() {
        List<String> names = samples(metrics.scrape())
                .map(line -> line.replaceAll("[{ ].*", ""))
                .distinct()
                .toList();
        List<String> idle = samples(new PrometheusMetrics(Findings::idle, "0.1.0").scrape())
                .filter(line -> !line.matches("vthread_(info|blind|threshold|scheduler).*"))
                .toList();

        assertThat(names).hasSize(43);
        assertThat(idle).hasSizeGreaterThan(20).allMatch(line -> line.matches(".* 0(\\.0)?"));
    }

    @Test
    void delays_and_stalls_are_counted_and_the_scheduler_is_read_at_each_scrape() {
        metrics.scheduler()
                .vitals(() -> new SchedulerVitals(new SchedulerFigures(2, 3, 2, 7, 41), 1.5, 12.5, 40, 0.25, true));
        metrics.scheduler().delayed(ScheduleDelays.Kind.START, 3_000_000);
        metrics.scheduler().stalled(StallPattern.PINS);
        metrics.scheduler().rescued(RescueOutcome.Result.FREED);
        assertThat(metrics.scrape().lines())
                .contains(
                        "vthread_scheduler_pool_size 3.0",
                        "vthread_watched{feature=\"scheduler\"} 1.0",
                        "vthread_scheduler_mounted 2.0",
                        "vthread_scheduler_queued 7.0",
                        "vthread_mounts_total 41.0",
                        "vthread_schedule_delay_seconds_bucket{kind=\"start\",le=\"0.002\"} 0",
                        "vthread_schedule_delay_seconds_bucket{kind=\"start\",le=\"0.005\"} 1",
                        "vthread_schedule_delay_seconds_count{kind=\"unpark\"} 0",
                        "vthread_schedule_delay_current_seconds 1.5",
                        "vthread_stalls_total{pattern=\"pins\"} 1.0",
                        "vthread_stalls_total{pattern=\"cpu\"} 0.0",
                        "vthread_rescues_total{result=\"freed\"} 1.0",
                        "vthread_rescues_total{result=\"not_freed\"} 0.0",
                        "vthread_stalled_seconds_total 12.5",
                        "vthread_probe_runs_total 40.0",
                        "vthread_scheduler_self_seconds_total 0.25");
    }

    @Test
    void what_became_of_monitors_is_there_where_unpin_is_at_work() {
        assertThat(new PrometheusMetrics(Findings::vitals, "0.1.0").scrape()).doesNotContain("vthread_unpin");
        metrics.unpin(() -> Findings.UNPINNED);
        assertThat(metrics.scrape().lines())
                .contains(
                        "vthread_unpin_places{how=\"rewritten\"} 5.0",
                        "vthread_unpin_places{how=\"both\"} 2.0",
                        "vthread_unpin_places{how=\"kept\"} 1.0",
                        "vthread_unpin_classes 4.0",
                        "vthread_unpin_refused 1.0",
                        "vthread_unpin_unsound 0.0",
                        "vthread_unpin_objects 17.0");
    }

    @Test
    void a_jdk_without_monitor_events_has_no_threshold_for_them() {
        assertThat(new PrometheusMetrics(Findings::idle, "0.1.0").scrape())
                .contains("vthread_threshold_seconds{event=\"pinned\"} 0.001")
                .doesNotContain("event=\"monitor\"");
    }

    @Test
    void open_metrics_link_each_sites_pins_to_the_stack_of_the_latest() {
        metrics.accept(Findings.finding(DRIVER, Duration.ofMillis(1500)));
        metrics.accept(Findings.finding(DRIVER, Duration.ofMillis(4)));
        Response answer = metrics.answer("application/openmetrics-text;version=1.0.0;q=0.6,text/plain;q=0.3");

        assertThat(answer.contentType()).isEqualTo("application/openmetrics-text; version=1.0.0; charset=utf-8");
        assertThat(new String(answer.body(), StandardCharsets.UTF_8))
                .containsPattern(
                        "vthread_site_pins_total\\{[^}]*site=\"com\\.mysql\\.cj\\.Reader\\.read \\[socket_read]\"}"
                                + " 2\\.0 # \\{stack=\""
                                + DRIVER.blocking().stack().id() + "\"} 0\\.004 0\\.004\n")
                .endsWith("# EOF\n");
        assertThat(metrics.answer("text/plain").contentType()).startsWith("text/plain; version=0.0.4");
        assertThat(DRIVER.blocking().stack().id())
                .matches("[0-9a-f]{16}")
                .isNotEqualTo(WAIT.blocking().stack().id());
    }

    @Test
    void the_counters_of_pools_keep_what_a_pool_has_lent_that_is_gone() {
        AtomicReference<Waits> now = new AtomicReference<>(Waits.NONE);
        metrics.waits(now::get);
        now.set(Waits.NONE.with(List.of(Findings.pool(1, 100), Findings.pool(1, 20)), List.of(), List.of()));
        metrics.scrape();
        now.set(Waits.NONE.with(List.of(Findings.pool(1, 20)), List.of(), List.of()));
        metrics.scrape();
        now.set(Waits.NONE.with(List.of(Findings.pool(1, 25)), List.of(), List.of()));

        String tags = "{name=\"orders-1\",pool=\"HikariCP\"} ";
        assertThat(metrics.scrape().lines())
                .contains(
                        "vthread_pool_borrowings_total" + tags + "125.0",
                        "vthread_pool_wait_seconds_total" + tags + "3.0",
                        "vthread_pool_hold_seconds_total" + tags + "40.0");
    }

    @Test
    void who_scrapes_first_after_pins_and_stalls_reads_the_same_as_who_has_scraped_from_the_start() {
        PrometheusMetrics scraped = new PrometheusMetrics(Findings::vitals, "0.1.0");
        for (int i = 0; i < 60; i++) {
            Diagnosis diagnosis = Findings.diagnosis("C" + i % 55, Reason.NATIVE, Operation.PARK, i % 3 == 0);
            for (PrometheusMetrics each : List.of(scraped, metrics)) {
                each.accept(Findings.finding(diagnosis, Duration.ofMillis(7L * i)));
                each.accept(Findings.finding(DRIVER, Duration.ofMillis(i)));
                each.scheduler().delayed(ScheduleDelays.Kind.UNPARK, 1_000_000L * i);
                each.scheduler().stalled(StallPattern.CPU);
                each.scheduler().rescued(RescueOutcome.Result.REFUSED);
            }
            scraped.scrape();
        }
        metrics.alsoAsMicrometer(() -> 0);

        String first = metrics.scrape();
        assertThat(first.lines().filter(line -> !line.contains("jvm_threads_")))
                .containsExactlyElementsOf(scraped.scrape().lines().toList())
                .contains("vthread_stalls_total{pattern=\"cpu\"} 60.0");
        assertThat(first)
                .contains("vthread_pinned_seconds_count{operation=\"socket_read\",reason=\"monitor\"} 60\n")
                .contains("jvm_threads_virtual_pinned_seconds_count 97\n");
        assertThat(new String(metrics.answer("application/openmetrics-text").body(), StandardCharsets.UTF_8)
                        .replaceAll("(?m)^.*jvm_threads_.*\n", ""))
                .isEqualTo(new String(
                        scraped.answer("application/openmetrics-text").body(), StandardCharsets.UTF_8));
    }

    @Test
    void scrapes_by_several_threads_while_findings_come_lose_nothing() throws Exception {
        int findings = 20_000;
        try (ExecutorService scrapers = Executors.newFixedThreadPool(3)) {
            Callable<Integer> scraping = () -> Stream.generate(metrics::scrape)
                    .limit(50)
                    .mapToInt(String::length)
                    .sum();
            List<Future<Integer>> running = Stream.of(scraping, scraping, scraping)
                    .map(scrapers::submit)
                    .toList();
            for (int i = 0; i < findings; i++) {
                Diagnosis diagnosis = Findings.diagnosis("C" + i % 100, Reason.NATIVE, Operation.PARK, false);
                metrics.accept(Findings.finding(diagnosis, Duration.ofMillis(1)));
            }
            for (Future<Integer> scraped : running) {
                assertThat(scraped.get()).isPositive();
            }
        }
        assertThat(metrics.scrape())
                .contains("vthread_pinned_seconds_count{operation=\"park\",reason=\"native\"} " + findings + "\n");
    }

    private static Stream<String> samples(String scrape) {
        return scrape.lines().filter(line -> !line.startsWith("#"));
    }
}
