package io.vtmonitor.process;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.PrometheusServer.Sample;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What every query of the dashboard must answer while {@link PinForever} runs on JDK 21 with two carriers. The ranges
 * leave room for a busy machine, none for a wrong label or unit.
 */
public final class DashboardScenario {
    public static final String CLASS = "io.vtmonitor.process.PinForever";
    public static final String METHOD = "hundredMillis";

    private static final String SITE = CLASS + "." + METHOD + " [sleep]";
    private static final String RATE_INTERVAL = "10s";
    private static final Predicate<Sample> AT_SITE =
            sample -> sample.label("site").equals(SITE)
                    && sample.label("reason").equals("monitor")
                    && sample.label("operation").equals("sleep")
                    && !sample.label("library").isEmpty();

    private static final Map<String, Consumer<List<? extends Sample>>> ANSWERS = Map.ofEntries(
            entry("Capacity lost A", one(0.5, 1.05)),
            entry("Carriers pinned A", one(1, 2.1)),
            entry("Carriers pinned B", one(2, 2)),
            entry("Carriers pinned C", one(2, 2)),
            entry("Time starved A", one(0.3, 1.1)),
            entry("Pins a second A", one(8, 25)),
            entry(
                    "Carriers pinned by site A",
                    only(sample -> sample.label("site").equals(SITE), 1, 2.3)),
            entry("Top sites A", only(AT_SITE, 5, 1000)),
            entry("Top sites B", only(AT_SITE, 50, 10_000)),
            entry("Top sites C", only(AT_SITE, 1, 2.3)),
            entry(
                    "Carriers pinned by reason A",
                    only(sample -> sample.label("reason").equals("monitor"), 1, 2.3)),
            entry("Pin duration A", DashboardScenario::durations),
            entry("Carriers pinned and there are A", one(1, 2.3)),
            entry("Carriers pinned and there are B", one(2, 2)),
            entry("Carriers pinned and there are C", one(2, 2)),
            entry(
                    "Longest pin A",
                    only(
                            sample -> sample.label("reason").equals("monitor")
                                    && sample.label("operation").equals("sleep"),
                            0.09,
                            5)),
            entry("JVMs watched A", only(sample -> sample.label("java_version").startsWith("21"), 1, 1)),
            entry("Thresholds A", DashboardScenario::thresholds),
            entry("Blind at start A", one(0, 30)),
            entry("Events lost A", one(0, 0)),
            entry("Stacks truncated A", one(0, 0)),
            entry("Pins folded A", one(0, 0)),
            entry("What the agent costs A", one(0, 1)));

    private DashboardScenario() {}

    /** Waits until there is data for a whole rate interval, then asks every query. */
    public static void check(PrometheusServer prometheus) throws IOException, InterruptedException {
        prometheus.await(
                "count_over_time(vthread_site_pinned_seconds_total{site!=\"other\"}[" + RATE_INTERVAL + "]) >= 9");
        String instance = prometheus.instance().replace(".", "\\\\.");
        List<Dashboard.Query> queries = Dashboard.read().queries();
        assertThat(queries).extracting(Dashboard.Query::name).containsExactlyInAnyOrderElementsOf(ANSWERS.keySet());
        for (Dashboard.Query query : queries) {
            String promql = query.with(PrometheusServer.JOB, instance, RATE_INTERVAL);
            List<Sample> samples = prometheus.ask(promql);
            assertThat(samples).as("%s: %s", query.name(), promql).satisfies(ANSWERS.get(query.name()));
            assertThat(prometheus.ask(query.with("other-job", instance, RATE_INTERVAL)))
                    .as(promql)
                    .isEmpty();
            assertThat(prometheus.ask(query.with(PrometheusServer.JOB, "elsewhere", RATE_INTERVAL)))
                    .as(promql)
                    .isEmpty();
        }
    }

    private static Consumer<List<? extends Sample>> one(double from, double to) {
        return only(sample -> true, from, to);
    }

    /** One series as described and in range; all others are zero. */
    private static Consumer<List<? extends Sample>> only(Predicate<Sample> wanted, double from, double to) {
        return samples -> {
            assertThat(samples)
                    .filteredOn(wanted)
                    .singleElement()
                    .satisfies(sample -> assertThat(sample.value()).isBetween(from, to));
            assertThat(samples)
                    .filteredOn(wanted.negate())
                    .extracting(Sample::value)
                    .allMatch(value -> value == 0);
        };
    }

    private static void durations(List<? extends Sample> buckets) {
        assertThat(buckets).hasSize(14);
        assertThat(bucket(buckets, "0.05")).isZero();
        assertThat(bucket(buckets, "1.0")).isBetween(8.0, 25.0);
        assertThat(bucket(buckets, "+Inf")).isBetween(8.0, 25.0);
    }

    private static double bucket(List<? extends Sample> buckets, String bound) {
        return buckets.stream()
                .filter(sample -> sample.label("le").equals(bound))
                .mapToDouble(Sample::value)
                .sum();
    }

    private static void thresholds(List<? extends Sample> samples) {
        assertThat(samples).extracting(sample -> sample.label("event")).containsExactlyInAnyOrder("pinned", "monitor");
        assertThat(samples)
                .extracting(Sample::value)
                .allSatisfy(seconds -> assertThat(seconds).isBetween(0.0001, 1.0));
    }
}
