package io.vtmonitor.metrics;

import io.vtmonitor.http.CachedResponse;
import io.vtmonitor.http.MediaTypes;
import io.vtmonitor.http.Response;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.DiagnosedPinSink;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.report.AgentGauges;
import io.vtmonitor.report.UnpinSummary;
import io.vtmonitor.report.Waits;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The figures of the watch as Prometheus text; {@code docs/metrics.md} lists all metrics. Thread-safe. Until the first
 * scrape, it only counts: the first scrape creates the registry, which shows what was counted since the start of the
 * watch. The methods {@code unpin} to {@code waits} have no effect after the first scrape.
 */
public final class PrometheusMetrics implements DiagnosedPinSink {
    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
    static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    /** Shorter than any scrape interval. */
    private static final Duration PAGE_LIFE = Duration.ofMillis(100);

    private final Supplier<AgentGauges> vitals;
    private final String agentVersion;
    private final PinCounts pins = new PinCounts();
    private final SchedulerCounts scheduler = new SchedulerCounts();
    private final CachedResponse text = cached(CONTENT_TYPE);
    private final CachedResponse openMetrics = cached(OPEN_METRICS);
    private Supplier<Waits> waits = () -> Waits.NONE;
    private @Nullable Supplier<UnpinSummary> unpin;
    private @Nullable LongSupplier submitsByMicrometer;
    private boolean schedulerByMicrometer;
    private @Nullable MetricsRegistry registry;

    /**
     * Metrics of one JVM.
     *
     * @param vitals called once for each scrape
     * @param agentVersion for {@code vthread_info}
     */
    public PrometheusMetrics(Supplier<AgentGauges> vitals, String agentVersion) {
        this.vitals = vitals;
        this.agentVersion = agentVersion;
    }

    private CachedResponse cached(String contentType) {
        return new CachedResponse(() -> Response.of(contentType, scrape(contentType)), PAGE_LIFE, System::nanoTime);
    }

    /** Adds the metrics of {@code unpin}. The source is called once for each metric and scrape. */
    public synchronized void unpin(Supplier<UnpinSummary> source) {
        unpin = source;
    }

    /**
     * Adds the metrics of Micrometer's {@code VirtualThreadMetrics}, with its names.
     *
     * @param submitFailures how often a virtual thread could not be started or continued; called for each scrape
     */
    public synchronized void alsoAsMicrometer(LongSupplier submitFailures) {
        submitsByMicrometer = submitFailures;
    }

    /**
     * Adds only those of these metrics that are about the scheduler. Used if pins are not recorded: a zero would mean
     * that there are none.
     */
    public synchronized void schedulerAsMicrometer() {
        schedulerByMicrometer = true;
    }

    /** Sets the source of what virtual threads wait for, called several times for each scrape. */
    public synchronized void waits(Supplier<Waits> source) {
        waits = source;
    }

    /** The counts to which the watch of the scheduler adds. */
    public SchedulerCounts scheduler() {
        return scheduler;
    }

    @Override
    public void accept(DiagnosedPin diagnosed) {
        pins.add(
                diagnosed.diagnosis(),
                diagnosed.pin().startNanos(),
                diagnosed.pin().durationNanos());
    }

    @Override
    public void revised(Diagnosis before, Diagnosis after) {
        pins.revised(before, after);
    }

    /**
     * The page {@code /metrics}. For each format, one thread at a time makes the page, which is kept for 100 ms or
     * longer.
     *
     * @param accept the request's header {@code Accept}
     * @return OpenMetrics 1.0.0 with exemplars if the client prefers it, otherwise Prometheus' text format 0.0.4
     */
    public Response answer(String accept) {
        return (MediaTypes.prefersOpenMetrics(accept) ? openMetrics : text).get();
    }

    /** All metrics in Prometheus' text format 0.0.4. */
    public String scrape() {
        return scrape(CONTENT_TYPE);
    }

    /** All metrics of the page with their current values. */
    public List<MetricFamily> families() {
        return registry().families();
    }

    private String scrape(String contentType) {
        return registry().scrape(contentType);
    }

    private synchronized MetricsRegistry registry() {
        MetricsRegistry made = registry;
        if (made == null) {
            SilentLogs.install();
            made = new MetricsRegistry(vitals, agentVersion, pins, scheduler, waits);
            addOthers(made);
            registry = made;
        }
        return made;
    }

    private void addOthers(MetricsRegistry made) {
        if (unpin != null) {
            made.unpin(unpin);
        }
        if (submitsByMicrometer != null) {
            made.alsoAsMicrometer(submitsByMicrometer);
        }
        if (schedulerByMicrometer) {
            made.schedulerAsMicrometer();
        }
    }
}
