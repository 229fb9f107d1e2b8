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
 * Findings and vitals as Prometheus text; {@code docs/metrics.md} lists every metric. Any thread gives findings and any
 * scrapes. Until the first scrape there are counts and nothing else: the registry is made for it, and shows what has
 * been counted since the watch began. The methods {@code unpin} to {@code waits} are called before that.
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
     * @param vitals asked once per scrape
     * @param agentVersion for {@code vthread_info}
     */
    public PrometheusMetrics(Supplier<AgentGauges> vitals, String agentVersion) {
        this.vitals = vitals;
        this.agentVersion = agentVersion;
    }

    private CachedResponse cached(String contentType) {
        return new CachedResponse(() -> Response.of(contentType, scrape(contentType)), PAGE_LIFE, System::nanoTime);
    }

    /** Adds the metrics of {@code unpin}, asked once per metric and scrape. */
    public synchronized void unpin(Supplier<UnpinSummary> source) {
        unpin = source;
    }

    /**
     * Adds the metrics of Micrometer's {@code VirtualThreadMetrics}, by its names.
     *
     * @param submitFailures how often a virtual thread could not be started or continue; asked at each scrape
     */
    public synchronized void alsoAsMicrometer(LongSupplier submitFailures) {
        submitsByMicrometer = submitFailures;
    }

    /** Of these the scheduler's alone, where no pins are recorded: a zero would say that there are none. */
    public synchronized void schedulerAsMicrometer() {
        schedulerByMicrometer = true;
    }

    /** Whom to ask, at each scrape, what virtual threads wait for. */
    public synchronized void waits(Supplier<Waits> source) {
        waits = source;
    }

    /** What the scheduler's watch counts in. */
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
     * The page {@code /metrics}, in each format made by one thread at a time and kept for a tenth of a second or more.
     *
     * @param accept the request's {@code Accept} header
     * @return OpenMetrics 1.0.0 with exemplars where the client prefers it, else Prometheus' text format 0.0.4
     */
    public Response answer(String accept) {
        return (MediaTypes.prefersOpenMetrics(accept) ? openMetrics : text).get();
    }

    /** All metrics in Prometheus' text format 0.0.4. */
    public String scrape() {
        return scrape(CONTENT_TYPE);
    }

    /** All metrics of the page, as they are now. */
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
