package io.vtmonitor.metrics;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vtmonitor.http.CachedResponse;
import io.vtmonitor.http.MediaTypes;
import io.vtmonitor.http.Response;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Finding;
import io.vtmonitor.report.AgentGauges;
import io.vtmonitor.report.UnpinSummary;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Findings and vitals as Prometheus text; {@code docs/metrics.md} lists every metric. One thread gives findings, any
 * number scrape. What a finding is counted under is resolved once per {@link Diagnosis}; after that a finding costs one
 * look-up and a few additions.
 */
public final class PrometheusMetrics implements Consumer<Finding> {
    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
    static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    /** Shorter than any scrape interval. */
    private static final Duration PAGE_LIFE = Duration.ofMillis(100);

    /** Upstream bounds diagnoses too; this bound only says how much memory a mistake there could cost here. */
    private static final int MAX_CACHED = 4096;

    private final PrometheusMeterRegistry registry;
    private final Supplier<AgentGauges> vitals;
    private final String agentVersion;
    private final PinMeters pins;
    private final Exemplars exemplars = new Exemplars();
    private final SchedulerMeters scheduler;
    private final WaitMeters waits;
    private final Counter carrierSeconds;
    private final IdentityHashMap<Diagnosis, Meters> cache = new IdentityHashMap<>();
    private final CachedResponse text =
            new CachedResponse(() -> Response.of(CONTENT_TYPE, scrape()), PAGE_LIFE, System::nanoTime);
    private final CachedResponse openMetrics =
            new CachedResponse(() -> Response.of(OPEN_METRICS, scrapeOpenMetrics()), PAGE_LIFE, System::nanoTime);
    private @Nullable VitalsMeters vitalsMeters;
    private volatile Consumer<? super Finding> byOtherNames = finding -> {};

    /**
     * Metrics of one JVM.
     *
     * @param vitals asked once per scrape
     * @param agentVersion for {@code vthread_info}
     */
    public PrometheusMetrics(Supplier<AgentGauges> vitals, String agentVersion) {
        SilentLogs.install();
        this.registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        this.vitals = vitals;
        this.agentVersion = agentVersion;
        this.pins = new PinMeters(registry);
        this.scheduler = new SchedulerMeters(registry);
        this.waits = new WaitMeters(registry);
        this.carrierSeconds = Counter.builder("vthread.carrier.pinned")
                .baseUnit("seconds")
                .description("Carrier-seconds lost to pins; those that a spare carrier may have stood in for left out")
                .register(registry);
    }

    /** Adds the metrics of {@code unpin}, asked once per metric and scrape. */
    public void unpin(Supplier<UnpinSummary> unpin) {
        UnpinMeters.register(registry, unpin);
    }

    /**
     * Adds the metrics of Micrometer's {@code VirtualThreadMetrics}, by its names.
     *
     * @param submitFailures how often a virtual thread could not be started or go on; asked at each scrape
     */
    public void alsoAsMicrometer(LongSupplier submitFailures) {
        byOtherNames = new MicrometerNames(registry, submitFailures, scheduler::figures);
    }

    /** Of these the scheduler's alone, where no pins are recorded: a zero would say that there are none. */
    public void schedulerAsMicrometer() {
        MicrometerNames.ofScheduler(registry, scheduler::figures);
    }

    /**
     * Adds the metrics of virtual threads that OpenTelemetry's Java agent has, by its names.
     *
     * @param submitFailures how often a virtual thread could not be started or go on; asked at each scrape
     */
    public void alsoAsOpenTelemetry(LongSupplier submitFailures) {
        byOtherNames = new OpenTelemetryNames(registry, submitFailures);
    }

    @Override
    public synchronized void accept(Finding finding) {
        byOtherNames.accept(finding);
        Diagnosis diagnosis = finding.diagnosis();
        Meters meters = cache.get(diagnosis);
        if (meters == null) {
            meters = resolve(diagnosis, finding.pin().startNanos());
        }
        long nanos = finding.pin().durationNanos();
        double seconds = nanos / 1e9;
        meters.durations.record(nanos, NANOSECONDS);
        meters.siteSeconds.increment(seconds);
        meters.sitePins.increment();
        exemplars.keep(meters.site, meters.stack, seconds, finding.pin().endNanos());
        if (!diagnosis.compensated()) {
            carrierSeconds.increment(seconds);
        }
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

    /** The meters of the scheduler, to be fed by its watch. */
    public SchedulerMeters scheduler() {
        return scheduler;
    }

    /** The meters of what virtual threads wait for. */
    public WaitMeters waits() {
        return waits;
    }

    /** All metrics in Prometheus' text format 0.0.4. */
    public String scrape() {
        synchronized (registry) {
            update();
            return registry.scrape(CONTENT_TYPE);
        }
    }

    /** All metrics as OpenMetrics 1.0.0; each site's count bears the id of the stack of its latest pin. */
    String scrapeOpenMetrics() {
        synchronized (registry) {
            update();
            return exemplars.write(registry.getPrometheusRegistry().scrape());
        }
    }

    private void update() {
        AgentGauges now = vitals.get();
        if (vitalsMeters == null) {
            vitalsMeters = new VitalsMeters(registry, now, agentVersion);
        }
        vitalsMeters.update(now);
        waits.refresh();
    }

    private Meters resolve(Diagnosis diagnosis, long pinStartNanos) {
        if (cache.size() >= MAX_CACHED) {
            cache.clear();
        }
        SiteMeters site = pins.site(diagnosis, pinStartNanos);
        Meters meters = new Meters(
                pins.durations(diagnosis.reason(), diagnosis.site().operation()),
                site.seconds(),
                site.pins(),
                site.label(),
                diagnosis.blocking().stack().id());
        cache.put(diagnosis, meters);
        return meters;
    }

    private record Meters(Timer durations, Counter siteSeconds, Counter sitePins, String site, String stack) {}

    /** One site's counters, and what their label {@code site} says. */
    record SiteMeters(Counter seconds, Counter pins, String label) {}
}
