package io.vtmonitor.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.report.StallPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MetricsPageTest {
    private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");

    @Test
    void the_table_lists_exactly_the_metrics_of_a_scrape_with_their_types() throws IOException {
        Map<String, String> scraped = new TreeMap<>();
        for (Matcher type = TYPE.matcher(scrape()); type.find(); ) {
            scraped.put(type.group(1), type.group(2));
        }
        Map<String, String> listed = new TreeMap<>();
        MetricsPage.read().forEach((name, row) -> listed.put(name, row.type()));

        assertThat(listed).isEqualTo(scraped);
    }

    @Test
    void the_table_lists_exactly_the_labels_of_each_metric() throws IOException {
        Map<String, Set<String>> scraped = new TreeMap<>();
        scrape().lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            String name = line.replaceAll("[{ ].*", "")
                    .replaceAll("^(vthread_(?:pinned|schedule_delay)_seconds)_(bucket|sum|count)$", "$1");
            Set<String> labels = scraped.computeIfAbsent(name, none -> new TreeSet<>());
            LABEL.matcher(line)
                    .results()
                    .map(label -> label.group(1))
                    .filter(label -> !label.equals("le"))
                    .forEach(labels::add);
        });
        Map<String, Set<String>> listed = new TreeMap<>();
        MetricsPage.read().forEach((name, row) -> listed.put(name, new TreeSet<>(row.labels())));

        assertThat(listed).isEqualTo(scraped);
    }

    @Test
    void the_values_of_reason_and_operation_are_all_named() throws IOException {
        String page = Files.readString(MetricsPage.FILE);
        for (Reason reason : Reason.values()) {
            assertThat(page).contains("`" + reason + "`");
        }
        for (Operation operation : Operation.values()) {
            assertThat(page).contains("`" + operation + "`");
        }
    }

    @Test
    void the_patterns_of_stalls_are_all_named() throws IOException {
        String page = Files.readString(MetricsPage.FILE);
        for (StallPattern pattern : StallPattern.values()) {
            assertThat(page).contains("`" + pattern + "`");
        }
    }

    private static String scrape() {
        PrometheusMetrics metrics = new PrometheusMetrics(Findings::vitals, "0.1.0");
        metrics.unpin(() -> Findings.UNPINNED);
        metrics.waits(() -> Findings.WAITS);
        metrics.accept(Findings.finding(
                Findings.diagnosis("a.B", Reason.MONITOR, Operation.PARK, false), Duration.ofMillis(30)));
        return metrics.scrape();
    }
}
