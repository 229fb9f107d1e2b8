package io.vtmonitor.sink;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Vitals;
import io.vtmonitor.process.DashboardScenario;
import io.vtmonitor.process.PrometheusServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same as {@code PrometheusIT}, with findings made by hand instead of an agent: metrics, server and queries alone. */
class DashboardQueriesTest {
    private static final Diagnosis HOLD = Findings.diagnosis(
            DashboardScenario.CLASS, DashboardScenario.METHOD, Reason.MONITOR, Operation.SLEEP, false);

    private final long start = System.nanoTime();

    @TempDir
    private Path folder;

    @Test
    void every_query_of_the_dashboard_tells_what_the_findings_say() throws IOException, InterruptedException {
        Optional<Path> program = PrometheusServer.program();
        assumeTrue(program.isPresent(), "prometheus is not on the path (Debian: apt-get install prometheus)");
        PrometheusMetrics metrics = new PrometheusMetrics(this::vitals, "0.1.0");
        try (HttpEndpoint endpoint =
                        HttpEndpoint.open("127.0.0.1", 0, new Pages(null).showBy("/metrics", metrics::answer));
                ScheduledExecutorService pinning = Executors.newSingleThreadScheduledExecutor();
                PrometheusServer prometheus = PrometheusServer.start(program.get(), folder, endpoint.port())) {
            pinning.scheduleAtFixedRate(() -> pinTwice(metrics), 0, 101, TimeUnit.MILLISECONDS);
            DashboardScenario.check(prometheus);
            pinning.shutdownNow();
        }
    }

    private static void pinTwice(PrometheusMetrics metrics) {
        metrics.accept(Findings.finding(HOLD, Duration.ofMillis(101)));
        metrics.accept(Findings.finding(HOLD, Duration.ofMillis(101)));
    }

    /** All of two carriers pinned all the time. */
    private Vitals vitals() {
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Vitals("21.0.8", 2, 2, 2, 1, seconds, 0.001, 0.02, 0.5, 0, 0, 0, seconds / 1000);
    }
}
